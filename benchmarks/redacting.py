"""`privtool redact --verify`: what a recogniser hears of private words before and after, and speed.

`--manifest FILE` takes records with entities instead of data/sample/speech.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from benchmarks.measure import report, seconds
from privtool.audio.clips import ClipReader
from privtool.audio.roots import audio_root
from privtool.audio.storing import AudioFolder
from privtool.core.record import Record, decode
from privtool.models.sphinx_listener import SphinxListener
from privtool.stages import redact
from privtool.stages.redact import RedactSettings, RedactStage

SAMPLE = Path(__file__).resolve().parent.parent / "data/sample/speech/manifest.jsonl"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--manifest", type=Path, default=SAMPLE)
    args = parser.parse_args()
    listener = SphinxListener()
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "aligned.jsonl"
        align = [
            sys.executable,
            "-m",
            "privtool",
            "align",
            "-q",
            str(args.manifest),
            "-o",
            str(out),
        ]
        subprocess.run(align, check=True)
        records = [decode(line) for line in out.read_bytes().splitlines()]
        clips = ClipReader(audio_root((str(args.manifest),), None))
        counts = {
            kind: _counts(records, kind, clips, AudioFolder(name, name), listener)
            for kind in ("before", "room", "silence", "tone")
        }
        took = seconds(lambda: _counts(records, "room", clips, AudioFolder(name, name), None))
    private = counts["room"]["private"]
    report(
        "redact",
        manifest=args.manifest.parent.name,
        records=len(records),
        private_words=private,
        intervals=counts["room"]["intervals"],
        whole_turns=counts["room"]["whole_turns"],
        heard={kind: count["recalled"] for kind, count in counts.items()},
        seconds_of_work_per_second=1000 * took / counts["room"]["audio_milliseconds"],
    )


def _counts(
    records: list[Record],
    kind: str,
    clips: ClipReader,
    folder: AudioFolder,
    listener: SphinxListener | None,
) -> Counter[str]:
    """What the stage counts; with `before` nothing is replaced."""
    replaced = redact.replaced
    if kind == "before":
        redact.replaced = lambda audio, *_: audio
    try:
        stage = RedactStage(RedactSettings(kind=kind), clips, folder, listener)
        counts: Counter[str] = Counter()
        stage.process(records, counts)
    finally:
        redact.replaced = replaced
    return counts


if __name__ == "__main__":
    main()
