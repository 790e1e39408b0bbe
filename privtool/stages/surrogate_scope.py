"""The scope of a record: the records in which a phrase has the same surrogate."""

from __future__ import annotations

import regex

from privtool.core.record import Record, group_of
from privtool.text.lexicon import word_set
from privtool.text.surrogates.context import normalized

_ROLES = word_set(
    """agent assistant attorney bot caller callee channel clerk client clinician customer doctor dr
    female guest host human interviewee interviewer left listener male mother nurse operator other
    parent participant patient physician rep representative right speaker spk student system
    teacher therapist unknown user witness"""
)
_FEWEST = 3  # letters or digits of the name of a person
_LETTERS = regex.compile(r"\p{L}+")
_DIGITS = regex.compile(r"\p{N}+")


def scope_of(record: Record, fields: tuple[str, ...]) -> str | None:
    """Return the scope that the first field with a value gives; None if the record has none.

    Without fields all records share a scope. Among several fields, a speaker that is a role
    ("agent", "A", "speaker 1") does not count: many persons have it. Raise `DataError` for a value
    that is neither text nor a whole number.
    """
    if not fields:
        return ""
    for name in fields:
        scope = group_of(record, name)
        if scope is not None and not (
            name == "speaker" and len(fields) > 1 and _is_role(str(record.speaker))
        ):
            return scope
    return None


def _is_role(speaker: str) -> bool:
    words = _LETTERS.findall(normalized(speaker))
    digits = "".join(_DIGITS.findall(speaker))
    named = [word for word in words if word not in _ROLES]
    return sum(map(len, named)) < _FEWEST and (bool(words) or len(digits) < _FEWEST)
