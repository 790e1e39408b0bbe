"""Classification of a number that no rule describes: phone, date, or other."""

from __future__ import annotations

from typing import NamedTuple

from privtool.text.detection.confidence import DOUBTFUL, LIKELY, POSSIBLE, SURE
from privtool.text.detection.numbers import phones
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

CARD = Label.CARD.value
DATE = Label.DATE.value
ID = Label.ID.value
NUMBER = Label.NUMBER.value
PHONE = Label.PHONE.value
SSN = Label.SSN.value

Verdict = tuple[str, float]

_COMPACT_DATE = Regex(r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_YEAR = Regex(r"1[5-9]\d\d|20\d\d")
_FEWEST_CUED = 3  # digits of a number after a cue word
FEWEST_DIGITS = 5  # digits of a number without a cue word


class DigitGroups(NamedTuple):
    """Digit groups that may be one number."""

    digits: str
    groups: tuple[int, ...]
    separators: list[str]
    international: bool  # after a "+"
    expected: Verdict | None  # by the cue word before it


def classify(piece: DigitGroups) -> Verdict | None:
    """Return the label and score of digit groups, None if they are not worth a label.

    The order of tests is the order of precedence: a "+", a cue word, a numbering plan, a phone's
    form, and finally the number of digits. Rules have found cards and national ids before.
    """
    length = len(piece.digits)
    if length < _FEWEST_CUED:
        return None
    verdict: Verdict | None = None
    if piece.international and length >= FEWEST_DIGITS:
        score = phones.plan_score("+" + piece.digits) if length <= 15 else 0.0
        verdict = PHONE, max(score, LIKELY)
    if verdict is None and piece.expected is not None:
        verdict = _cued(piece, piece.expected)
    if verdict is None and length >= FEWEST_DIGITS:
        verdict = _phone(piece) or _number(piece)
    return verdict


def _cued(piece: DigitGroups, expected: Verdict) -> Verdict | None:
    """Return what the cue announces, unless the number is too long or too loose for it."""
    label, score = expected
    if score < SURE and label in (ID, NUMBER) and _YEAR.fullmatch(piece.digits):
        return None  # "order in 1820"
    if len(piece.groups) > 1 and len(piece.digits) > 20:
        return None
    if len(piece.groups) > 6 and max(piece.groups) > 1:
        return None
    if label == DATE and len(piece.digits) > 8:
        return None
    if label == PHONE:
        shape_score = _phone(piece)
        if shape_score is not None or len(piece.digits) > phones.MOST_DIGITS:
            return shape_score and (PHONE, max(score, shape_score[1]))
    if label in (PHONE, SSN, CARD) and len(piece.digits) < FEWEST_DIGITS:
        return label, min(score, LIKELY)
    plain = _number(piece)
    return label, max(score, plain[1]) if plain is not None else score


def _phone(piece: DigitGroups) -> Verdict | None:
    """Match a number of the US plan, or one that looks like a phone number of any country."""
    length = len(piece.digits)
    if not phones.FEWEST_DIGITS <= length <= phones.MOST_DIGITS:
        return None
    zero = piece.digits.startswith("0")
    score = phones.shape_score(piece.groups, piece.separators, zero)
    single = len(piece.groups) == 1
    if score or (single and length >= 10):
        plan_score = phones.plan_score(piece.digits)
        score = max(score, min(plan_score, SURE) if single else plan_score)
        if not plan_score and piece.digits.startswith("00") and length > 9:
            score = max(score, phones.plan_score("+" + piece.digits[2:]))
    return (PHONE, score) if score else None


def _number(piece: DigitGroups) -> Verdict | None:
    """Label a long number of unknown kind: the longer, the surer."""
    length = len(piece.digits)
    if len(piece.groups) == 1:
        if _COMPACT_DATE.fullmatch(piece.digits):
            return DATE, POSSIBLE
        return NUMBER, SURE if length >= 7 else LIKELY
    if any("(" in separator or ")" in separator for separator in piece.separators):
        return None
    if piece.separators == ["."] and piece.groups[0] <= 3:
        return NUMBER, DOUBTFUL  # a decimal fraction
    if len(piece.groups) > 2 and max(piece.groups) <= 2 and min(piece.groups) < max(piece.groups):
        return None  # "1 2 12 4": a list
    if len(piece.groups) == 2 and length < 7:
        return NUMBER, POSSIBLE  # "200-300"
    if max(piece.groups) == 1 or any("-" in separator for separator in piece.separators):
        return NUMBER, LIKELY
    return NUMBER, POSSIBLE
