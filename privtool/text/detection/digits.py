"""Numbers in digits that no rule describes: phone numbers, by plan and form, and all others.

This is where written phone numbers are recognized; `said/dictated.py` has those in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.confidence import DOUBTFUL, LIKELY, POSSIBLE, SURE, VALIDATED
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

DATE, ID, NUMBER = Label.DATE.value, Label.ID.value, Label.NUMBER.value
PHONE = Label.PHONE.value
_SHORT_AFTER_CUE = frozenset((PHONE, Label.SSN.value, Label.CARD.value))

_SEPARATED = r"(?:[ \-./()~]{1,3}\d"
_CHAIN = Regex(rf"\d(?<![A-Za-z\d]\d)\d*{_SEPARATED}+)*")
_GROUP = Regex(r"\d+")
_EXTENSION = Regex(
    r" ?[,;]? ?(?:extension|extn\.?|ext\.?|xtn|x|poste|durchwahl|#) ?[:.]? ?\d{1,7}(?!\d)"
)
_COMPACT_DATE = Regex(r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_YEAR = Regex(r"1[5-9]\d\d|20\d\d")
_FEWEST, _FEWEST_CUED = 5, 3  # digits of a number
_FEWEST_OF_PHONE, _MOST_OF_PHONE = 7, 15
_MOST_DIGITS, _MOST_GROUPS = 20, 9  # of one number, unless it is in one piece
_TABLE = 14  # more groups in a row are a table, not one number
_HOME, _HOME_LENGTH = "US", 10
# How numbers of any other length start that may be valid: abroad, after a "1", and seven digits.
_LONG_OR_SHORT = ("+", "011", "1", "3")
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
    separators: tuple[str, ...]
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
                span = span._replace(start=start, end=_with_extension(view, span.end))
            if span.start >= done:
                spans.append(span)
                done = span.end
    return spans


def _with_extension(view: TextView, end: int) -> int:
    match = _EXTENSION.match(view.lower, end)
    return match.end() if match is not None else end


def _numbers(view: TextView, groups: list[_Group]) -> Iterator[Span]:
    """Yield the numbers in a chain, in order: the whole, else sure ones and those between them."""
    whole = _number(view, groups)
    sure = whole is not None and whole.score >= SURE
    if sure or len(groups) == 1 or len(groups) > _TABLE or groups[0][0] in view.expected:
        yield from () if whole is None else (whole,)
        return
    rest, first = 0, 0  # groups before `rest` are done
    while first < len(groups):
        span, stop = _sure_number(view, groups, first)
        between = _number(view, groups[rest:first]) if span is not None and rest < first else None
        yield from (number for number in (between, span) if number is not None)
        rest, first = stop if span is not None else rest, stop
    last = whole if rest == 0 else _number(view, groups[rest:]) if rest < len(groups) else None
    yield from () if last is None else (last,)


def _sure_number(view: TextView, groups: list[_Group], first: int) -> tuple[Span | None, int]:
    """Return the longest sure number of some groups from one after a space, up to a space."""
    if first == 0 or view.plain[groups[first - 1][1]] in " (":
        for stop in range(min(len(groups), first + _MOST_GROUPS), first + 1, -1):
            if stop == len(groups) or " " in view.plain[groups[stop - 1][1] : groups[stop][0]]:
                span = _number(view, groups[first:stop])
                if span is not None and span.score >= SURE:
                    return span, stop
    return None, first + 1


def _number(view: TextView, groups: Sequence[_Group]) -> Span | None:
    """Return the span of these groups as one number, None if they are not one."""
    text, (start, end) = view.plain, (groups[0][0], groups[-1][1])
    if len(groups) > 1 and end - start > 3 * _MOST_DIGITS:
        return None
    places = range(start, start - 3, -1) if view.expected else ()
    number = _Number(
        digits="".join(text[slice(*group)] for group in groups),
        groups=tuple(stop - first for first, stop in groups),
        separators=tuple(text[a[1] : b[0]] for a, b in pairwise(groups)),
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
    cued = _cued(number) if length >= _FEWEST_CUED else None
    if cued is not None or length < _FEWEST:
        return cued
    score = _phone_score(number)
    return (PHONE, score) if score else _other(number)


def _cued(number: _Number) -> tuple[str, float] | None:
    """Return what the cue announces, unless the number is too long or too loose for it."""
    if number.expected is None:
        return None
    label, score = number.expected
    length, count = len(number.digits), len(number.groups)
    loose = count > 1 and (length > _MOST_DIGITS or (count > 6 and max(number.groups) > 1))
    year = score < SURE and label in (ID, NUMBER) and _YEAR.fullmatch(number.digits)
    if loose or year or (label == DATE and length > 8):  # "order in 1820"
        return None
    if label == PHONE:
        form = _phone_score(number)
        if form or length > _MOST_OF_PHONE:
            return (PHONE, max(score, form)) if form else None
    if label in _SHORT_AFTER_CUE and length < _FEWEST:
        return label, min(score, LIKELY)
    plain = _other(number)
    return label, max(score, plain[1]) if plain is not None else score


def _phone_score(number: _Number) -> float:
    """Return the score of a number of the US plan, or one with the form of any country."""
    digits = number.digits
    if not _FEWEST_OF_PHONE <= len(digits) <= _MOST_OF_PHONE:
        return 0.0
    single = len(number.groups) == 1
    score = _form_score(number)
    if score or (single and len(digits) >= _HOME_LENGTH):
        plan = plan_score(digits)
        score = max(score, min(plan, SURE) if single else plan)
        if not plan and digits.startswith("00") and len(digits) > 9:
            score = max(score, plan_score("+" + digits[2:]))
    return score


def plan_score(written: str) -> float:
    """Return the score of a number by the world's numbering plans: 1 if valid, 0 if impossible.

    `written` starts with "+" or is read as dialed in the USA; local numbers of other countries are
    matched by their form, with a lower score.
    """
    import phonenumbers

    international = written.startswith("+")
    home = len(written) == _HOME_LENGTH and written[0] > "1"
    too_long = len(written) > _MOST_OF_PHONE + international
    if too_long or not (home or written.startswith(_LONG_OR_SHORT)):
        return 0.0  # at little cost
    if home:  # parsing would find nothing else
        number = phonenumbers.PhoneNumber(country_code=1, national_number=int(written))
    else:
        try:
            number = phonenumbers.parse(written, None if international else _HOME)
        except phonenumbers.NumberParseException:
            return 0.0
    if phonenumbers.is_valid_number(number):
        return VALIDATED
    return SURE if international and phonenumbers.is_possible_number(number) else 0.0


def _form_score(number: _Number) -> float:
    """Return the score of groups and separators as a phone number of any country."""
    groups, signs = number.groups, "".join(number.separators)
    if not 2 <= len(groups) <= 7:
        return 0.0
    score = _SHAPES.get(groups, 0.0)
    if score:
        return (
            min(score, LIKELY) if len(number.digits) < _HOME_LENGTH and signs.isspace() else score
        )
    if max(groups) > 8 or min(groups) < 2 <= len(groups) - 3:
        return 0.0
    if number.digits.startswith("0") or "(" in signs or ")" in signs:
        return LIKELY
    fraction = len(groups) == 2 and "." in signs
    return POSSIBLE if max(groups) >= 3 and not fraction else 0.0


def _other(number: _Number) -> tuple[str, float] | None:
    """Label a long number of unknown kind: the longer, the surer; None for a list."""
    length, groups, signs = len(number.digits), number.groups, "".join(number.separators)
    if len(groups) == 1:
        if _COMPACT_DATE.fullmatch(number.digits):
            return DATE, POSSIBLE
        return NUMBER, SURE if length >= 7 else LIKELY
    if "(" in signs or ")" in signs:
        return None
    if signs == "." and groups[0] <= 3:
        return NUMBER, DOUBTFUL  # a decimal fraction
    if len(groups) > 2 and min(groups) < max(groups) <= 2:
        return None  # "1 2 12 4"
    joined = max(groups) == 1 or "-" in signs
    return NUMBER, LIKELY if joined and (len(groups) > 2 or length >= 7) else POSSIBLE
