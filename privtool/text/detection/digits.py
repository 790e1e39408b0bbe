"""Numbers in digits that no rule describes: phone numbers, by plan and form, and all others.

This is where written phone numbers are recognized; `dictation/dictated.py` has those in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.view import TextView
from privtool.text.labels import DOUBTFUL, LIKELY, POSSIBLE, SURE, VALIDATED, Label
from privtool.text.lazy_regex import Regex

DATE, ID, NUMBER = Label.DATE.value, Label.ID.value, Label.NUMBER.value
PHONE = Label.PHONE.value
_SEPARATED = r"(?:[ \-./()~]{1,3}\d"
_CHAIN = Regex(rf"\d(?<![A-Za-z\d]\d)\d*{_SEPARATED}+)*")
_GROUP = Regex(r"\d+")
_EXTENSION = Regex(
    r" ?[,;]? ?(?:extension|extn\.?|ext\.?|xtn|x|poste|durchwahl|#) ?[:.]? ?\d{1,7}(?!\d)"
)
_COMPACT_DATE = Regex(r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_YEAR = Regex(r"1[5-9]\d\d|20\d\d")
_FEWEST, _FEWEST_CUED = 5, 3  # digits of a number
_FEWEST_OF_PHONE, _MOST_OF_PHONE, _MOST_OF_DATE = 7, 15, 8
_MOST_DIGITS, _MOST_GROUPS = 20, 6  # of one number, unless it is in one piece
_HOME, _HOME_LENGTH = "US", 10
# Usual lengths of groups in many countries, without the country code.
_SHAPES = {
    **dict.fromkeys(((3, 4), (3, 3, 4), (1, 3, 3, 4)), SURE),
    **dict.fromkeys(((1, 3, 7), (3, 7), (6, 4), (2,) * 5, (3, 2, 2, 2), (3, 2, 2)), LIKELY),
    (4, 4): POSSIBLE,
}

_Group = tuple[int, int]  # the offsets of some digits


class _Number(NamedTuple):
    """Digit groups that may be one number; the cue word before it has announced a label."""

    digits: str
    groups: tuple[int, ...]  # their lengths
    signs: str  # between them
    international: bool  # after a "+"
    expected: tuple[str, float] | None


def find(view: TextView) -> list[Span]:
    """Find all numbers that deserve a label; `leftovers.toml` has the rest."""
    spans: list[Span] = []
    done = 0
    for chain in _CHAIN.finditer(view.plain):
        groups = [group.span() for group in _GROUP.finditer(view.plain, *chain.span())]
        for span in _numbers(view, groups):
            if span.label == PHONE:
                start = span.start
                while start > done and view.plain[start - 1] in "+(":
                    start -= 1
                extension = _EXTENSION.match(view.lower, span.end)
                span = span._replace(start=start, end=extension.end() if extension else span.end)
            if span.start >= done:
                spans.append(span)
                done = span.end
    return spans


def _numbers(view: TextView, groups: list[_Group]) -> Iterator[Span]:
    """Yield the numbers in a chain, in order: those between spaces if one is sure, or the whole."""
    whole = _number(view, groups)
    parts: list[Span | None] = []
    if (whole is None or whole.score < SURE) and groups[0][0] not in view.expected:
        cuts = [
            k for k in range(1, len(groups)) if " " in view.plain[groups[k - 1][1] : groups[k][0]]
        ]
        parts = [_number(view, groups[i:j]) for i, j in pairwise([0, *cuts, len(groups)])]
    surest = max((part.score for part in parts if part is not None), default=0.0)
    for span in parts if surest >= SURE else [whole]:
        if span is not None:
            yield span


def _number(view: TextView, groups: Sequence[_Group]) -> Span | None:
    """Return the span of these groups as one number, None if they are not one."""
    text, (start, end) = view.plain, (groups[0][0], groups[-1][1])
    if len(groups) > 1 and end - start > 3 * _MOST_DIGITS:
        return None
    places = range(start, start - 3, -1) if view.expected else ()
    number = _Number(
        digits="".join(text[slice(*group)] for group in groups),
        groups=tuple(stop - first for first, stop in groups),
        signs="".join(text[before[1] : group[0]] for before, group in pairwise(groups)),
        international="+" in text[max(0, start - 2) : start],
        expected=next((view.expected[k] for k in places if k in view.expected), None),
    )
    verdict = _verdict(number)
    return Span(start, end, *verdict) if verdict is not None else None


def _verdict(number: _Number) -> tuple[str, float] | None:
    """Return the label and score of a number: by a "+", a cue, a plan or form, its length."""
    length = len(number.digits)
    if number.international and length >= _FEWEST:
        return PHONE, max(plan_score("+" + number.digits), LIKELY)
    phone = _phone_score(number)
    if number.expected is not None and length >= _FEWEST_CUED and _fits_cue(number):
        label, score = number.expected
        return label, max(score, phone) if label == PHONE else score
    if length < _FEWEST:
        return None
    return (PHONE, phone) if phone else _other(number)


def _fits_cue(number: _Number) -> bool:
    """Return whether a number may be what a cue announces: "order in 1820" is a year."""
    label, score = number.expected or ("", 0.0)
    length, count = len(number.digits), len(number.groups)
    if count > 1 and (length > _MOST_DIGITS or (count > _MOST_GROUPS and max(number.groups) > 1)):
        return False
    if label in (PHONE, DATE) and length > (_MOST_OF_PHONE if label == PHONE else _MOST_OF_DATE):
        return False
    return score >= SURE or label not in (ID, NUMBER) or not _YEAR.fullmatch(number.digits)


def _phone_score(number: _Number) -> float:
    """Return the score of a number of the US plan, or one with the form of any country."""
    digits, single = number.digits, len(number.groups) == 1
    if not _FEWEST_OF_PHONE <= len(digits) <= _MOST_OF_PHONE:
        return 0.0
    form = _form_score(number)
    if not form and not (single and len(digits) >= _HOME_LENGTH):
        return 0.0
    plan = max(plan_score(digits), plan_score("+" + digits[2:]) if digits.startswith("00") else 0.0)
    return max(form, min(plan, SURE) if single else plan)


def plan_score(written: str) -> float:
    """Return the score of a number by the world's numbering plans: 1 if valid, 0 if impossible.

    `written` starts with "+" or is read as dialed in the USA; local numbers of other countries are
    matched by their form, with a lower score.
    """
    import phonenumbers

    international = written.startswith("+")
    try:
        number = phonenumbers.parse(written, None if international else _HOME)
    except phonenumbers.NumberParseException:
        return 0.0
    if phonenumbers.is_valid_number(number):
        return VALIDATED
    return SURE if international and phonenumbers.is_possible_number(number) else 0.0


def _form_score(number: _Number) -> float:
    """Return the score of groups and separators as a phone number of any country."""
    groups, signs = number.groups, number.signs
    score = _SHAPES.get(groups, 0.0)
    if score:
        local = len(number.digits) < _HOME_LENGTH and signs.isspace()
        return min(score, LIKELY) if local else score
    if not 2 <= len(groups) <= 7 or max(groups) > 8 or min(groups) < 2 <= len(groups) - 3:
        return 0.0
    if number.digits.startswith("0") or "(" in signs or ")" in signs:
        return LIKELY
    fraction = len(groups) == 2 and "." in signs
    return POSSIBLE if max(groups) >= 3 and not fraction else 0.0


def _other(number: _Number) -> tuple[str, float] | None:
    """Label a number of unknown kind: the longer, the surer; None for a list such as "1 2 12 4"."""
    length, groups, signs = len(number.digits), number.groups, number.signs
    if len(groups) == 1:
        if _COMPACT_DATE.fullmatch(number.digits):
            return DATE, POSSIBLE
        return NUMBER, SURE if length >= _FEWEST_OF_PHONE else LIKELY
    if "(" in signs or ")" in signs or (len(groups) > 2 and min(groups) < max(groups) <= 2):
        return None
    if signs == "." and groups[0] <= 3:
        return NUMBER, DOUBTFUL  # a decimal fraction
    return NUMBER, LIKELY if "-" in signs or max(groups) == 1 else POSSIBLE
