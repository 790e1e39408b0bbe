"""Payment cards, IBANs and social security numbers that are never issued."""

from __future__ import annotations

from privtool.text.detection.numbers import checksums
from privtool.text.surrogates.common_words import private_dictation
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dictation import randomize, read_dictation
from privtool.text.surrogates.prf import KeyedRandom

_FEWEST = 12  # digits of a whole card number
# Test ranges of payment companies by the first digit of a number; 9999 is never assigned.
_TEST_RANGES = {"2": "222300", "3": "378282", "4": "424242", "5": "555555", "6": "601111"}
_COMMON = [_TEST_RANGES[digit] for digit in "2456"]  # of 16 digits, which tell no company
_COMMON_LENGTH = 16
_UNASSIGNED = "999999"
_SSN_DIGITS = 9


def card(phrase: str, context: Context) -> str:
    """Return a card number of a test range, Luhn valid if the original is.

    One of 16 digits is of any company, as its first digit tells the issuer.
    """
    dictation = private_dictation(phrase, cues_only=True)
    old = dictation.chars
    whole = old.isdigit() and len(old) >= _FEWEST
    valid = whole and checksums.passes("luhn", old)

    def make(rng: KeyedRandom) -> str:
        new = randomize(dictation, rng)
        if not whole:
            return dictation.render(new)
        start = _TEST_RANGES.get(old[0], _UNASSIGNED)
        if len(old) == _COMMON_LENGTH:
            start = _COMMON[rng.below(len(_COMMON))]
        body = start + "".join(str(rng.below(10)) for _ in range(len(old) - 7))
        check = checksums.luhn_digit(body)
        return dictation.render(body + str(check if valid else (check + 1) % 10))

    return context.retry("CARD", phrase, make)


def iban(phrase: str, context: Context) -> str:
    """Return an IBAN of the same country with a bank that does not exist: 9999 or XXXX.

    Its two check digits are right (ISO 13616) if those of the original are.
    """
    dictation = read_dictation(phrase)
    old = dictation.chars.upper()
    if len(old) < 15 or not old[:2].isalpha() or not old.isascii():
        return context.retry("IBAN", phrase, dictation.randomized)
    valid = checksums.mod97(old)

    def make(rng: KeyedRandom) -> str:
        bank = "".join("9" if char.isdigit() else "X" for char in old[4:8])
        account = randomize(dictation, rng)[8:].upper()
        check = checksums.mod97_digits(bank + account + old[:2])
        check = check if valid else (check + 1) % 97
        return dictation.render(f"{old[:2]}{check:02d}{bank}{account}".lower())

    return context.retry("IBAN", phrase, make)


def ssn(phrase: str, context: Context) -> str:
    """Return a social security number that is never issued: area 900 to 999, group 01 to 49.

    Groups from 50 on belong to tax numbers. Part of a number becomes random digits.
    """
    dictation = private_dictation(phrase, cues_only=True)

    def make(rng: KeyedRandom) -> str:
        if len(dictation.chars) != _SSN_DIGITS or not dictation.chars.isdigit():
            return dictation.randomized(rng)
        area, group = rng.between(900, 999), rng.between(1, 49)
        return dictation.render(f"{area}{group:02d}{rng.between(1, 9999):04d}")

    return context.retry("SSN", phrase, make)
