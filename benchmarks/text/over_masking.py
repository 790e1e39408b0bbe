"""How many public words `mask` masks, in percent.

    privtool mask --method entityTagger --annotate -q raw.jsonl -o annotated.jsonl
    python -m benchmarks.text.over_masking raw.jsonl annotated.jsonl

The words of a record that none of its own entities touches are public; in a record without
entities, all words are. A word is masked if an entity of the annotated record touches it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.support.measure import report
from privtool.text.words import words


def public_words(raw: dict[str, Any], annotated: dict[str, Any]) -> Iterator[bool]:
    """Yield for each public word of a record whether it is masked."""
    private, masked = raw.get("entities", []), annotated.get("entities", [])
    for word in words(raw["text"]):
        if not _touches(private, word.start, word.end):
            yield _touches(masked, word.start, word.end)


def _touches(entities: Sequence[dict[str, Any]], start: int, end: int) -> bool:
    return any(each["start"] < end and start < each["end"] for each in entities)


def main() -> None:
    """Compare two files, record by record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("raw", type=Path)
    parser.add_argument("annotated", type=Path)
    args = parser.parse_args()
    with args.raw.open("rb") as raw, args.annotated.open("rb") as annotated:
        pairs = zip(map(json.loads, raw), map(json.loads, annotated), strict=True)
        found = [masked for pair in pairs for masked in public_words(*pair)]
    report(
        "over-masking",
        words=len(found),
        masked_percent=round(100 * sum(found) / max(1, len(found)), 2),
    )


if __name__ == "__main__":
    main()
