"""Prints masked texts of a corpus, filled as the paper does and as phrases, for a person to read.

    python -m benchmarks.text.typed_fills /folder/with/wsj.valid.jsonl.gz --lines 60 --skip 200

Braces mark each fill: a phrase, or a word without a class. Nothing is measured but their number and
the CPU time of each way of filling: whether a fill is silly, a reader says.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import privtool
from privtool.text.labels import Label

WAYS: dict[str, dict[str, Any]] = {
    "paper": {"paper": True},
    "untyped": {"typed": "none"},
    "typed": {},
}
_READ = 2500  # records of the corpus


def masked_records(
    path: Path, method: str, first: int, skip: int, lines: int, step: int, longest: int
) -> list[dict[str, Any]]:
    """Return records of a corpus with a marker: every `step`th from `first` on, without `skip`.

    Masked texts of more than `longest` characters are left out.
    """
    with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
        raw = [json.loads(line) for line in islice(file, first - 1, first - 1 + _READ * step, step)]
    masked = privtool.mask(raw, method=method)
    found = (each for each in masked if each["masks"] and len(each["text"]) <= longest)
    return list(islice(found, skip, skip + lines))


def fills_of(masked: dict[str, Any], filled: dict[str, Any]) -> list[tuple[int, int]]:
    """Return where the fills of a text begin and end; the words of an entity are one."""
    found: list[tuple[int, int]] = []
    last: object = None
    whole = len(masked["masks"]) == len(filled["fills"])  # a merged marker has no words
    for number, fill in enumerate(filled["fills"]):
        entity = masked["masks"][number].get("entity") if whole else None
        one = entity is not None and entity == last and fill["label"] != Label.WORD.value
        start = found.pop()[0] if one else fill["start"]
        found.append((start, fill["end"]))
        last = entity
    return found


def in_braces(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return a text with braces around spans."""
    for start, end in reversed(spans):
        text = f"{text[:start]}{{{text[start:end]}}}{text[end:]}"
    return text


def main() -> None:
    """Print the lines, and the number of fills and the CPU time of each way on stderr."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--lines", type=int, default=60)
    parser.add_argument("--first", type=int, default=1, help="the first record, from 1")
    parser.add_argument("--step", type=int, default=1, help="read every Nth record")
    parser.add_argument("--longest", type=int, default=1 << 20, help="characters of a masked text")
    parser.add_argument("--skip", type=int, default=0, help="masked lines to leave out")
    parser.add_argument("--method", default="entityTagger")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS))
    args = parser.parse_args()
    records = masked_records(
        args.corpus, args.method, args.first, args.skip, args.lines, args.step, args.longest
    )
    texts: dict[str, list[str]] = {}
    for name in args.ways:
        started = time.process_time()
        filled = list(privtool.fill(records, provenance=True, **WAYS[name]))
        took = time.process_time() - started
        fills = list(map(fills_of, records, filled))
        texts[name] = [
            in_braces(*each) for each in zip((r["text"] for r in filled), fills, strict=True)
        ]
        print(f"{name}: {sum(map(len, fills))} fills, {took:.1f} s of CPU time", file=sys.stderr)
    for number, record in enumerate(records):
        print(f"{number + 1:3d}  masked   {record['text']}")
        for name in args.ways:
            print(f"     {name:8s} {texts[name][number]}")


if __name__ == "__main__":
    main()
