"""Synthetic speech with known word times: words spoken separately by espeak-ng, concatenated."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np
import soundfile

from privtool.audio.io.clips import resample
from privtool.audio.io.decode import Samples
from privtool.models.tts.espeak import speak, voices_of

RATE = 16_000
_HISS = 0.0005
_QUIET = 0.01  # of the loudest sample: what comes before and after is silence
_LISTS = {
    "dictionary": "my name is the call about your card from last night we need to talk with doctor "
    "maybe tomorrow morning because there was another problem house number",
    "numbers": "58 61 1985 2,500 39.4 105 12 7 3rd 21st 555 0142 1990s 10:30 5%",
    "unknown": "kowalski quixley orla siobhan nguyen folasade zainab abernathy vandermeer "
    "papadakis tanabe hedda larkwing",
}
WORDS = {kind: tuple(words.split()) for kind, words in _LISTS.items()}


class Spoken(NamedTuple):
    """A word, its times in seconds, and its key in `WORDS`."""

    word: str
    start: float
    end: float
    kind: str


def utterance(draw: random.Random, words: int) -> tuple[Samples, list[Spoken]]:
    """Return some words in one voice, some of them with pauses between."""
    voice = draw.choice(voices_of("en"))
    pace = draw.randint(140, 190)
    pieces: list[Samples] = [np.zeros(round(draw.uniform(0.1, 0.4) * RATE), np.float32)]
    spoken: list[Spoken] = []
    for _ in range(words):
        kind = draw.choices(list(WORDS), weights=(6, 2, 2))[0]
        word = draw.choice(WORDS[kind])
        samples = _trimmed(resample(speak(word, voice, pace), RATE).samples)
        start = sum(map(len, pieces)) / RATE
        spoken.append(Spoken(word, start, start + len(samples) / RATE, kind))
        pause = draw.uniform(0.05, 0.3) if draw.random() < 0.3 else 0.0
        pieces += [0.5 * samples, np.zeros(round(pause * RATE), np.float32)]
    pieces.append(np.zeros(round(draw.uniform(0.1, 0.4) * RATE), np.float32))
    joined = np.concatenate(pieces)
    hiss = np.random.default_rng(draw.getrandbits(32)).standard_normal(len(joined))
    return joined + _HISS * hiss.astype(np.float32), spoken


def _trimmed(samples: Samples) -> Samples:
    loud = np.flatnonzero(np.abs(samples) > _QUIET * np.abs(samples).max())
    return samples[loud[0] : loud[-1] + 1]


def corpus(folder: Path, seed: int, count: int, words: int) -> tuple[Path, list[list[Spoken]]]:
    """Write utterances and their manifest into a folder; return the manifest and true times."""
    draw = random.Random(seed)
    truth: list[list[Spoken]] = []
    manifest = folder / "manifest.jsonl"
    with open(manifest, "w", encoding="utf-8") as lines:
        for number in range(count):
            samples, spoken = utterance(draw, words)
            soundfile.write(folder / f"{number}.flac", samples, RATE, subtype="PCM_16")
            text = " ".join(word.word for word in spoken)
            row = {"id": str(number), "audio_filepath": f"{number}.flac", "text": text}
            lines.write(json.dumps(row) + "\n")
            truth.append(spoken)
    return manifest, truth
