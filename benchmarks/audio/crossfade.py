"""Replacing a word by one of another recording: `join` against the `splice` effect of sox.

Both read two files and write one: a turn with a word of another turn, with cross-fades of 40 ms.
sox takes four piped processes per turn.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.support.measure import report, side_by_side
from privtool.audio.dsp.crossfade import FADE, AudioPiece, join
from privtool.audio.io.clips import ClipReader
from privtool.audio.io.decode import Audio
from privtool.audio.io.roots import audio_root
from privtool.audio.io.writer import AudioFolder
from privtool.core.record import Record, WordTime, decode

Job = tuple[Record, WordTime, Record, WordTime]


def jobs(records: list[Record], seed: int) -> list[Job]:
    """Draw, for each record, a word to replace, and another record with the new word."""
    draw = np.random.default_rng(seed)
    drawn: list[Job] = []
    for record in records:
        other = records[int(draw.integers(len(records)))]
        old, new = (
            words[int(draw.integers(len(words)))]
            for words in (list(record.words), list(other.words))  # type: ignore[arg-type]
        )
        drawn.append((record, old, other, new))
    return drawn


def run_privtool(todo: list[Job], manifest: Path, folder: AudioFolder) -> None:
    """Splice without the search for the best joint, as sox does."""
    reader = ClipReader(audio_root((str(manifest),), None))
    for record, old, other, new in todo:
        turn, source = reader.clip(record), reader.clip(other)
        rate = turn.rate
        pieces = [
            AudioPiece(turn.samples, 0, round(old.start * rate)),
            AudioPiece(source.samples, round(new.start * rate), round(new.end * rate)),
            AudioPiece(turn.samples, round(old.end * rate), len(turn.samples)),
        ]
        joined = join(pieces, rate, search=0).samples
        pcm = (joined * 32767).round().astype(np.int16)[:, None]
        folder.write(str(record.id), Audio(pcm, rate, "FLAC", "PCM_16"))


def run_sox(todo: list[Job], manifest: Path, out: Path) -> int:
    """Splice with sox; return the number of turns it refused because a piece was too short."""
    failed = 0
    root = audio_root((str(manifest),), None)
    half = FADE / 2
    for record, old, other, new in todo:
        turn, source = root.path_of(record), root.path_of(other)
        start, length = max(old.start, half), new.end - new.start
        first = f"|sox {turn} -p trim 0 {start + half:.4f}"
        middle = f"|sox {source} -p trim {max(0, new.start - half):.4f} {length + 2 * half:.4f}"
        last = f"|sox {turn} -p trim {max(0, old.end - half):.4f}"
        joints = f"{start + half:.4f},{half:.4f}", f"{start + length + 3 * half:.4f},{half:.4f}"
        command = ["sox", first, middle, last, str(out), "splice", "-q", *joints]
        failed += subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode != 0
    return failed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--aligned", type=Path, required=True, help="records with word times")
    parser.add_argument("--records", type=int, default=200)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if not shutil.which("sox"):
        sys.exit("sox is not installed")
    with args.aligned.open("rb") as lines:
        records = [record for record in map(decode, islice(lines, args.records)) if record.words]
    todo = jobs(records, args.seed)
    with tempfile.TemporaryDirectory() as name:
        refused = run_sox(todo, args.aligned, Path(name, "sox.flac"))
        times = side_by_side(
            {
                "privtool": lambda: run_privtool(todo, args.aligned, AudioFolder(name, name)),
                "sox": lambda: run_sox(todo, args.aligned, Path(name, "sox.flac")),
            },
            args.runs,
        )
    seconds = sum(float(record.duration) for record in records)  # type: ignore[arg-type,misc]
    values: dict[str, Any] = {
        "turns": len(todo),
        "refused_by_sox": refused,
        "audio_rate": {kind: round(seconds / took) for kind, took in times.items()},
        "ratio": times["sox"] / times["privtool"],
    }
    report("cutting and joining against sox", seed=args.seed, runs=args.runs, **values)


if __name__ == "__main__":
    main()
