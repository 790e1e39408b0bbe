"""`privtool align`: errors of word boundaries on speech with known times, and speed.

espeak-ng synthesizes the speech and also provides the pronunciations of unknown words: errors of
these measure the search, not the letter-to-sound rules. `--corpus FILE` measures speed and failures
on real speech instead.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.support.measure import report, seconds
from benchmarks.support.synthetic_speech import Spoken, corpus


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--utterances", type=int, default=200)
    parser.add_argument("--words", type=int, default=14)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--corpus", type=Path, help="a manifest of real speech")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        truth: list[list[Spoken]] = []
        manifest = args.corpus
        if manifest is None:
            manifest, truth = corpus(folder, args.seed, args.utterances, args.words)
        out = folder / "out.jsonl"
        command = [sys.executable, "-m", "privtool", "align", str(manifest), "-o", str(out)]
        took = seconds(
            lambda: subprocess.run(
                [*command, "-q", "--jobs", str(args.jobs)], check=True, timeout=3600
            )
        )
        records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    audio = sum(_length(record, manifest) for record in records) if args.corpus else 0.0
    audio = audio or sum(spoken[-1].end for spoken in truth)
    failed = sum(record["align_status"] not in ("aligned", "empty") for record in records)
    report(
        "align",
        corpus=args.corpus.name if args.corpus else f"synthetic, seed {args.seed}",
        records=len(records),
        failed=failed,
        audio_seconds=audio,
        jobs=args.jobs,
        seconds_of_work_per_second=took / audio,
        **(_errors(records, truth) if truth else {}),
    )


def _length(record: dict[str, Any], manifest: Path) -> float:
    import soundfile

    duration = record.get("duration")
    return float(duration or soundfile.info(manifest.parent / record["audio_filepath"]).duration)


def _errors(records: list[dict[str, Any]], truth: list[list[Spoken]]) -> dict[str, object]:
    """Return boundary errors in milliseconds: overall, by kind of word, and signed."""
    signed: dict[str, list[float]] = {"start": [], "end": []}
    kinds: dict[str, list[float]] = {}
    for record, spoken in zip(records, truth, strict=True):
        for found, true in zip(record.get("words", ()), spoken, strict=False):
            errors = {"start": found["start"] - true.start, "end": found["end"] - true.end}
            for side, error in errors.items():
                signed[side].append(1000 * error)
                kinds.setdefault(true.kind, []).append(abs(1000 * error))
    everything = sorted(error for errors in kinds.values() for error in errors)
    return {
        "boundaries": len(everything),
        "mean_error_ms": statistics.fmean(everything),
        "median_error_ms": statistics.median(everything),
        "95th_percentile_ms": everything[int(0.95 * len(everything))],
        "mean_error_ms_by_kind": {k: round(statistics.fmean(v), 1) for k, v in kinds.items()},
        "median_signed_ms": {k: round(statistics.median(v), 1) for k, v in signed.items()},
    }


if __name__ == "__main__":
    main()
