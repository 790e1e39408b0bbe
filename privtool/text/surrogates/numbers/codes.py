"""Codes and plain numbers: ids, national numbers, amounts of money; form and check digits kept."""

from __future__ import annotations

import re
from functools import partial

from privtool.text.detection.numbers import checksums
from privtool.text.surrogates.common_words import private_dictation
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import Dictation, randomize, read_dictation
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.prf import KeyedRandom

_MOST_CHECKED = 2000
_HEXADECIMAL = re.compile(r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}", re.IGNORECASE)


def code(phrase: str, context: Context) -> str:
    """An id: other digits for digits, other letters for letters, spoken as they were."""
    if _HEXADECIMAL.fullmatch(phrase):
        return context.retry("ID", phrase, lambda rng: _hardware(phrase, rng))
    return _other(phrase, context, "ID")


def number(phrase: str, context: Context) -> str:
    """A number: digits for digits, with its length; zeros at both ends stay where they are.

    Ordinals become other ordinals; words in common use stay.
    """
    pieces: list[str] = []
    done = 0
    for match in ORDINAL.finditer(phrase):
        made = context.retry("NUMBER", match[0], partial(other_ordinal, match))
        pieces += (_beside(phrase[done : match.start()], context), made)
        done = match.end()
    if not pieces:
        return _other(phrase, context, "NUMBER", rounded=True)
    return "".join([*pieces, _beside(phrase[done:], context)])


def _beside(text: str, context: Context) -> str:
    """What stands beside an ordinal: other digits, and letters for words that are not common."""
    if not private_dictation(text).slots:
        return text
    return _other(text, context, "NUMBER", rounded=True)


def money(phrase: str, context: Context) -> str:
    """An amount: the number changes, its length and roundness and the currency do not."""
    dictation = _without_units(read_dictation(phrase))
    if not any(char.isdigit() for char in dictation.chars):
        raise NoSurrogateError
    return context.retry(
        "MONEY", phrase, lambda rng: dictation.render(randomize(dictation, rng, rounded=True))
    )


def digits(phrase: str, context: Context, kind: str) -> str:
    """Other digits, written or said as they were; letters and other words stay."""
    dictation = _without_units(read_dictation(phrase))
    if not dictation.chars:
        raise NoSurrogateError
    return context.retry(kind, phrase, lambda rng: dictation.render(randomize(dictation, rng)))


def national_id(phrase: str, context: Context) -> str:
    """A national number, with valid check digits where those of the original are valid.

    Numbers of the British health service begin with 999, which is never given out.
    """
    dictation = read_dictation(phrase)
    chars = dictation.chars
    schemes = _schemes(chars, phrase)
    if not schemes:
        return _other(phrase, context, "NATIONAL_ID")
    health = "gb.nhs" in schemes

    def make(rng: KeyedRandom) -> str:
        for _ in range(_MOST_CHECKED):
            new = randomize(dictation, rng)
            new = "999" + new[3:] if health else new
            if new != chars and all(checksums.passes(name, new.upper()) for name in schemes):
                return dictation.render(new)
        # A scheme that asks for more than check digits, such as a date: keep what it looks like.
        return dictation.render(randomize(dictation, rng))

    return context.retry("NATIONAL_ID", phrase, make)


def _schemes(chars: str, phrase: str) -> list[str]:
    """The schemes that a number passes the tests of."""
    if not chars.isdigit():
        return checksums.mixed_schemes(chars.upper())
    groups = tuple(len(group) for group in re.findall(r"\d+", phrase))
    return checksums.national_schemes(chars, groups if sum(groups) == len(chars) else (len(chars),))


def _other(phrase: str, context: Context, kind: str, rounded: bool = False) -> str:
    """The phrase with other digits and letters. Raises `NoSurrogateError` if it has none."""
    dictation = private_dictation(phrase, cues_only=kind != "NUMBER")
    if not dictation.slots:
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        new = randomize(dictation, rng, rounded)
        if rounded and new == dictation.chars:  # 100, 2000: nothing but the first digit is free
            new = randomize(dictation, rng)
        return dictation.render(new)

    return context.retry(kind, phrase, make)


def _without_units(dictation: Dictation) -> Dictation:
    """The dictation without the letters of currencies and other words beside the number."""
    slots = tuple(slot for slot in dictation.slots if slot.chars.isdigit())
    return dictation._replace(slots=slots)


def _hardware(phrase: str, rng: KeyedRandom) -> str:
    """A hardware address of the block for documentation (RFC 7042: 00-00-5E-00-53-xx)."""
    new = iter(f"00005e0053{rng.below(256):02x}")
    made = "".join(next(new) if char.isalnum() else char for char in phrase)
    return made.upper() if phrase.isupper() else made
