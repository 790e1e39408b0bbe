"""What models find of names, mended: signs left out, parts of one name joined.

A model labels each word by itself, so a name that it does not know may change its class half way
("Conan" and "Gray", "Oracle" and "Park"), and signs next to a name may become a part of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words as listed

_PERSON = Label.PERSON.value
_BEFORE_NAME, _AFTER_NAME = " \t\r\n.,;:!?)]}>", " \t\r\n,;:([{<"
_GENITIVE = Regex(r"(?<=\w)['’]s(?!\w)")
_PLACE = Label.LOCATION.value
_ORGANIZATION = Label.ORGANIZATION.value
_LEAST_SCORE = 0.5  # of both parts


def without_signs(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans without the signs at their ends, and without those that hold no word.

    The "'s" after a word alone is none.
    """
    trimmed = []
    for span in spans:
        inside = text[span.start : span.end]
        start = span.end - len(inside.lstrip(_BEFORE_NAME))
        end = max(start, span.start + len(inside.rstrip(_AFTER_NAME)))
        trimmed.append(span._replace(start=start, end=end))
    return [span for span in trimmed if _is_word(text, span)]


def _is_word(text: str, span: Span) -> bool:
    genitive = _GENITIVE.search(text, max(span.start - 1, 0), span.end)
    if genitive and genitive.start() <= span.start and genitive.end() == span.end:
        return False
    return any(map(str.isalnum, text[span.start : span.end]))


def joined_fragments(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, with neighbors that are parts of one name as one span.

    Parts have capitals and only a space between them. A person is joined with what follows, a
    place with an organization: the whole is a place if it ends like one.
    """
    joined: list[Span] = []
    for span in sorted(spans):
        label = _label_of_both(text, joined[-1], span) if joined else None
        if label is None:
            joined.append(span)
            continue
        first = joined.pop()
        score, doubtful = max(first.score, span.score), (*first.doubtful, *span.doubtful)
        joined.append(Span(first.start, span.end, label, score, doubtful))
    return joined


def _label_of_both(text: str, first: Span, second: Span) -> str | None:
    """Return the class of a name of two parts, None if they are two names."""
    if text[first.end : second.start] != " " or first.label == second.label:
        return None
    if min(first.score, second.score) < _LEAST_SCORE:
        return None
    if not (text[first.start].isupper() and text[second.start].isupper()):
        return None
    if first.label == _PERSON:
        return _PERSON
    if {first.label, second.label} != {_PLACE, _ORGANIZATION}:
        return None
    last = text[first.start : second.end].split()[-1].lower()
    return _PLACE if last in listed("places.ends") else _ORGANIZATION
