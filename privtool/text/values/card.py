"""Payment cards, IBANs and social security numbers that are never issued."""

from __future__ import annotations

from privtool.core.rng import KeyedRandom

_FEWEST = 12  # digits of a whole card number
_TEST_RANGES = ("222300", "424242", "555555", "601111")  # of several payment companies
_AMEX, _AMEX_LENGTH = "378282", 15  # the one company with numbers of this length
_SHORTEST_IBAN, _SSN_DIGITS = 15, 9


def draw_card(chars: str, rng: KeyedRandom) -> str | None:
    """Return a card number of a test range, Luhn valid if the original is; None for no whole one.

    It is of any company that has numbers of that length, as the first digit tells the issuer.
    """
    from stdnum import luhn

    if not chars.isdigit() or len(chars) < _FEWEST:
        return None
    start = _AMEX if len(chars) == _AMEX_LENGTH else _TEST_RANGES[rng.below(len(_TEST_RANGES))]
    body = start + "".join(str(rng.below(10)) for _ in range(len(chars) - 7))
    check = int(luhn.calc_check_digit(body))
    return body + str(check if luhn.is_valid(chars) else (check + 1) % 10)


def draw_iban(chars: str, rng: KeyedRandom) -> str | None:
    """Return an IBAN of the same country with a bank that does not exist: 9999 or XXXX.

    Its two check digits are right (ISO 13616) if those of the original are. None for no IBAN.
    """
    from stdnum.iso7064 import mod_97_10

    old = chars.upper()  # "ß" would become two letters
    if len(old) < _SHORTEST_IBAN or not old[:2].isalpha() or not chars.isascii():
        return None
    bank = "".join("9" if char.isdigit() else "X" for char in old[4:8])
    account = "".join(_same_kind(char, rng) for char in old[8:])
    check = int(mod_97_10.calc_check_digits(bank + account + old[:2]))
    valid = old.isalnum() and mod_97_10.is_valid(old[4:] + old[:4])
    return f"{old[:2]}{check if valid else (check + 1) % 97:02d}{bank}{account}".lower()


def _same_kind(char: str, rng: KeyedRandom) -> str:
    return str(rng.below(10)) if char.isdigit() else rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def draw_ssn(chars: str, rng: KeyedRandom) -> str | None:
    """Return a social security number that is never issued: area 900 to 999, group 01 to 49.

    Groups from 50 on belong to tax numbers. None for a part of a number.
    """
    if len(chars) != _SSN_DIGITS or not chars.isdigit():
        return None
    return f"{rng.between(900, 999)}{rng.between(1, 49):02d}{rng.between(1, 9999):04d}"
