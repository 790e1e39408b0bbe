"""Put faults into the package, one at a time, and see whether its tests notice.

`python tools/mutation_check.py --seed 1 --faults 50` draws places in `privtool/`, or in the folders
that are named, where an operator, a constant or a condition stands. In a copy of the checkout it
changes one at a time, runs the tests of the module, and prints `caught`, `survived` or `time`
(stopped) with file, line and change. The tests are the folder that mirrors the module's, for
commands the files of `tests/cli` that name them, and first of all those that import it. The same
seed draws the same faults as long as the package does not change: so two states of the tests can
be compared.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
_TABLES = "test_refused_and_written"  # of all commands
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", "__pycache__", ".*_cache")
_SWAPS = "Lt LtE, Gt GtE, Eq NotEq, Is IsNot, In NotIn, Add Sub, Mult Div, And Or"
_PAIRS = [[getattr(ast, name) for name in pair.split()] for pair in _SWAPS.split(", ")]
OTHER: dict[type[ast.AST], Any] = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}


class Fault(NamedTuple):
    """One change: of a file, from one place (in bytes) to another, into what."""

    file: Path
    line: int
    start: int
    end: int
    before: str
    after: str


def changed(node: ast.AST) -> ast.expr | None:
    """What a fault makes of an expression; None if none is made of it."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OTHER:
        return ast.Compare(node.left, [OTHER[type(node.ops[0])]()], node.comparators)
    if isinstance(node, ast.BinOp) and type(node.op) in OTHER:
        return ast.BinOp(node.left, OTHER[type(node.op)](), node.right)
    if isinstance(node, ast.BoolOp):
        return ast.BoolOp(OTHER[type(node.op)](), node.values)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ast.Constant(not node.value)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return ast.Constant(node.value + 1)
    return None


def running(node: ast.AST) -> Iterator[ast.AST]:
    """A node and those below it that do something when they run: no annotations, no f-strings."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for below in value if isinstance(value, list) else [value]:
            if isinstance(below, ast.AST) and not isinstance(below, ast.JoinedStr):
                yield from running(below)


def faults_of(file: Path) -> Iterator[Fault]:
    """Every fault that can be made of a file: changed expressions, and conditions turned around."""
    source = file.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in running(ast.parse(source)):
        old, new = node, changed(node)
        if isinstance(node, (ast.If, ast.While, ast.IfExp)):
            old, new = node.test, ast.UnaryOp(ast.Not(), node.test)
        if new and isinstance(old, ast.expr) and "TYPE_CHECKING" not in ast.unparse(old):
            start = starts[old.lineno - 1] + old.col_offset
            end = starts[(old.end_lineno or 0) - 1] + (old.end_col_offset or 0)
            yield Fault(file, old.lineno, start, end, ast.unparse(old), f"({ast.unparse(new)})")


def tests_of(file: Path) -> list[str]:
    """The files of tests that belong to a module, those that import it first."""
    parts = file.relative_to(ROOT / "privtool").with_suffix("").parts
    folder = ROOT / "tests" / Path(*parts[:-1])
    while not folder.is_dir():
        folder = folder.parent
    texts = {path: path.read_text() for path in (ROOT / "tests").rglob("test_*.py")}
    own = set() if folder == ROOT / "tests" else set(folder.rglob("test_*.py"))
    if parts[0] in ("cli", "workflows"):
        named, of_cli = f'"{parts[-1].replace("_", "-")}"', f"tests/cli/{parts[-1]}"
        own = {path for path in texts if "tests/cli" in str(path) and named in texts[path]}
        own |= {path for path in texts if of_cli in str(path) or path.stem == _TABLES}
    importing = {path for path in texts if ".".join(("privtool", *parts)) in texts[path]}
    ranked = sorted(own | importing, key=lambda path: (path not in importing, path))
    return [str(path.relative_to(ROOT)) for path in ranked or [ROOT / "tests/test_loading.py"]]


def outcome(fault: Fault, copy: Path, seconds: float) -> str:
    """Whether the tests catch a fault that is put into a copy of the checkout for this long."""
    target = copy / fault.file.relative_to(ROOT)
    source = target.read_bytes()
    target.write_bytes(source[: fault.start] + fault.after.encode() + source[fault.end :])
    command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command + tests_of(fault.file), cwd=copy, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as tests:  # fmt: skip
        try:
            return "caught" if tests.wait(seconds) else "survived"
        except subprocess.TimeoutExpired:
            return "time"
        finally:
            if tests.poll() is None:
                os.killpg(tests.pid, signal.SIGKILL)
            target.write_bytes(source)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120, help="for the tests of one fault")
    parser.add_argument("folder", nargs="*", default=["privtool"], help="where to put them")
    asked = parser.parse_args()
    files = sorted(file for folder in asked.folder for file in (ROOT / folder).rglob("*.py"))
    every = [fault for file in files for fault in faults_of(file)]
    drawn = random.Random(asked.seed).sample(every, asked.faults)
    counts = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(ROOT, Path(folder) / "copy", ignore=LEFT_OUT)
        for fault in drawn:
            counts[found := outcome(fault, copy, asked.seconds)] += 1
            change = f"{fault.line}: {fault.before} -> {fault.after}"
            print(f"{found:8} {fault.file.relative_to(ROOT)}:{change}", flush=True)
    print(", ".join(f"{counts[what]} {what}" for what in ("caught", "survived", "time")))


if __name__ == "__main__":
    main()
