"""Codes and plain numbers: ids, national ids, amounts; form and check digits are kept."""

from __future__ import annotations

import re
from functools import partial

from privtool.text.detection.numbers import checksums
from privtool.text.english.numbers import TENS
from privtool.text.surrogates.common_words import private_dictation, uncommon_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import Dictation, randomize, read_dictation
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.numbers.cued_numbers import cued_number, plain_number
from privtool.text.surrogates.numbers.measures import (
    is_measure,
    is_spoken_height,
    near,
    spoken_height,
)
from privtool.text.surrogates.numbers.order import in_order
from privtool.text.surrogates.numbers.ordinals import ORDINAL, near_ordinal
from privtool.text.surrogates.numbers.quantities import (
    SHARE,
    has_quantity,
    is_quantity,
    other_quantities,
    other_share,
)
from privtool.text.surrogates.prf import KeyedRandom

_MOST_TRIES = 2000
_COIN = re.compile(
    r"\b(?:an?|one|two|three|four|five|some|few|of)\s+(?P<coin>quarter|dime|nickel|penn(?=ies)|penny)"
    r"(?P<plural>s|ies)?\Z",
    re.IGNORECASE,
)
_ONE_UNIT = re.compile(
    r"(?P<before>(?:\w+\s+)?)(?:an?|one)\s+(?P<unit>dollar|buck|euro|pound)", re.IGNORECASE
)
_SCALE = re.compile(r"(hundred|thousand|million|billion)(\s[a-z]+)", re.IGNORECASE)
_OTHER_SCALE = {
    "hundred": "thousand", "thousand": "hundred", "million": "billion", "billion": "million"
}  # fmt: skip
_WEIGHT = re.compile(r"\d{2,3}-pound(?:er|ers)?", re.IGNORECASE)
_ROUND = re.compile(r"(?:\w+\s+)?(?:half\s+)?an?\s+(?:hundred|thousand|million|billion)\b", re.I)
_ONE = re.compile(r"(?:\A|\s)(?:one|1)\Z", re.IGNORECASE)
_ONE_OF_MANY = re.compile(r"(?:\A|[a-z]\s)(?:one|1)\s[a-z]+s\b", re.IGNORECASE)
_ROUND_TENS = pool_of("twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety")
_COINS = pool_of("quarter|dime|nickel|penny")
_AMOUNT = re.compile(r"\d[\d,]*(?:\.\d+)?")
_ENDS_IN_ZERO = re.compile(r"\b(?:hundred|thousand|and)\s+(?:oh|o|zero)\b", re.IGNORECASE)
_SET = re.compile(r"[0-7]-[0-7]")
_SETS = re.compile(r"(?:[0-7]-[0-7][ ,]+)+[0-7]-[0-7]")  # of tennis
_ALL = re.compile(r"100\s?(?:%|percent|pct)", re.IGNORECASE)
_FRACTION = re.compile(
    r"\b(?:one|two|three|four|five)[ -](?:half|halves|thirds?|quarters?|fourths?|fifths?|tenths?)\b"
    r"|\bhalf an?\b|^an?\s+\w+$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    rf"(?P<tens>{'|'.join(TENS)})(?P<about>[ -](?:some|odd|something))", re.IGNORECASE
)
_HEXADECIMAL = re.compile(r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}", re.IGNORECASE)


def code(phrase: str, context: Context) -> str:
    """Return an id with random digits and letters, spoken if the original is."""
    if _HEXADECIMAL.fullmatch(phrase):
        return context.retry("ID", phrase, lambda rng: _hardware_address(phrase, rng))
    plain = plain_number(phrase, context)
    if plain is not None:
        return plain
    return _replace_code(phrase, context, "ID")


def number(phrase: str, context: Context) -> str:
    """Return a number of the same length; leading and trailing zeros stay.

    Ordinals become other ordinals; words in common use stay.
    """
    if _SETS.fullmatch(phrase):
        return context.retry("NUMBER", phrase, lambda rng: _SET.sub(lambda _: _set(rng), phrase))
    about = _ABOUT.fullmatch(phrase)
    if about is not None:  # "forty-some"
        drawn = context.pick("about", about["tens"], _ROUND_TENS)
        return capitalized_like(phrase, drawn) + about["about"]
    if _ALL.fullmatch(phrase):
        return context.retry("NUMBER", phrase, lambda rng: f"{5 * rng.between(12, 19)}{phrase[3:]}")
    cued = cued_number(phrase, context) or plain_number(phrase, context)
    if cued is not None:
        return cued
    if SHARE.fullmatch(phrase) and not uncommon_words(phrase):
        return context.retry("NUMBER", phrase, partial(other_share, phrase))
    if context.kind == "QUANTITY" and is_spoken_height(phrase):
        return context.retry("NUMBER", phrase, partial(spoken_height, phrase))
    in_words = not any(map(str.isdigit, phrase)) and not uncommon_words(phrase)
    if in_words and _FRACTION.search(phrase) and has_quantity(phrase):
        return context.retry("NUMBER", phrase, partial(other_quantities, phrase))
    if is_measure(phrase) and not uncommon_words(phrase):
        return context.retry("NUMBER", phrase, in_order(phrase, partial(near, phrase)))
    if is_quantity(phrase):
        return context.retry("NUMBER", phrase, partial(other_quantities, phrase))
    if in_words and has_quantity(phrase) and ORDINAL.search(phrase):
        return context.retry("NUMBER", phrase, partial(other_quantities, phrase))  # "a third of"
    pieces: list[str] = []
    done = 0
    for match in ORDINAL.finditer(phrase):
        ordinal = context.retry("NUMBER", match[0], partial(near_ordinal, match))
        pieces += (_replace_around(phrase[done : match.start()], context), ordinal)
        done = match.end()
    if not pieces and has_quantity(phrase) and not private_dictation(phrase).slots:
        return context.retry("NUMBER", phrase, partial(other_quantities, phrase))
    if not pieces:
        return _replace_code(phrase, context, "NUMBER", rounded=True)
    return "".join([*pieces, _replace_around(phrase[done:], context)])


def _replace_around(text: str, context: Context) -> str:
    """Replace digits and uncommon words next to an ordinal."""
    if not private_dictation(text).slots:
        return text
    return _replace_code(text, context, "NUMBER", rounded=True)


def money(phrase: str, context: Context) -> str:
    """Return another amount of the same length, roundness and currency."""
    if _WEIGHT.fullmatch(phrase):
        return context.retry("MONEY", phrase, partial(near, phrase))
    in_words = not any(map(str.isdigit, phrase))
    coin = _COIN.search(phrase) if in_words else None
    if coin is not None:
        drawn = context.pick("coin", coin["coin"], _COINS)
        plural = ("ies" if drawn == "penny" else "s") if coin["plural"] else ""
        drawn = drawn.removesuffix("y") if plural == "ies" else drawn
        return f"{phrase[: coin.start('coin')]}{drawn}{plural}{phrase[coin.end() :]}"
    scale = _SCALE.fullmatch(phrase)
    if scale is not None:  # "a few hundred bucks", of which only two words are private
        return capitalized_like(phrase, _OTHER_SCALE[scale[1].lower()]) + scale[2]
    unit = _ONE_UNIT.fullmatch(phrase)
    if unit is not None:
        number_word = ("two", "three", "four", "five")[context.rng("MONEY", phrase).below(4)]
        return f"{unit['before']}{number_word} {unit['unit']}s"
    if in_words and _ROUND.match(phrase):
        return context.retry("MONEY", phrase, partial(other_quantities, phrase))
    amounts = list(_AMOUNT.finditer(phrase))
    if len(amounts) > 1:
        return context.retry("MONEY", phrase, in_order(phrase, partial(_amounts, phrase)))
    dictation = _without_units(read_dictation(phrase))
    if not dictation.chars.strip("0") and has_quantity(phrase):  # "a couple hundred"
        return context.retry("MONEY", phrase, partial(other_quantities, phrase))
    if not any(char.isdigit() for char in dictation.chars):
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        made = dictation.randomized(rng, rounded=True)
        return make(rng) if _ONE_OF_MANY.search(made) else made  # no "one bucks"

    return context.retry("MONEY", phrase, in_order(phrase, make))


def _set(rng: KeyedRandom) -> str:
    """Return the score of a set of tennis."""
    won = ("6-1", "6-2", "6-3", "6-4", "7-5", "7-6")[rng.below(6)]
    return won if rng.below(2) else won[::-1]


def _amounts(phrase: str, rng: KeyedRandom) -> str:
    """Return the phrase with another amount for each: "$30,000 to $40,000"."""
    return _AMOUNT.sub(lambda match: read_dictation(match[0]).randomized(rng, rounded=True), phrase)


def replace_digits(phrase: str, context: Context, kind: str) -> str:
    """Return the phrase with random digits, written or spoken; letters and words stay."""
    dictation = _without_units(read_dictation(phrase))
    if not dictation.chars:
        raise NoSurrogateError
    return context.retry(kind, phrase, dictation.randomized)


def national_id(phrase: str, context: Context) -> str:
    """Return a national id whose check digits are valid if those of the original are.

    Numbers of the British health service begin with 999, which is never issued.
    """
    dictation = read_dictation(phrase)
    chars = dictation.chars
    schemes = checksums.schemes(chars.upper())
    if not schemes:
        return _replace_code(phrase, context, "NATIONAL_ID")
    health = "gb.nhs" in schemes

    def make(rng: KeyedRandom) -> str:
        for _ in range(_MOST_TRIES):
            new = randomize(dictation, rng)
            new = "999" + new[3:] if health else new
            if new != chars and all(checksums.passes(name, new.upper()) for name in schemes):
                return dictation.render(new)
        # The scheme also checks something else, such as a date: keep the form only.
        return dictation.randomized(rng)

    return context.retry("NATIONAL_ID", phrase, make)


def _replace_code(phrase: str, context: Context, kind: str, rounded: bool = False) -> str:
    """Randomize digits and uncommon words. Raise `NoSurrogateError` if there are none."""
    dictation = private_dictation(phrase, cues_only=kind != "NUMBER")
    if not dictation.slots:
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        new = randomize(dictation, rng, rounded)
        for _ in range(_MOST_TRIES if rounded else 0):
            if not _ENDS_IN_ZERO.search(dictation.render(new)):
                break
            new = randomize(dictation, rng, rounded)  # not "nine hundred and oh"
        if rounded and new == dictation.chars:  # 100, 2000: only the first digit is free
            new = randomize(dictation, rng)
        made = dictation.render(new)
        if several and _ONE.search(made):  # no "one absences"
            return make(rng)
        return made

    several = "plural" in context.cues and _ONE.search(phrase) is None
    return context.retry(kind, phrase, in_order(phrase, make) if rounded else make, dictation.chars)


def _without_units(dictation: Dictation) -> Dictation:
    """Return the dictation without the letters of currencies and other words."""
    slots = tuple(slot for slot in dictation.slots if slot.chars.isdigit())
    return dictation._replace(slots=slots)


def _hardware_address(phrase: str, rng: KeyedRandom) -> str:
    """Return a hardware address for documentation (RFC 7042: 00-00-5E-00-53-xx)."""
    new = iter(f"00005e0053{rng.below(256):02x}")
    address = "".join(next(new) if char.isalnum() else char for char in phrase)
    return address.upper() if phrase.isupper() else address
