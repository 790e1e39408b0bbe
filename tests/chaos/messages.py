"""Run every command in every situation of `situations.py`; count messages that are not plain.

    python -m tests.chaos.messages --seed 1 --seconds 60

The order is random. Each command runs in each situation once, unless the time is up before. The
status is 1 if anything failed:

status    not one of those that the situation allows
trace     a traceback or an internal error
lines     a failure without exactly one line, or a line that is not ours; `--quiet` with other lines
leak      a word of the data on standard error
hang      no end within 15 minutes
"""

import os
import pty
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from tests.chaos.message_cases import COMMANDS, arguments, prepare
from tests.chaos.mutations import CANARY
from tests.chaos.searching import PROGRAM, parser_of, report
from tests.chaos.situations import Situation, situations
from tests.support.in_process import commands

COLUMNS = ("runs", "skipped", "failed", "status", "trace", "lines", "leak", "hang")
FAILURES = COLUMNS[3:]
_SECONDS = 900.0  # the machine may be busy
_NO_MOUNT = 99
# Mounts a file system of size $2 over the folder $1; $3 says whether it is full or read-only.
_MOUNTED = f"""
mount -t tmpfs -o size="$2" none "$1" || exit {_NO_MOUNT}
case "$3" in
full) cat /dev/zero > "$1/zeros" 2> /dev/null ;;
ro) mount -o remount,ro "$1" || exit {_NO_MOUNT} ;;
esac
shift 3
exec "$@"
"""


@cache
def situations_of(name: str) -> dict[str, Situation]:
    """Return the situations of a command."""
    options = {option for each in commands()[name].params for option in each.opts}
    return situations(name, options)


def run(name: str, situation: Situation, work: Path) -> tuple[int, str]:
    """Run a command in a situation; return its status and what it wrote to standard error."""
    for folder in ("out", "disk", "none"):
        shutil.rmtree(work / folder, ignore_errors=True)
    (work / "out").mkdir()
    (work / "disk").mkdir()
    for path in (situation.inputs or ()) if situation.copied else ():
        shutil.copyfile(work / situation.copied, work / path)
    streams: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    streams["stdin"] = subprocess.DEVNULL
    opened: list[int] = []
    if situation.full:
        opened.append(os.open("/dev/full", os.O_WRONLY))
        streams[situation.full] = opened[-1]
    if situation.terminal:
        opened += pty.openpty()
        os.write(opened[-2], b"\x04")  # the end of what is typed
        streams["stdin"] = opened[-1]
    try:
        done = subprocess.run(
            _command(name, situation, work),
            cwd=work,
            env=_environment(situation, work),
            timeout=_SECONDS,
            preexec_fn=partial(_prepare_process, situation),
            check=False,
            **streams,
        )
    except subprocess.TimeoutExpired:
        return -signal.SIGALRM, ""
    finally:
        for each in opened:
            os.close(each)
        for path in (situation.inputs or ()) if situation.copied else ():
            (work / path).unlink()
    return done.returncode, (done.stderr or b"").decode(errors="backslashreplace")


def _command(name: str, situation: Situation, work: Path) -> list[str]:
    command = [*PROGRAM, *arguments(name, situation.out, situation.inputs, situation.more)]
    if not situation.disk:
        return command
    state = situation.disk if situation.disk in ("full", "ro") else ""
    size = "64k" if state else situation.disk
    alone = ("unshare", "--map-root-user", "--mount", "sh", "-c", _MOUNTED, "sh")
    return [*alone, str(work / "disk"), size, state, *command]


def _environment(situation: Situation, work: Path) -> dict[str, str]:
    changed = {
        key: str(work / value) if value == "disk" else value
        for key, value in situation.environment.items()
    }
    return {**os.environ, **changed}


def _prepare_process(situation: Situation) -> None:
    for limit, value in situation.limits.items():
        resource.setrlimit(limit, (value, value))
    if situation.closed is not None:
        os.close(situation.closed)


def counts_of(name: str, situation: Situation, status: int, err: str) -> Counter[str]:
    """Count what is wrong with the end of a run."""
    if status == _NO_MOUNT or err.startswith("unshare: "):
        return Counter(runs=1, skipped=1)
    lines = err.splitlines()
    ours = re.compile(f"privtool: |privtool {name}: ")
    wanted = int(status != 0 and situation.closed != 2 and situation.full != "stderr")
    return Counter(
        runs=1,
        failed=int(status != 0),
        status=int(status not in situation.statuses),
        trace=int("Traceback" in err or "internal error" in err),
        lines=int(len(lines) != wanted or not all(map(ours.match, lines))),
        leak=int(CANARY.lower() in err.lower()),
        hang=int(status == -signal.SIGALRM),
    )


def search(
    work: Path, pairs: Sequence[tuple[str, str]], seconds: float, show: bool = False
) -> dict[str, Counter[str]]:
    """Run commands in situations until the time is up; return the counts of each command."""
    table: dict[str, Counter[str]] = {name: Counter() for name, _ in pairs}
    until = time.monotonic() + seconds
    for name, which in pairs:
        situation = situations_of(name)[which]
        status, err = run(name, situation, work)
        counts = counts_of(name, situation, status, err)
        table[name].update(counts)
        wrong = [each for each in FAILURES if counts[each]]
        if wrong or show:
            print(f"{name} | {which} | {status} {' '.join(wrong)}\n{err}", end="", flush=True)
        if time.monotonic() > until:
            break
    return table


def main() -> int:
    """Search until the time is up; print the table."""
    parser = parser_of(__doc__)
    parser.add_argument("--show", action="store_true", help="print all messages")
    parser.add_argument("--command", action="append", choices=list(COMMANDS))
    parser.add_argument("--situation", default="", help="only those with such names, a pattern")
    options = parser.parse_args()
    pairs = [
        (name, which)
        for name in options.command or COMMANDS
        for which in situations_of(name)
        if re.search(options.situation, which)
    ]
    random.Random(options.seed).shuffle(pairs)
    with tempfile.TemporaryDirectory() as work:
        prepare(Path(work))
        table = search(Path(work), pairs, options.seconds, options.show)
    note = f"{sum(counts['runs'] for counts in table.values())} of {len(pairs)} runs"
    return report(table, COLUMNS, FAILURES, note)


if __name__ == "__main__":
    sys.exit(main())
