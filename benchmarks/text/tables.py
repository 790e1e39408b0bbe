"""`privtool mask` of one corpus as JSONL, as fields of JSONL, as CSV and as Parquet.

The processor time of whole processes is compared, start-up included. Each table has the columns
`id` and `text`.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.support.corpus import corpus
from benchmarks.support.measure import report, shell, side_by_side

_FORMS = {
    "jsonl": "",
    "field": "--field text",
    "csv": "--field text --input-format csv",
    "parquet": "--field text --input-format parquet",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=4_000_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--method", default="allowList")
    args = parser.parse_args()
    jsonl, _ = corpus(args.words)
    files = {"jsonl": jsonl, "field": jsonl, **_tables(jsonl)}
    mask = f"{sys.executable} -m privtool mask -q --method {args.method}"
    commands = {name: f"{mask} {_FORMS[name]} {path} > /dev/null" for name, path in files.items()}
    actions: dict[str, Callable[[], object]] = {
        name: partial(shell, command) for name, command in commands.items()
    }
    times = side_by_side(actions, args.runs, clock=_seconds_of_children)
    report(
        f"mask {args.method} of tables",
        corpus=jsonl.name,
        records=sum(1 for _ in jsonl.open(encoding="utf-8")),
        cpu_seconds=times,
        throughput_of_jsonl={name: round(times["jsonl"] / each, 3) for name, each in times.items()},
        runs=args.runs,
    )


def _seconds_of_children() -> float:
    used = os.times()
    return used.children_user + used.children_system


def _tables(jsonl: Path) -> dict[str, Path]:
    """Write the corpus as CSV, and as Parquet if pyarrow is installed; return the paths."""
    rows = [json.loads(line) for line in jsonl.open(encoding="utf-8")]
    paths = {"csv": jsonl.with_suffix(".csv")}
    with paths["csv"].open("w", encoding="utf-8", newline="") as out:
        table = csv.DictWriter(out, ["id", "text"])
        table.writeheader()
        table.writerows(rows)
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return paths
    paths["parquet"] = jsonl.with_suffix(".parquet")
    parquet.write_table(pyarrow.Table.from_pylist(rows), paths["parquet"])
    return paths


if __name__ == "__main__":
    main()
