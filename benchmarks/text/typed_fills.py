"""Prints masked texts of a corpus, filled as the paper does and as phrases, for a person to read.

    python -m benchmarks.text.typed_fills /folder/with/wsj.valid.jsonl.gz --lines 60 --skip 200

Nothing is measured but the CPU time of each way of filling: whether a fill is silly, a reader says.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

import privtool

WAYS: dict[str, dict[str, Any]] = {
    "paper": {"paper": True},
    "untyped": {"typed": "none"},
    "typed": {},
}
_READ = 2500  # records of the corpus


def masked_records(
    path: Path, method: str, first: int, skip: int, lines: int, step: int
) -> list[dict[str, Any]]:
    """Return records of a corpus with a marker: every `step`th from `first` on, without `skip`."""
    with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
        raw = [json.loads(line) for line in islice(file, first - 1, first - 1 + _READ * step, step)]
    found = (record for record in privtool.mask(raw, method=method) if record["masks"])
    return list(islice(found, skip, skip + lines))


def main() -> None:
    """Print the lines, and the CPU time of each way on stderr."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--lines", type=int, default=60)
    parser.add_argument("--first", type=int, default=1, help="the first record, from 1")
    parser.add_argument("--step", type=int, default=1, help="read every Nth record")
    parser.add_argument("--skip", type=int, default=0, help="masked lines to leave out")
    parser.add_argument("--method", default="entityTagger")
    args = parser.parse_args()
    records = masked_records(args.corpus, args.method, args.first, args.skip, args.lines, args.step)
    filled: dict[str, list[dict[str, Any]]] = {}
    for name, options in WAYS.items():
        started = time.process_time()
        filled[name] = list(privtool.fill(records, **options))
        print(f"{name}: {time.process_time() - started:.1f} s of CPU time", file=sys.stderr)
    for number, record in enumerate(records):
        print(f"{number + 1:3d}  masked   {record['text']}")
        for name, texts in filled.items():
            print(f"     {name:8s} {texts[number]['text']}")


if __name__ == "__main__":
    main()
