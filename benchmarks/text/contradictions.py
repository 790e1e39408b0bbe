"""Counts sentences whose percentage contradicts their amounts: "rose 5% to $3 million from $2 ...".

    python -m benchmarks.text.contradictions wsj.train.jsonl.gz --first 2001 --records 4000

Texts are masked by entityTagger and filled without options. A sentence contradicts itself if its
percentage differs by more than a point from the change of its amounts.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import privtool

_FALLING = ("fell", "dropped", "declined", "decreased", "slipped", "down", "off", "tumbled")
_RISING = ("rose", "climbed", "increased", "jumped", "gained", "grew", "up", "soared", "surged")
_SCALES = {"million": 1, "billion": 1000}
_AMOUNT = r"\$([\d,]+(?:\.\d+)?) (million|billion)"
_CHANGE = re.compile(
    rf"\b({'|'.join((*_FALLING, *_RISING))})\b[^.;$]{{0,20}}? (\d+(?:\.\d+)?)(?:%| percent),? to "
    rf"{_AMOUNT}(?:, or [^$]{{0,40}})? from {_AMOUNT}"
)
_TOLERANCE = 1  # percent


class Counts(NamedTuple):
    """Sentences of the form, and those that contradict themselves."""

    sentences: int
    contradictory: int


def contradictions(texts: Iterable[str]) -> Counts:
    """Count the sentences in which a change in percent leads from one sum to another."""
    found = [_difference(match) for text in texts for match in _CHANGE.finditer(text)]
    return Counts(len(found), sum(each > _TOLERANCE for each in found))


def _difference(match: re.Match[str]) -> float:
    verb, percent, new, new_scale, old, old_scale = match.groups()
    said = float(percent) * (-1 if verb in _FALLING else 1)
    change = _value(new, new_scale) / _value(old, old_scale) - 1
    return abs(100 * change - said)


def _value(amount: str, scale: str) -> float:
    return float(amount.replace(",", "")) * _SCALES[scale]


def main() -> None:
    """Print the counts of the raw and of the filled text."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--first", type=int, default=1, help="the first record, from 1")
    parser.add_argument("--records", type=int, default=4000)
    args = parser.parse_args()
    last = args.first - 1 + args.records
    with gzip.open(args.corpus) as file:
        raw = [json.loads(line) for line in islice(file, args.first - 1, last)]
    filled = privtool.fill(privtool.mask(raw, method="entityTagger"))
    for name, records in {"raw": raw, "filled": filled}.items():
        counts = contradictions(record["text"] for record in records)
        print(f"{name}: {counts.sentences} sentences, {counts.contradictory} contradictory")


if __name__ == "__main__":
    main()
