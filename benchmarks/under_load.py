"""How long `fill` takes next to busy processes, with threads that sleep or spin while they wait.

    python -m benchmarks.under_load --busy 8 --records 40

The commands of privtool let threads sleep (`core/resources.py`); OpenMP's own default is to spin.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.support.measure import report, seconds

_SAMPLE = Path(__file__).parents[1] / "data" / "sample" / "raw.jsonl"
_PROGRAM = [sys.executable, "-m", "privtool"]


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Keep `count` processes busy within the block."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def main() -> None:
    """Measure each policy alone and next to busy processes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--busy", type=int, default=8)
    parser.add_argument("--records", type=int, default=40)
    options = parser.parse_args()
    lines = b"".join(_SAMPLE.read_bytes().splitlines(keepends=True)[: options.records])
    masked = subprocess.run([*_PROGRAM, "mask", "-q"], input=lines, capture_output=True, check=True)
    with tempfile.NamedTemporaryFile() as file:
        file.write(masked.stdout)
        file.flush()
        command = [*_PROGRAM, "fill", "-q", "--device", "cpu", "-o", os.devnull, file.name]
        for busy in (0, options.busy):
            for policy in ("PASSIVE", "ACTIVE"):
                environment = {**os.environ, "OMP_WAIT_POLICY": policy}
                with busy_processes(busy):
                    taken = seconds(lambda: subprocess.run(command, check=True, env=environment))  # noqa: B023
                report("under_load", busy=busy, waiting=policy, seconds=taken)


if __name__ == "__main__":
    main()
