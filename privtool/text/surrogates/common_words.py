"""Words next to a number: those in common use stay, any other may be private itself."""

from __future__ import annotations

from functools import cache

import regex

from privtool.text.english.numbers import CARDINALS, ORDINALS
from privtool.text.filling.word_classes import classes_of
from privtool.text.known_names import person_names
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dictation import Dictation, has_no_letters, read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_lists import load_allow_list, load_vocabulary
from privtool.text.word_sets import word_set

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+")
_FREE_WORD = regex.compile(r"(?<![\p{L}\p{N}-])\p{L}[\p{L}\p{M}]*+(?![\p{L}\p{N}-])")
_GLUED_UNIT = regex.compile(
    r"(?<=\d)(?:kg|km|mi|lbs?|cm|mm|ml|mg|mcg|oz|ft|mph|kph|[gmkt]b|k?hz|k?w|kwh|cc|k|m|g|x)\b"
)
# Digits that somebody masked already: "XXX-XX-4821".
_MASKED = regex.compile(r"(?<!\w)x{3,}(?:[ -]?x{2,})*(?!\w)", regex.IGNORECASE)
_SIGNS = regex.compile(r"\b[SP]/N\b")  # of serial and part numbers
_WORD_FOLLOWS = regex.compile(r"\s+\p{L}{2}")
_CUES = word_set(
    """number no nr id code account case member membership policy order ref reference ticket claim
    patient record file card invoice badge employee student license licence passport serial
    booking confirmation tracking phone zip docket loan flight train chart matter cause petition
    permit visa registration tax model ending last four digits digit is my the of in at on mrn
    vin pin imei isbn sku acct unit lot accession specimen rx mbr grp group ssn dob tel fax ext
    ein npi area extension toll free cell mobile home work office direct main line room key
    locker gate seat bed bin slot terminal batch sample tag pass version dea parcel shipment bag
    blood donor"""
)
_FREQUENT = 20_000  # words of public text
_SHORT_LENGTH = 2  # letters that tell nothing: "am", "kr", "R$"
_UNIT_WORDS = word_set(
    """ish hrs utc gmt est edt cst cdt mst mdt pst pdt cet cest bst ist noon midnight midday
    o'clock usd eur gbp chf nok sek dkk jpy cny inr brl pln cad aud nzd zar mxn euro euros cent
    cents pence quid buck bucks rupee rupees yen yuan won peso pesos zloty zlotys krona kronor
    krone kg km mi lb lbs cm mm ml mg mcg oz ft mph kph gb mb kb tb hz khz mhz ghz kwh kw mw cc psi
    db cal kcal bpm mmhg percent pct kroner franc francs real reais rand dirham dirhams riyal
    riyals lira liras ruble rubles shekel shekels baht crore lakh grand mil milhões bilhões
    milliarden millionen yo yr yrs mos mth mths wk wks olds twenties thirties forties fifties
    sixties seventies eighties nineties teens trillion trillions summers winters tbsp tsp tbsps
    tsps cup cups pint pints quart quarts
    gallon gallons liter liters litre litres tablespoon tablespoons teaspoon teaspoons ton tons
    yard yards acre acres mile miles pound pounds ounce ounces kilo kilos gram grams celsius
    fahrenheit mln bln dlr dlrs stg ringgit guilder guilders crown crowns escudo escudos drachma
    drachmas peseta pesetas schillings shilling shillings rupiah dinar dinars forint forints
    hryvnia kwacha bushel bushels barrel barrels tonne tonnes"""
)

# Common words that are names, too, but hardly ever in a date, a time, an age or an amount; months
# and days of the week do not count either.
_NO_NAMES_THERE = word_set(
    """add age ages any arts as asks autumn basic begin best bills case cases cash christmas
    church clear close company date day days doctor each early easter edit elder else era ever
    fair fall fee field fields floor full general golden good grand half held her hour house
    hunt its job judge junior king law less line little loan long lord lot low lower major male
    man marks master math mayor mile miles minor moon more must new night noon north odd odds
    off oral over page pages par park part parts per points post power price prices prior
    quarter queen read reader real room rooms run said sales season senior seven short side
    silver small so sole son soon south spring star stock street summer sun tank theres ties
    till times ton tone too top total under unique unknown urban valid victory wage way weeks
    were west winter year young"""
)


def replace_uncommon_words(phrase: str, surrogate: str, context: Context) -> str:
    """Return the surrogate with random letters for uncommon words of the phrase.

    Common are the 5,000 words of the embedded list, which has no names, and words of times and
    money.
    """
    uncommon = uncommon_words(phrase)
    if not uncommon:
        return surrogate

    def other(match: regex.Match[str]) -> str:
        word = match.group()
        if word.lower() not in uncommon:
            return word
        return context.retry("stranger", word, lambda rng: _random_letters(word, rng))

    return _WORD.sub(other, surrogate)


def private_dictation(phrase: str, cues_only: bool = False) -> Dictation:
    """Read a phrase; letters of common words get no slot and stay as they are.

    With `cues_only` that holds for words that announce a number ("case number 8823"): any other
    word may be private. Short words must be in lower case; no word may touch a digit.
    """
    dictation = read_dictation(phrase)
    if has_no_letters(phrase):
        return dictation
    public: set[int] = set()
    if not cues_only:
        public.update(at for match in _GLUED_UNIT.finditer(phrase) for at in range(*match.span()))
    public.update(at for match in _SIGNS.finditer(phrase) for at in range(*match.span()))
    public.update(at for match in _MASKED.finditer(phrase) for at in range(*match.span()))
    for match in _FREE_WORD.finditer(phrase):
        word = match.group().lower()
        short = len(word) <= _SHORT_LENGTH
        known = word in _CUES or (
            not cues_only
            and (word in _UNIT_WORDS or word in _common_words() or _is_plain(match[0]))
        )
        if len(word) == 1:  # "one and a half", not "a 4 4 7"
            known = word == "a" and bool(_WORD_FOLLOWS.match(phrase, match.end()))
        # "NO 4471" may be a code, "No. 4471" is none.
        lower = match.group().islower() or phrase[match.end() : match.end() + 1] in tuple(".:#")
        if known and not (short and not lower):
            public.update(range(*match.span()))
    slots = (slot for slot in dictation.slots if slot.kind != "sign" or slot.start not in public)
    return dictation._replace(slots=tuple(slots))


def uncommon_words(phrase: str) -> set[str]:
    """Return the words of three letters or more that are not in common use, lower-cased."""
    return {
        word
        for word in _WORD.findall(phrase.lower())
        if len(word) > _SHORT_LENGTH and word not in usual_words()
    }


def unfamiliar_words(phrase: str) -> set[str]:
    """Return the uncommon words that are not frequent ones, such as "semester", in any case."""
    return {word for word in uncommon_words(phrase) if not _is_plain(word)}


def names_among_words(phrase: str) -> set[str]:
    """Return the common words of a date, a time or an amount that are names there, lower-cased.

    They are capitalized, such as "Hope" in "Hope 48213".
    """
    capitalized = {word.lower() for word in _WORD.findall(phrase) if word[0].isupper()}
    return capitalized & _common_names() if capitalized else capitalized


def is_uncommon(word: str) -> bool:
    """Return whether a single word in lower case has an uncommon one in it."""
    if word.isascii() and word.isalpha() and word.islower():
        return len(word) > _SHORT_LENGTH and word not in usual_words()
    return bool(uncommon_words(word))


def _is_plain(word: str) -> bool:
    """Return whether a word in lower case is a frequent one and no name of any kind."""
    return (
        word.islower()
        and len(word) > _SHORT_LENGTH
        and word in frequent_words()
        and not classes_of(word)
        and word not in person_names()
    )


def _random_letters(word: str, rng: KeyedRandom) -> str:
    return cased_like(word, "".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in word))


@cache
def _common_names() -> frozenset[str]:
    """Return the common words of three letters or more that are names in a date or an amount."""
    names = _common_words() & person_names().keys() - _NO_NAMES_THERE
    return frozenset(word for word in names if len(word) > _SHORT_LENGTH)


@cache
def usual_words() -> frozenset[str]:
    """Return the words in common use and those of times, money and measures."""
    return _UNIT_WORDS | _common_words()


@cache
def frequent_words() -> frozenset[str]:
    """Return the 20,000 most frequent words of public text."""
    return load_vocabulary(top=_FREQUENT).words


@cache
def _common_words() -> frozenset[str]:
    return load_allow_list().words | CARDINALS.keys() | ORDINALS.keys()
