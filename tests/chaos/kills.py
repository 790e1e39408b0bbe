"""Kill commands with signal 9 at random moments, and run them again.

    python -m tests.chaos.kills --seed 1 --seconds 60

Each kill is followed by the same command, run to its end. The status is 1 if anything failed:

torn      a file under its final name that is not the whole one
rerun     the second run failed
differ    its result differs from that of a run that nobody killed
left      unfinished files are still there after the second run
"""

import hashlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.chaos.searching import PROGRAM, SAMPLE, Table, parser_of, report, seeds, write_key

COLUMNS = ("kills", "alive", "unfinished", "torn", "rerun", "differ", "left")
FAILURES = COLUMNS[3:]
COMMANDS = {
    "mask": ("mask", "-o", "out", "given/many.jsonl"),
    "mask, jobs": ("mask", "--jobs", "2", "-o", "out", "given/many.jsonl"),
    "redact": ("redact", "--force", "--out-dir", "wav", "-o", "out", "given/aligned.jsonl"),
    "splice": (
        *("splice", "--force", "--fallback", "tts", "--index", "index", "--out-dir", "wav"),
        *("-o", "out", "given/surrogates.jsonl"),
    ),
    "export": ("export", "--to", "kaldi", "--out-dir", "kaldi", "--force", "given/aligned.jsonl"),
    "lm-train": (
        *("lm-train", "--device", "cpu", "--size", "tiny", "--epochs", "2", "--eval-every", "2"),
        *("--out-dir", "model", "--force", "-o", "out", "given/raw.jsonl"),
    ),
}


def prepare(work: Path) -> None:
    """Make the inputs of all commands in a folder."""
    given = work / "given"
    shutil.copytree(SAMPLE / "speech", given)
    raw = (SAMPLE / "raw.jsonl").read_bytes()
    (given / "raw.jsonl").write_bytes(raw)
    (given / "many.jsonl").write_bytes(raw * 200)
    write_key(given / "key")
    align = ("align", "-q", "-o", "aligned.jsonl", "manifest.jsonl")
    replace = ("surrogate", "-q", "--key-file", "key", "-o", "surrogates.jsonl", "aligned.jsonl")
    for command in (align, replace):
        subprocess.run([*PROGRAM, *command], check=True, cwd=given)


def kill_often(work: Path, name: str, kills: int, rnd: random.Random) -> Counter[str]:
    """Run a command once, then kill it `kills` times; return the counts."""
    folder = work / "run"  # always the same one, as outputs hold paths
    seconds = _whole_run(work, folder, name)
    assert seconds is not None, f"{name} fails without a kill, too"
    whole = _digests(folder)
    counts = Counter(dict.fromkeys(COLUMNS, 0))
    for _ in range(kills):
        _fresh(work, folder)
        process = _start(folder, COMMANDS[name])
        time.sleep(seconds * rnd.random())
        counts["kills"] += 1
        counts["alive"] += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
        counts["unfinished"] += len(_unfinished(folder))
        # The run folder of a trainer grows; what becomes of it is compared after the second run.
        known = {path: digest for path, digest in _digests(folder).items() if ".part" not in path}
        counts["torn"] += sum(whole.get(path) != digest for path, digest in known.items())
        done = _start(folder, COMMANDS[name])
        done.communicate()
        counts["rerun"] += done.returncode != 0
        counts["differ"] += _digests(folder) != whole
        counts["left"] += len(_unfinished(folder))
    return counts


def _whole_run(work: Path, folder: Path, name: str) -> float | None:
    _fresh(work, folder)
    started = time.perf_counter()
    done = _start(folder, COMMANDS[name])
    done.communicate()
    return None if done.returncode else time.perf_counter() - started


def _fresh(work: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "given").symlink_to(work / "given")


def _start(folder: Path, command: Sequence[str]) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    return subprocess.Popen([*PROGRAM, *command, "-q"], stdout=quiet, stderr=quiet, cwd=folder)


def _unfinished(folder: Path) -> list[Path]:
    return [*folder.rglob(".privtool-*"), *folder.rglob("*.part")]


def _digests(folder: Path) -> dict[str, str]:
    """Return the digests of all finished files."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and not name.startswith("given") and "/.privtool-" not in f"/{name}":
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def main() -> int:
    """Kill until the time is up; print the table."""
    options = parser_of(__doc__).parse_args()
    rnd = random.Random(options.seed)
    table: Table = {name: Counter() for name in COMMANDS}
    with tempfile.TemporaryDirectory() as work:
        prepare(Path(work))
        for _ in seeds(options.seed, options.seconds):
            for name, counts in table.items():
                counts.update(kill_often(Path(work), name, 1, rnd))
    return report(table, COLUMNS, FAILURES, f"seed {options.seed}")


if __name__ == "__main__":
    sys.exit(main())
