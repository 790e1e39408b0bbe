"""How many seconds the tests of each folder take: the whole suite, in two processes."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter

from benchmarks.support.measure import report

_LINE = re.compile(r"\s*([\d.]+)s (?:call|setup|teardown) +tests/([^/:]+)")


def seconds_by_folder(durations: str) -> Counter[str]:
    """Return the sums of what `pytest --durations=0` prints, by the first part of a test's path."""
    found: Counter[str] = Counter()
    for line in durations.splitlines():
        if match := _LINE.match(line):
            found[match[2].removesuffix(".py")] += float(match[1])  # type: ignore[assignment]
    return found


def main() -> None:
    started = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-n", "2", "--durations=0", "--durations-min=0.005"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found = seconds_by_folder(done.stdout)
    named = {name: found.pop(name, 0) for name in ("cli", "models", "text")}
    examples = found.pop("test_examples", 0)
    everything = {**named, "examples": examples, "others": sum(found.values())}
    whole = {"all": sum(everything.values()), "minutes": (time.perf_counter() - started) / 60}
    report("tests", **everything, **whole)


if __name__ == "__main__":
    main()
