"""What all searches share: the program, their options, rounds, and the table of counts."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
PROGRAM = (sys.executable, "-m", "privtool")
Table = dict[str, Counter[str]]


def write_key(path: Path, digits: str = "00" * 32) -> None:
    """Write a key file that others cannot read."""
    path.write_text(digits)
    path.chmod(0o600)


def parser_of(doc: str | None, seconds: float | None = 60) -> argparse.ArgumentParser:
    """Return a parser of `--seed`, and of `--seconds` if they have a default."""
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    if seconds is not None:
        parser.add_argument("--seconds", type=float, default=seconds)
    return parser


def seeds(first: int, seconds: float) -> Iterator[int]:
    """Yield seeds from the first one until the time is up, at least one."""
    until = time.monotonic() + seconds
    for seed in count(first):
        yield seed
        if time.monotonic() > until:
            return


def add_counts(table: Table, found: Table) -> None:
    """Add the counts of a round to those of all."""
    for name, counts in found.items():
        table[name].update(counts)


def report(table: Table, columns: Sequence[str], failures: Sequence[str], note: str) -> int:
    """Print the counts of each case in a row; return the exit status, 1 if anything failed."""
    print("case".ljust(16), *(name.rjust(10) for name in columns))
    for name, counts in table.items():
        print(name.ljust(16), *(f"{counts[column]:10,}" for column in columns))
    print(note)
    return int(any(counts[name] for counts in table.values() for name in failures))
