"""Kill parts of `privtool scale --runner ray` with SIGKILL at random moments; count what is wrong.

    python -m tests.chaos.ray_kills --seed 1 --rounds 10

Each round starts a run on a cluster of two nodes and kills a worker, the second node or the driver,
in turn, once a random number of shards is done; a killed driver is started again. The status is 1
if anything failed:

running   the run was not over yet when the process was killed (no failure)
resumed   shards that a second driver did not need to do again (no failure)
failed    the run, or that of the second driver, fails
differ    the parts differ from what one process writes
left      unfinished files are still there
"""

import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import cycle, islice
from pathlib import Path

from benchmarks.support.ray_nodes import Nodes, two_nodes
from privtool.shards.plan import read_plan
from tests.chaos.searching import PROGRAM, SAMPLE, parser_of, report, write_key
from tests.support.parts import joined
from tests.support.ray_workers import working

COLUMNS = ("kills", "running", "resumed", "failed", "differ", "left")
FAILURES = COLUMNS[3:]
VICTIMS = ("worker", "node", "driver")
COMMANDS = {
    "surrogate": ("surrogate", "--one-pass", "--key-file", "key", "many.jsonl"),
    "mask": ("mask", "--method", "allowList", "many.jsonl"),
}
_SCALE = ("scale", "--runner", "ray", "--workers", "2", "--retries", "9", "--shard-bytes", "128K")
_PATIENCE, _JITTER = 60, 0.1  # seconds


class Rounds:
    """Runs in a folder whose inputs are `size` copies of the sample."""

    def __init__(self, nodes: Nodes, work: Path, size: int) -> None:
        self._nodes, self._work = nodes, work
        annotate = ("mask", "-q", "--annotate", "--keep", "dialogue", SAMPLE / "raw.jsonl")
        lines = subprocess.run([*PROGRAM, *annotate], check=True, stdout=subprocess.PIPE).stdout
        (work / "many.jsonl").write_bytes(lines * size)
        write_key(work / "key")
        self._alone: dict[str, bytes] = {}

    def kill(self, name: str, victim: str, rnd: random.Random) -> Counter[str]:
        """Run a command, kill `victim` at a random moment; return the counts."""
        counts, out = Counter(dict.fromkeys(COLUMNS, 0)), self._work / "out"
        shutil.rmtree(out, ignore_errors=True)
        driver = self._start(name)
        self._await_moment(driver, out, rnd)
        counts["kills"] += 1
        counts["running"] += driver.poll() is None
        self._kill(victim, driver, rnd)
        _, said = driver.communicate()
        if victim == "driver":
            driver = self._start(name)
            _, said = driver.communicate()
            counts["resumed"] += int(next(iter(re.findall(rb"(\d+) of them done", said)), 0))
        if victim == "node":
            self._nodes.replace_second()
        counts["failed"] += driver.returncode != 0
        counts["differ"] += joined(out) != self._written_alone(name)
        counts["left"] += len(list(out.rglob(".privtool-*")))
        return counts

    def _kill(self, victim: str, driver: subprocess.Popen[bytes], rnd: random.Random) -> None:
        if victim == "driver":
            driver.send_signal(signal.SIGKILL)
        elif victim == "node":
            self._nodes.kill_second()
        elif pids := working():
            with contextlib.suppress(ProcessLookupError):
                os.kill(rnd.choice(pids), signal.SIGKILL)

    def _start(self, name: str) -> subprocess.Popen[bytes]:
        scale = (*_SCALE, "--out-dir", "out", "--", *COMMANDS[name])
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        return subprocess.Popen([*PROGRAM, *scale], cwd=self._work, stdout=null, stderr=pipe)

    def _await_moment(self, driver: subprocess.Popen[bytes], out: Path, rnd: random.Random) -> None:
        """Wait for a worker, until a random number of shards is done, and a moment more."""
        share, until = rnd.random(), time.monotonic() + _PATIENCE
        while driver.poll() is None and time.monotonic() < until:
            plan = read_plan(out / "plan.json")
            parts = len(plan.shards) if plan else 0
            if plan and len(list(out.glob("done-*"))) >= int(share * parts) and working():
                break
            time.sleep(0.01)
        time.sleep(_JITTER * rnd.random())

    def _written_alone(self, name: str) -> bytes:
        if name not in self._alone:
            alone = ("-q", "-o", "alone")
            subprocess.run([*PROGRAM, *COMMANDS[name], *alone], check=True, cwd=self._work)
            self._alone[name] = (self._work / "alone").read_bytes()
        return self._alone[name]


def main() -> int:
    """Kill in rounds; print the table."""
    parser = parser_of(__doc__, seconds=None)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--size", type=int, default=60, help="copies of the sample as input")
    options = parser.parse_args()
    table = {f"{name}, {victim}": Counter[str]() for name in COMMANDS for victim in VICTIMS}
    with tempfile.TemporaryDirectory() as work, two_nodes() as nodes:
        rounds, rnd = Rounds(nodes, Path(work), options.size), random.Random(options.seed)
        for case in islice(cycle(table), options.rounds):
            table[case].update(rounds.kill(*case.split(", "), rnd))
    note = f"seed {options.seed}, {options.rounds} rounds"
    return report(table, COLUMNS, FAILURES, note)


if __name__ == "__main__":
    sys.exit(main())
