"""Signs and cases of spelled letters: "S, I, A with a circumflex, N", "capital R, small e"."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

_ACCENT = Regex(
    r"(?<![^\W_])[a-z] with (?:an?|the|two|no) (?:[a-z]+ )?"
    r"(?:accent|acute|caron|cedilla|circumflex|comma|dot|grave|hat|hook|line|ring|stroke|tail|tilde"
    r"|umlaut|squiggle|curl|dash|slash|circle)s?(?: on (?:it|top|the [a-z]))?(?![^\W_])"
)
_CASED = Regex(
    r"(?<![^\W_])(?:(?:capital|big|small|little|upper ?case|lower ?case) [a-z](?![\w'])"
    r"(?:, ?(?:and |then )?| and | then | )?){3,}(?<![\s,])"
)
_CASES = ("capital ", "big ", "small ", "little ", "case ")


def find(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find the signs that are said of a letter, with the label of the span that it ends, if any."""
    if " with " not in view.original:
        return []
    ends = {span.end: span.label for span in spans}
    return [
        Span(*match.span(), ends.get(match.start() + 1, Label.PERSON.value), POSSIBLE)
        for match in _ACCENT.finditer(view.original)
    ]


def find_cased(view: TextView, _: Sequence[Span]) -> list[Span]:
    """Find letters each of which is said with its case: "capital R, small e, small z"."""
    if not any(case in view.original for case in _CASES):
        return []
    matches = _CASED.finditer(view.original)
    return [Span(*match.span(), Label.PERSON.value, POSSIBLE) for match in matches]
