"""Make data/sample/speech: some calls of data/sample/raw.jsonl, spoken by espeak-ng.

`python tools/speech_sample.py` writes manifest.jsonl and the clips, the same every time.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import soundfile

from privtool.audio.io.clips import resample
from privtool.models.tts.espeak import speak

SAMPLE = Path(__file__).resolve().parent.parent / "data" / "sample"
FOLDER = SAMPLE / "speech"
RATE = 16_000
SILENCE = 0.25  # seconds before and after
HISS = 0.0005  # a line is never quite silent
CHOSEN = (
    *("call-001-02", "call-001-04", "call-001-06", "call-001-10", "call-001-12", "call-003-04"),
    *("call-003-08", "clinic-001-05", "clinic-001-08", "clinic-002-07", "clinic-002-08"),
)
VOICES = {"caller": "en-us+f2", "agent": "en-us+m3", "patient": "en+f4", "doctor": "en-us"}


def main() -> None:
    lines = (SAMPLE / "raw.jsonl").read_text(encoding="utf-8").splitlines()
    records = {record["id"]: record for record in map(json.loads, lines)}
    FOLDER.mkdir(exist_ok=True)
    with open(FOLDER / "manifest.jsonl", "w", encoding="utf-8") as manifest:
        for number, name in enumerate(CHOSEN):
            record = records[name]
            spoken = resample(speak(record["text"], VOICES[record["speaker"]], 160), RATE).samples
            pause = np.zeros(round(SILENCE * RATE), np.float32)
            samples = np.concatenate([pause, 0.5 * spoken, pause])
            samples += HISS * np.random.default_rng(number).standard_normal(len(samples))
            path = f"{name}.flac"
            soundfile.write(FOLDER / path, samples, RATE, subtype="PCM_16")
            row = {
                "id": name,
                "audio_filepath": path,
                "duration": round(len(samples) / RATE, 4),
                "text": record["text"],
                "speaker": f"{record['dialogue']}-{record['speaker']}",
                "entities": record["entities"],
            }
            manifest.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
