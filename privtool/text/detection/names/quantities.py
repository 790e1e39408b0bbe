"""Quantities that look like something else: "6 1/2" is no date, "eight pounds lighter" no money."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from privtool.core.spans import Span
from privtool.text.detection.confidence import FAINT
from privtool.text.english.calendar import ENGLISH_MONTHS, WEEKDAYS
from privtool.text.lexicon import rows, words

_AROUND = 40  # characters
_GUESS = "?"
_ANY = "*"

_Row = tuple[bool, re.Pattern[str], re.Pattern[str], re.Pattern[str], str]


@cache
def _rows() -> dict[str, list[_Row]]:
    """Return the rows of `relabeled_quantities.tsv` by their label."""
    uncounted = words("counted.nothing") | ENGLISH_MONTHS | WEEKDAYS.keys()
    counted = rf"(?!(?:{'|'.join(sorted(uncounted))})(?!\w))[a-z]+(?!\w)"
    by_label: dict[str, list[_Row]] = {}
    for label, before, inside, after, new in rows("relabeled_quantities"):
        row = (
            label.endswith(_GUESS),
            _compiled(rf"(?:{before})\Z" if before != _ANY else ""),
            _compiled(rf"(?:{inside})\Z"),
            _compiled(after.replace("{counted}", counted) if after != _ANY else ""),
            new,
        )
        by_label.setdefault(label.rstrip(_GUESS), []).append(row)
    return by_label


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def label_of_quantity(text: str, span: Span) -> str | None:
    """Return the label of a date, time, sum or id that is a quantity; None if it is none."""
    return next(_labels(text, span), None)


def _labels(text: str, span: Span) -> Iterator[str]:
    inside = text[span.start : span.end]
    before = text[max(span.start - _AROUND, 0) : span.start]
    after = text[span.end : span.end + _AROUND]
    for guess, head, form, tail, new in _rows().get(span.label, ()):
        doubted = not guess or span.score <= FAINT
        if doubted and form.match(inside) and tail.match(after) and head.search(before):
            yield new
