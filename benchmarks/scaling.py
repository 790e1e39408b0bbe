"""`privtool scale` against plain processes, and what shards cost that hold nothing.

CPU time counts planning, digests and marks; time by the clock also what workers wait for. The
plain processes get halves of the corpus that were cut beforehand. Start-up is the time before the
first shard. With `--ray`, workers run on a cluster of two nodes that is there already; the CPU time
of its processes is not counted. `--method` says how mask finds words: by allow lists, by patterns
alone, or by the default taggers, which take about 200 times as long as allow lists. Set
`OMP_NUM_THREADS=1` for taggers, so that plain processes use one core each, as workers do. With
`--at-once`, one worker and one plain process run at the same time instead, on the whole corpus
each: what else happens on the machine then slows both, and only their difference is left.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.support.corpus import FOLDER, corpus
from benchmarks.support.measure import PRIVTOOL_WATCHED, Usage, at_once, report
from benchmarks.support.ray_nodes import two_nodes

_PRIVTOOL = [sys.executable, "-m", "privtool"]
_METHODS = {
    "allowList": ("allowList",),
    "patterns": ("entityTagger", "--tagger", "patterns"),
    "entityTagger": ("entityTagger",),
}
_PARTS = FOLDER / "parts"


class Run(NamedTuple):
    """Seconds of a run: by the clock, those of them before the first shard, and of CPU."""

    clock: float
    start: float
    cpu: float

    @property
    def after_start(self) -> float:
        """Seconds by the clock from the first shard to the end."""
        return self.clock - self.start


def measured(commands: list[list[str]]) -> Run:
    """Return the times of commands that run side by side."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    running = [subprocess.Popen([*_PRIVTOOL, *command]) for command in commands]
    statuses = [process.wait() for process in running]
    if any(statuses):
        sys.exit("a command has failed")
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(ended - started, max(0.0, _first_shard(started) - started), used)


def _first_shard(started: float) -> float:
    """Return when the first shard of a run began, `started` for a run without shards."""
    marks = [path for path in _PARTS.glob("done-*") if path.stat().st_mtime >= started]
    seconds = {path: json.loads(path.read_bytes())["seconds"] for path in marks}
    return min((path.stat().st_mtime - took for path, took in seconds.items()), default=started)


def masking(method: str) -> list[str]:
    """Return the command that masks, but for its files."""
    return ["mask", "-q", "--method", *_METHODS[method]]


def in_parts(
    workers: int, size: str | None, mask: list[str], *inputs: Path, runner: str = "local"
) -> list[str]:
    """Return the command that masks on parts, into an empty folder."""
    shutil.rmtree(_PARTS, ignore_errors=True)
    scale = ["scale", "--out-dir", str(_PARTS), "--runner", runner, "--workers", str(workers)]
    cut = [] if size is None else ["--shard-bytes", size]
    return [*scale, *cut, "--", *mask, *map(str, inputs)]


def halves(whole: Path) -> list[Path]:
    """Return two files with half of the lines each."""
    lines = whole.read_bytes().splitlines(keepends=True)
    paths = [FOLDER / "half-1.jsonl", FOLDER / "half-2.jsonl"]
    for path, part in zip(paths, (lines[: len(lines) // 2], lines[len(lines) // 2 :]), strict=True):
        path.write_bytes(b"".join(part))
    return paths


def overhead(method: str, words: int, runs: int, size: str | None, on_ray: bool) -> None:
    """Report two workers, and one, against plain processes.

    Runs are compared within a round of all cases, and the median of the rounds is reported: a
    machine that becomes faster or slower changes both sides. Every other round is in reverse
    order. Two plain processes against one is the most that the machine allows two workers.
    """
    whole, _ = corpus(words)
    mask = masking(method)
    halved, alone = (
        [[*mask, "-o", f"{path}.masked", str(path)] for path in paths]
        for paths in (halves(whole), [whole])
    )
    cases: dict[str, Callable[[], Run]] = {
        "two plain": lambda: measured(halved),
        "one plain": lambda: measured(alone),
        "two workers": lambda: measured([in_parts(2, size, mask, whole)]),
        "one worker": lambda: measured([in_parts(1, size, mask, whole)]),
    }
    if on_ray:
        cases |= {
            "two on Ray": lambda: measured([in_parts(2, size, mask, whole, runner="ray")]),
            "one on Ray": lambda: measured([in_parts(1, size, mask, whole, runner="ray")]),
        }
    rounds: list[dict[str, Run]] = []
    with two_nodes() if on_ray else nullcontext():
        for number in range(runs):
            order = list(cases)[:: 1 if number % 2 == 0 else -1]
            rounds.append({name: cases[name]() for name in order})
    medians = {
        name: Run(*map(median, zip(*(each[name] for each in rounds), strict=True)))
        for name in cases
    }
    workers, plain = "two workers", "two plain"
    ray = {}
    if on_ray:
        after_start = ratios(rounds, "two on Ray", plain, lambda run: run.after_start)
        speedups = ratios(rounds, "one on Ray", "two on Ray", lambda run: run.after_start)
        ray["ray_overhead_after_start"] = median(after_start) - 1
        ray["ray_speedup_of_two_after_start"] = median(speedups)
    overheads = ratios(rounds, workers, plain, lambda run: run.clock)
    report(
        "scale",
        method=method,
        words=words,
        shard_bytes=size or "default",
        runs=runs,
        seconds={name: round(run.clock, 2) for name, run in medians.items()},
        start_seconds={name: round(run.start, 2) for name, run in medians.items() if run.start},
        cpu_seconds={n: round(run.cpu, 2) for n, run in medians.items() if "Ray" not in n},
        overhead=median(overheads) - 1,
        overhead_from_to=[round(end(overheads) - 1, 3) for end in (min, max)],
        cpu_overhead=median(ratios(rounds, workers, plain, lambda run: run.cpu)) - 1,
        plain_speedup_of_two=median(ratios(rounds, "one plain", plain, lambda run: run.clock)),
        speedup_of_two=median(ratios(rounds, "one worker", workers, lambda run: run.clock)),
        **ray,
    )


def overhead_at_once(method: str, words: int, runs: int, size: str | None) -> None:
    """Report one local worker against a plain process that runs beside it."""
    whole, _ = corpus(words)
    mask = masking(method)
    rounds: list[dict[str, Usage]] = []
    for number in range(runs):
        commands = {
            "plain": [*_PRIVTOOL, *mask, "-o", f"{whole}.masked", str(whole)],
            "worker": [*_PRIVTOOL, *in_parts(1, size, mask, whole)],
        }
        rounds.append(at_once(dict(list(commands.items())[:: 1 if number % 2 == 0 else -1])))
    overheads = [
        [used["worker"][kind] / used["plain"][kind] - 1 for used in rounds]
        for kind in range(len(Usage._fields))
    ]
    report(
        "scale: a worker beside a plain process",
        method=method,
        words=words,
        shard_bytes=size or "default",
        runs=runs,
        plain_seconds=median(used["plain"].clock for used in rounds),
        overhead=median(overheads[0]),
        overheads=[round(each, 3) for each in overheads[0]],
        cpu_overhead=median(overheads[1]),
    )


def ratios(
    rounds: Sequence[Mapping[str, Run]], one: str, other: str, seconds: Callable[[Run], float]
) -> list[float]:
    """Return the seconds of a case in those of another one of the same round, for each round."""
    return [seconds(each[one]) / seconds(each[other]) for each in rounds]


def many_shards(count: int) -> None:
    """Report the time and memory of shards that hold a blank line each."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"blank-{count}.jsonl"
    path.write_bytes(b"\n" * count)
    command = in_parts(2, "1", masking("allowList"), path)
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
    parser.add_argument("--method", choices=_METHODS, default="allowList")
    parser.add_argument("--words", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--shard-bytes", help="the default is that of scale")
    parser.add_argument("--ray", action="store_true", help="measure workers on Ray, too")
    parser.add_argument("--at-once", action="store_true", help="a worker beside a plain process")
    parser.add_argument("--shards", type=int, default=10_000)
    args = parser.parse_args()
    if args.words and args.at_once:
        overhead_at_once(args.method, args.words, args.runs, args.shard_bytes)
    elif args.words:
        overhead(args.method, args.words, args.runs, args.shard_bytes, args.ray)
    if args.shards:
        many_shards(args.shards)


if __name__ == "__main__":
    main()
