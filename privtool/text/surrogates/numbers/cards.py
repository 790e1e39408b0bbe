"""Payment cards, IBANs and social security numbers that are never issued."""

from __future__ import annotations

from privtool.text.detection.numbers import checksums
from privtool.text.surrogates.common_words import private_dictation
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.prf import KeyedRandom

_FEWEST = 12  # digits of a whole card number
_TEST_RANGES = ("222300", "424242", "555555", "601111")  # of several payment companies
_AMEX, _AMEX_LENGTH = "378282", 15  # the one company with numbers of this length
_SSN_DIGITS = 9


def card(phrase: str, context: Context) -> str:
    """Return a card number of a test range, Luhn valid if the original is.

    It is of any company that has numbers of that length, as the first digit tells the issuer.
    """
    dictation = private_dictation(phrase, cues_only=True)
    old = dictation.chars
    whole = old.isdigit() and len(old) >= _FEWEST
    valid = whole and checksums.passes("luhn", old)

    def make(rng: KeyedRandom) -> str:
        if not whole:
            return dictation.randomized(rng)
        start = _AMEX if len(old) == _AMEX_LENGTH else _TEST_RANGES[rng.below(len(_TEST_RANGES))]
        body = start + "".join(str(rng.below(10)) for _ in range(len(old) - 7))
        check = checksums.luhn_digit(body)
        return dictation.render(body + str(check if valid else (check + 1) % 10))

    return context.retry("CARD", phrase, make, old)


def iban(phrase: str, context: Context) -> str:
    """Return an IBAN of the same country with a bank that does not exist: 9999 or XXXX.

    Its two check digits are right (ISO 13616) if those of the original are.
    """
    dictation = read_dictation(phrase)
    old = dictation.chars.upper()  # "ß" would become two letters
    if len(old) < 15 or not old[:2].isalpha() or not dictation.chars.isascii():
        return context.retry("IBAN", phrase, dictation.randomized)
    valid = checksums.mod97(old)

    def make(rng: KeyedRandom) -> str:
        bank = "".join("9" if char.isdigit() else "X" for char in old[4:8])
        account = "".join(_same_kind(char, rng) for char in old[8:])
        check = checksums.mod97_digits(bank + account + old[:2])
        check = check if valid else (check + 1) % 97
        return dictation.render(f"{old[:2]}{check:02d}{bank}{account}".lower())

    return context.retry("IBAN", phrase, make, old)


def _same_kind(char: str, rng: KeyedRandom) -> str:
    return str(rng.below(10)) if char.isdigit() else rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


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

    return context.retry("SSN", phrase, make, dictation.chars)
