"""Timing commands and functions in turn, so that drift of the machine affects all alike."""

from __future__ import annotations

import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any, NamedTuple

Clock = Callable[[], float]


class Usage(NamedTuple):
    """Seconds that a command took by the clock, and of CPU with its children."""

    clock: float
    cpu: float


_WATCHED = """
import resource, sys
from privtool.cli.main import main
try:
    main()
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""
PRIVTOOL_WATCHED = (sys.executable, "-c", _WATCHED)
"""The command `privtool`, which ends with its peak kilobytes on standard error."""


def seconds(action: Callable[[], object], clock: Clock = time.perf_counter) -> float:
    """Return the time of one call, by the wall clock or another one."""
    started = clock()
    action()
    return clock() - started


def shell(command: str) -> None:
    """Run a shell command; a failure is an error."""
    subprocess.run(["bash", "-o", "pipefail", "-c", command], check=True, stderr=subprocess.DEVNULL)


def at_once(commands: Mapping[str, Sequence[str]]) -> dict[str, Usage]:
    """Return what each command used; they run at the same time, so both meet the same machine.

    Meant for as many commands as there are cores. Standard output is dropped. Exit if one fails.
    """
    with ThreadPoolExecutor(len(commands)) as threads:
        return dict(zip(commands, threads.map(_usage, commands.values()), strict=True))


def _usage(command: Sequence[str]) -> Usage:
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit("a command has failed")
    return Usage(time.perf_counter() - started, used.ru_utime + used.ru_stime)


def side_by_side(
    actions: dict[str, Callable[[], object]], runs: int, clock: Clock = time.perf_counter
) -> dict[str, float]:
    """Return the median seconds of each action, run in turn after one warm-up each."""
    for action in actions.values():
        action()
    times: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(runs):
        for name, action in actions.items():
            times[name].append(seconds(action, clock))
    return {name: statistics.median(values) for name, values in times.items()}


def peak_child_megabytes() -> float:
    """Return the peak resident size of any child process so far."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def report(name: str, **values: Any) -> None:
    """Print one JSON line with the values, the machine and the date."""
    machine = f"{processor()}, {platform.system()}, Python {platform.python_version()}"
    rounded = {k: round(v, 3) if isinstance(v, float) else v for k, v in values.items()}
    line = {"benchmark": name, **rounded, "machine": machine, "date": date.today().isoformat()}
    print(json.dumps(line), flush=True)


def processor() -> str:
    """Return the number of the machine's processors, and what they are called."""
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = (line.partition(":") for line in lines if line.startswith("model name"))
            model = next((name.strip() for _, _, name in names), model)
    except OSError:
        pass
    return f"{os.cpu_count()} x {model}"
