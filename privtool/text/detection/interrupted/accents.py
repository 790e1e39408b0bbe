"""Signs and cases of spelled letters: "S, I, A with a circumflex, N", "capital R, small e"."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

SIGN_NAME = (
    r"(?:accent|acute|caron|cedilla|circumflex|comma|dot|grave|hat|hook|line|ring|stroke|tail|tilde"
    r"|umlaut|squiggle|curl|dash|slash|circle)s?"
)
SIGN = rf"(?:an?|the|two|no) (?:[a-z]+ )?{SIGN_NAME}"
_ACCENT = Regex(
    rf"(?<![^\W_])(?:[a-z] with {SIGN}(?: on (?:it|top|the [a-z]))?|with {SIGN} on the [a-z])"
    r"(?![^\W_])"
)
_CASED = Regex(
    r"(?<![^\W_])(?:(?:capital|big|small|little|upper ?case|lower ?case) [a-z](?![\w'])"
    r"(?:, ?(?:and |then )?| and | then | )?)+(?<![\s,])"
)
_FEWEST, _NEAR = 3, 2  # letters that stand for themselves, and characters to other letters
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


def find_cased(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find letters that are said with their case: "capital R, small e, small z".

    One or two need another spelled letter next to them: "M, small c, capital A".
    """
    if not any(case in view.original for case in _CASES):
        return []
    starts, ends = {span.start for span in spans}, {span.end for span in spans}
    found: list[Span] = []
    for match in _CASED.finditer(view.original):
        count = sum(map(match[0].count, _CASES))
        near = any(match.start() - k in ends or match.end() + k in starts for k in range(_NEAR + 1))
        inside = any(start in starts for start in range(match.start(), match.end()))
        if count >= _FEWEST or near or inside:
            found.append(Span(*match.span(), Label.PERSON.value, POSSIBLE))
    return found
