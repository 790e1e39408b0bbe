"""Run the cheap benchmarks of `figures.tsv` and write their figures into the tables of the docs.

    python tools/figures.py --machine B [WORD ...]

A row of `figures.tsv` names a page, the first cell of one of its rows, a benchmark, and a template
of the other cells. There, `{0[key]}` is the value of a key in the first line that the benchmark
prints, `{name[key]}` in the line of that name, `{made}` the machine and the date, and `{stamp}` the
command, too. With words, only rows are written whose first cell or benchmark has one of them.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TABLE = Path(__file__).with_suffix(".tsv")


class Figure(NamedTuple):
    """A row of a table in the docs, and how to make it."""

    page: str
    first: str
    benchmark: str
    cells: str


def figures() -> list[Figure]:
    """Return the rows of `figures.tsv`."""
    return [Figure(*row.split("\t")) for row in TABLE.read_text("utf-8").splitlines()[1:]]


def with_row(text: str, first: str, cells: str) -> str:
    """Return a page with other cells in the only row that begins with `first`.

    Raises ValueError if there is no such row, or several, or one of another number of cells.
    """
    lines = text.split("\n")
    places = [n for n, line in enumerate(lines) if line.startswith(f"| {first} |")]
    if len(places) != 1:
        raise ValueError(f"{len(places)} rows begin with {first!r}")
    new = f"| {first} | {cells} |".replace("  ", " ")
    if new.count(" | ") != lines[places[0]].count(" | "):
        raise ValueError(f"the row {first!r} has another number of cells")
    lines[places[0]] = new
    return "\n".join(lines)


@cache
def measured(benchmark: str) -> list[Any]:
    """Run a benchmark; return the JSON values that it prints."""
    command = [sys.executable, "-m", *shlex.split(f"benchmarks.{benchmark}")]
    out = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    try:
        return [json.loads(out)]
    except ValueError:
        return [json.loads(line) for line in out.splitlines()]


def write(chosen: Sequence[Figure], machine: str) -> None:
    """Measure figures and write them into their pages, with the machine and the date."""
    for figure in chosen:
        page = ROOT / figure.page
        made = f"{machine}, {date.today()}"
        stamp = f"`benchmarks.{figure.benchmark}` ({made})"
        found = measured(figure.benchmark)
        named = {re.sub(r"\W+", "_", each.get("benchmark", "")): each for each in found}
        cells = figure.cells.format(*found, **named, made=made, stamp=stamp)
        page.write_text(with_row(page.read_text("utf-8"), figure.first, cells), "utf-8")
        print(f"{figure.page}: {figure.first}: {cells}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--machine", required=True, help="its letter in docs/results.md, or name")
    parser.add_argument("words", nargs="*", help="of the figures to make; default: all")
    given = parser.parse_args()
    words = given.words or [""]
    write([f for f in figures() if any(w in f.first + f.benchmark for w in words)], given.machine)


if __name__ == "__main__":
    main()
