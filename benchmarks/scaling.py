"""`privtool scale` against plain processes, and what shards cost that hold nothing.

CPU time counts planning, digests and marks; time by the clock also what workers wait for. The
plain processes get halves of the corpus that were cut beforehand.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.support.corpus import FOLDER, corpus
from benchmarks.support.measure import PRIVTOOL_WATCHED, report

_PRIVTOOL = [sys.executable, "-m", "privtool"]
_MASK = ["mask", "-q", "--method", "allowList"]


def measured(commands: list[list[str]]) -> tuple[float, float]:
    """Return the seconds by the clock and of CPU that commands take side by side."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    running = [subprocess.Popen([*_PRIVTOOL, *command]) for command in commands]
    statuses = [process.wait() for process in running]
    if any(statuses):
        sys.exit("a command has failed")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - started, used


def in_parts(workers: int, size: str, *inputs: Path) -> list[str]:
    """Return the command that masks on parts, into an empty folder."""
    shutil.rmtree(FOLDER / "parts", ignore_errors=True)
    scale = ["scale", "--out-dir", str(FOLDER / "parts"), "--workers", str(workers)]
    return [*scale, "--shard-bytes", size, "--", *_MASK, *map(str, inputs)]


def halves(whole: Path) -> list[Path]:
    """Return two files with half of the lines each."""
    lines = whole.read_bytes().splitlines(keepends=True)
    paths = [FOLDER / "half-1.jsonl", FOLDER / "half-2.jsonl"]
    for path, part in zip(paths, (lines[: len(lines) // 2], lines[len(lines) // 2 :]), strict=True):
        path.write_bytes(b"".join(part))
    return paths


def overhead(words: int, runs: int, size: str) -> None:
    """Report two workers, and one, against two plain processes."""
    whole, _ = corpus(words)
    parts = halves(whole)
    plain = [[*_MASK, "-o", f"{path}.masked", str(path)] for path in parts]
    best: dict[str, tuple[float, float]] = {}
    for _ in range(runs):
        for name, times in {
            "two plain": measured(plain),
            "two workers": measured([in_parts(2, size, whole)]),
            "one worker": measured([in_parts(1, size, whole)]),
        }.items():
            best[name] = tuple(map(min, zip(times, best.get(name, times), strict=True)))  # type: ignore[assignment]
    report(
        "scale --runner local",
        words=words,
        shard_bytes=size,
        runs=runs,
        seconds={name: round(clock, 2) for name, (clock, _) in best.items()},
        cpu_seconds={name: round(used, 2) for name, (_, used) in best.items()},
        overhead=best["two workers"][0] / best["two plain"][0] - 1,
        cpu_overhead=best["two workers"][1] / best["two plain"][1] - 1,
        speedup_of_two=best["one worker"][0] / best["two workers"][0],
    )


def many_shards(count: int) -> None:
    """Report the time and memory of shards that hold a blank line each."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"blank-{count}.jsonl"
    path.write_bytes(b"\n" * count)
    command = in_parts(2, "1", path)
    first, again = measured_driver(command), measured_driver(command)
    report("scale: shards that hold nothing", shards=count, first=first, again=again)


def measured_driver(command: list[str]) -> dict[str, float]:
    """Return the seconds of a run, those of its CPU, and the peak megabytes of its driver."""
    watched = [*PRIVTOOL_WATCHED, *command]
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(watched, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "seconds": time.perf_counter() - started,
        "cpu_seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "driver_megabytes": float(done.stderr.split()[-1]) / 1024,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--shard-bytes", default="16M")
    parser.add_argument("--shards", type=int, default=10_000)
    args = parser.parse_args()
    if args.words:
        overhead(args.words, args.runs, args.shard_bytes)
    if args.shards:
        many_shards(args.shards)


if __name__ == "__main__":
    main()
