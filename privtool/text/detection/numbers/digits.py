"""What a number is: card, social security number, phone, national id, or just a long number."""

from __future__ import annotations

from typing import NamedTuple

from privtool.text.detection.confidence import DOUBTFUL, LIKELY, POSSIBLE, SURE, VALIDATED
from privtool.text.detection.numbers import checksums, phones
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

CARD = Label.CARD.value
DATE = Label.DATE.value
ID = Label.ID.value
NATIONAL_ID = Label.NATIONAL_ID.value
NUMBER = Label.NUMBER.value
PHONE = Label.PHONE.value
SSN = Label.SSN.value

Verdict = tuple[str, float]

_COMPACT_DATE = Regex(r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_YEAR = Regex(r"1[5-9]\d\d|20\d\d")
_CARD_STARTS = tuple("123456")
_FIFTEEN_STARTS = ("34", "37", "1", "2")
_CARD_LENGTHS = range(12, 20)
_CARD_GROUPS = frozenset(
    ((4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 4, 3), (6, 13), (4, 4, 4, 3), (4, 4, 4, 1))
)
_FEWEST_CUED = 3  # digits of a number that a cue word announces
FEWEST_DIGITS = 5  # digits of a number that needs no cue


class Piece(NamedTuple):
    """Digit groups that may be one number."""

    digits: str
    groups: tuple[int, ...]
    separators: list[str]
    international: bool  # a "+" stands before it
    expected: Verdict | None  # what a cue word before it announces


def classify(piece: Piece) -> Verdict | None:
    """The label and score of a piece; None if it is no number of interest.

    The order of the questions is the order of precedence: a checksum of a card, the shape of a
    social security number, a "+", a cue word, a numbering plan, a national checksum, a phone's
    shape, and at last the mere number of digits.
    """
    length = len(piece.digits)
    if length < _FEWEST_CUED:
        return None
    label = piece.expected[0] if piece.expected is not None else ""
    verdict = _card(piece) or _ssn(piece, label)
    if verdict is None and piece.international and length >= FEWEST_DIGITS:
        score = phones.planned("+" + piece.digits) if length <= 15 else 0.0
        verdict = PHONE, max(score, LIKELY)
    if verdict is None and piece.expected is not None:
        verdict = _cued(piece, piece.expected)
    if verdict is None and length >= FEWEST_DIGITS:
        verdict = _national(piece) or _device(piece) or _phone(piece) or _number(piece)
    return verdict


def _card(piece: Piece) -> Verdict | None:
    """Twelve to nineteen digits, grouped as on a card or not at all, that pass the Luhn test."""
    if len(piece.digits) not in _CARD_LENGTHS or "+" in piece.separators:
        return None
    grouped = piece.groups in _CARD_GROUPS
    if not (grouped or len(piece.groups) == 1 or _regular(piece)):
        return None
    if not piece.digits.startswith(_CARD_STARTS):
        return None
    if len(piece.digits) == 15 and not piece.digits.startswith(_FIFTEEN_STARTS):
        return None
    if len(piece.digits) < 13 and not grouped:
        return None
    if checksums.passes("luhn", piece.digits):
        return CARD, VALIDATED if piece.digits[0] != "1" else LIKELY
    return (NUMBER, SURE) if grouped else None


def _regular(piece: Piece) -> bool:
    """True for three to five groups of three to six digits with one kind of separator."""
    return (
        3 <= len(piece.groups) <= 5
        and all(3 <= length <= 6 for length in piece.groups)
        and len(set(piece.separators)) == 1
        and len(piece.digits) >= 13
    )


def _ssn(piece: Piece, label: str) -> Verdict | None:
    """The shape 3-2-4, or nine digits after a cue."""
    if piece.groups == (3, 2, 4):
        valid = checksums.passes("us.ssn", piece.digits)
        if valid or label == SSN:
            return SSN, VALIDATED if valid else SURE
        if checksums.passes("us.itin", piece.digits):
            return NATIONAL_ID, VALIDATED
        return SSN, LIKELY
    if label == SSN and len(piece.digits) == 9:
        return SSN, VALIDATED if checksums.passes("us.ssn", piece.digits) else SURE
    return None


def _cued(piece: Piece, expected: Verdict) -> Verdict | None:
    """What the cue announces, unless the number is too long or too loose for it."""
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
        shaped = _phone(piece)
        if shaped is not None or len(piece.digits) > phones.MOST_DIGITS:
            return shaped and (PHONE, max(score, shaped[1]))
    if label == NATIONAL_ID and checksums.is_national(piece.digits, piece.groups, cued=True):
        return NATIONAL_ID, VALIDATED
    if label in (PHONE, SSN, CARD) and len(piece.digits) < FEWEST_DIGITS:
        return label, min(score, LIKELY)
    plain = _number(piece)
    return label, max(score, plain[1]) if plain is not None else score


def _device(piece: Piece) -> Verdict | None:
    """The fifteen digits of a mobile device (IMEI)."""
    if len(piece.digits) == 15 and checksums.passes("imei", piece.digits):
        return ID, SURE
    return None


def _national(piece: Piece) -> Verdict | None:
    """A national scheme's checksum, for numbers that are not phones in the first place."""
    if piece.groups == (3, 3, 4):
        return None  # ten digits grouped as a phone pass the British health test one time in eleven
    if checksums.is_national(piece.digits, piece.groups, cued=False):
        return NATIONAL_ID, SURE
    return None


def _phone(piece: Piece) -> Verdict | None:
    """A number of the home plan, or one that looks like a phone number of any land."""
    length = len(piece.digits)
    if not phones.FEWEST_DIGITS <= length <= phones.MOST_DIGITS:
        return None
    zero = piece.digits.startswith("0")
    score = phones.shaped(piece.groups, piece.separators, zero)
    single = len(piece.groups) == 1
    if score or (single and length >= 10):
        planned = phones.planned(piece.digits)
        score = max(score, min(planned, SURE) if single else planned)
        if not planned and piece.digits.startswith("00") and length > 9:
            score = max(score, phones.planned("+" + piece.digits[2:]))
    return (PHONE, score) if score else None


def _number(piece: Piece) -> Verdict | None:
    """A long number of no known kind: the longer, the surer."""
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
