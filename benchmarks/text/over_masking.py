"""How many public words `mask` masks, in percent.

    privtool mask --method entityTagger --annotate -q raw.jsonl -o annotated.jsonl
    python -m benchmarks.text.over_masking raw.jsonl annotated.jsonl

The words of a record that none of its own entities touches are public; in a record without
entities, all words are. A word is masked if an entity of the annotated record touches it.

With `--labels`, it also counts which label a phrase has that `mask` takes for a name, and which
one its own record gives it ("public": none). As `--annotate` keeps entities, remove them before:

    jq -c "del(.entities)" raw.jsonl | privtool mask --method entityTagger --annotate -q
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.support.measure import report
from privtool.text.labels import canonical_label
from privtool.text.words import words

_NAMES = ("PERSON", "LOCATION", "ORGANIZATION", "MISC")
_PUBLIC = "public"


def public_words(raw: dict[str, Any], annotated: dict[str, Any]) -> Iterator[bool]:
    """Yield for each public word of a record whether it is masked."""
    private, masked = raw.get("entities", []), annotated.get("entities", [])
    for word in words(raw["text"]):
        if not _touches(private, word.start, word.end):
            yield _touches(masked, word.start, word.end)


def label_pairs(raw: dict[str, Any], annotated: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the label of each phrase found as a name, and the true one of what it touches most."""
    for found in annotated.get("entities", []):
        if found["label"] not in _NAMES:
            continue
        shares = [
            (min(each["end"], found["end"]) - max(each["start"], found["start"]), each["label"])
            for each in raw.get("entities", [])
        ]
        most, label = max(shares, default=(0, _PUBLIC), key=lambda share: share[0])
        yield found["label"], canonical_label(label).value if most > 0 else _PUBLIC


def label_figures(pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return how many phrases are public, have a wrong label, and each kind of confusion."""
    counts = Counter(f"{found} is {true}" for found, true in pairs if found != true)
    public = sum(true == _PUBLIC for _, true in pairs)
    return {
        "phrases": len(pairs),
        "public": public,
        "wrong_label": counts.total() - public,
        "confusions": dict(counts.most_common()),
    }


def _touches(entities: Sequence[dict[str, Any]], start: int, end: int) -> bool:
    return any(each["start"] < end and start < each["end"] for each in entities)


def main() -> None:
    """Compare two files, record by record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("raw", type=Path)
    parser.add_argument("annotated", type=Path)
    parser.add_argument("--labels", action="store_true", help="count wrong labels, too")
    args = parser.parse_args()
    with args.raw.open("rb") as raw, args.annotated.open("rb") as annotated:
        pairs = list(zip(map(json.loads, raw), map(json.loads, annotated), strict=True))
    found = [masked for pair in pairs for masked in public_words(*pair)]
    labels = [each for pair in pairs for each in label_pairs(*pair)] if args.labels else []
    report(
        "over-masking",
        words=len(found),
        masked_percent=round(100 * sum(found) / max(1, len(found)), 2),
        **(label_figures(labels) if args.labels else {}),
    )


if __name__ == "__main__":
    main()
