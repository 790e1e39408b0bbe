"""Names of firms that are made of names: "Boggs & Whitfield LLP" is one organization."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.labels import Label
from privtool.text.lazy_regex import Match, Regex
from privtool.text.lexicon import words
from privtool.text.name_lexicon import lexicon

_ORGANIZATION = Label.ORGANIZATION.value
_NAME = r"(?<!\w)[A-Z][\w'’-]{1,30}(?!\w)"  # bounded, as the list is: the search is linear
_LIST = rf"{_NAME}(?:,? {_NAME}){{0,5}}"
_FIRM = Regex(rf"{_LIST} & {_LIST}")
_WORD = Regex(_NAME)


def firms(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the firms that hold a span.

    A tagger that knows none of them marks a part ("Boggs", "&", "LLP"), which says that the other
    parts are private, too. Two names without anything of a firm are two persons ("Ann & Bob").
    """
    if not spans or " & " not in text:
        return
    for match in _FIRM.finditer(text):
        start, end = _without_common_words(match), match.end()
        labels = {span.label for span in spans if span.start < end and start < span.end}
        is_firm = text[:end].rsplit(maxsplit=1)[-1].lower() in words("firms.forms")
        if labels and (is_firm or _ORGANIZATION in labels):
            yield Span(start, end, _ORGANIZATION, LIKELY)


def _without_common_words(match: Match) -> int:
    """Return where a firm begins: "Call" is no part of "Call Boggs & Whitfield LLP"."""
    known, names = lexicon().common, lexicon().listed
    start = match.start()
    for word in _WORD.finditer(match.string, start, match.end()):
        if word[0].lower() not in known or word[0].lower() in names:
            return word.start()
    return start
