"""Speed and memory of `align`, `redact`, `tts` and `splice` on one long file with many turns.

The turns of the sample, in order and again, begin every six seconds of a file with a quiet room.
`align` gets some of the turns; the others get all of them, with the times of the sample. Hours per
hour are those of the turns' audio by CPU time, which other programs of the machine disturb less.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from benchmarks.support.measure import report

_EVERY = 6.0  # seconds
_RATE = 16_000
_FORMATS = {"flac": ("FLAC", "PCM_16"), "ogg": ("OGG", "VORBIS"), "mp3": ("MP3", "MPEG_LAYER_III")}
_BLOCK = 64  # turns that are written at a time


def main() -> None:
    """Report one line for each command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=600)
    parser.add_argument("--aligned-turns", type=int, default=60)
    parser.add_argument("--format", choices=_FORMATS, default="flac")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    sample = Path(__file__).parents[2] / "data/sample/speech/manifest.jsonl"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        _run("align", "-q", "-o", folder / "sample.jsonl", sample, "--audio-root", sample.parent)
        rows = _lines(folder / "sample.jsonl")
        turns = _make_call(rows, sample.parent, folder, args)
        _write(folder / "all.jsonl", turns)
        bare = [{key: turn[key] for key in turn if key != "words"} for turn in turns]
        _write(folder / "some.jsonl", bare[:: max(1, len(bare) // args.aligned_turns)])
        (folder / "key").write_text("00" * 32)
        (folder / "key").chmod(0o600)
        surrogates = folder / "new.jsonl"
        _run(
            "surrogate", "-q", "--key-file", folder / "key", "-o", surrogates, folder / "all.jsonl"
        )
        for name, options in {
            "align": (folder / "some.jsonl",),
            "redact": ("--out-dir", folder / "r", folder / "all.jsonl"),
            "redact --whole": (
                *("--out-dir", folder / "r2", "--whole", folder / "whole"),
                folder / "all.jsonl",
            ),
            "tts": ("--out-dir", folder / "t", surrogates),
            "splice": ("--fallback", "tts", "--out-dir", folder / "s", surrogates),
        }.items():
            given = _lines(Path(options[-1]))
            seconds, megabytes = _run(name.split()[0], "-q", "-o", folder / "out", *options)
            hours = sum(float(turn["duration"]) for turn in given) / 3600
            report(
                "long file",
                command=name,
                format=args.format,
                turns=len(given),
                file_hours=len(turns) * _EVERY / 3600,
                cpu_seconds=seconds,
                hours_per_hour=hours / (seconds / 3600),
                peak_megabytes=megabytes,
                seed=args.seed,
            )


def _make_call(
    rows: list[dict[str, Any]], folder: Path, target: Path, args: argparse.Namespace
) -> list[dict[str, Any]]:
    """Write the long file and return its aligned records."""
    clips = [soundfile.read(folder / row["audio_filepath"], dtype="float32")[0] for row in rows]
    random = np.random.default_rng(args.seed)
    name = f"call.{args.format}"
    file_format, subtype = _FORMATS[args.format]
    turns = []
    with soundfile.SoundFile(target / name, "w", _RATE, 1, subtype, format=file_format) as file:
        for first in range(0, args.turns, _BLOCK):
            count = min(_BLOCK, args.turns - first)
            samples = random.normal(0, 1e-3, round(count * _EVERY * _RATE)).astype(np.float32)
            for number in range(first, first + count):
                clip = clips[number % len(clips)]
                at = round((number - first) * _EVERY * _RATE)
                samples[at : at + len(clip)] += clip[: len(samples) - at]
                row = rows[number % len(rows)]
                place = {"audio_filepath": name, "offset": number * _EVERY}
                turns.append({**row, **place, "id": f"t{number}", "duration": len(clip) / _RATE})
            file.write(samples)
    return turns


def _run(command: str, *options: object) -> tuple[float, float]:
    """Run a command in a process of its own; return its CPU seconds and peak megabytes."""
    words = [sys.executable, "-m", "privtool", command, *map(str, options)]
    process = subprocess.Popen(words)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"privtool {command} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
