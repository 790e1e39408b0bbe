"""Private phrases marked in the text itself, for people: `call [[Anna Kowalski|PERSON]] now`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privtool.core.errors import DataError
from privtool.core.record import Entity
from privtool.core.spans import replace_ranges
from privtool.text.labels import is_known_label

MARKED = "marked"
"""The field of a gold record that holds its text with marks."""
_MARK = re.compile(r"\[\[(.+?)\|([A-Za-z_]+)\]\]", re.DOTALL)


def with_marks(text: str, entities: Sequence[Entity]) -> str:
    return replace_ranges(
        text, ((e.start, e.end, f"[[{text[e.start : e.end]}|{e.label}]]") for e in entities)
    )


def marked_entities(text: str, marked: object) -> tuple[Entity, ...]:
    """Return the entities that are marked in a text.

    Raises `DataError` if there is more than marks in it that the text has not, or a label that
    privtool does not know.
    """
    if not isinstance(marked, str):
        raise DataError(f"field '{MARKED}' is not text")
    entities, removed = [], 0
    for match in _MARK.finditer(marked):
        phrase, label = match.groups()
        if not is_known_label(label):
            raise DataError(f"field '{MARKED}' has an unknown label")
        start = match.start() - removed
        entities.append(Entity(start, start + len(phrase), label))
        removed += len(match.group()) - len(phrase)
    if _MARK.sub(r"\1", marked) != text:
        raise DataError(f"field '{MARKED}' does not match the text without its marks")
    return tuple(entities)
