"""Words next to a number: those in common use stay, any other may be private itself."""

from __future__ import annotations

from functools import cache

import regex

from privtool.text.english.numbers import CARDINALS, ORDINALS
from privtool.text.filling.words import classes_of
from privtool.text.known_names import person_names
from privtool.text.labels import Label
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import entries, sections, words
from privtool.text.surrogates.context import Context
from privtool.text.values.code import Dictation, has_no_letters, read_dictation
from privtool.text.word_lists import load_allow_list, load_vocabulary

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+")
_FREE_WORD = regex.compile(r"(?<![\p{L}\p{N}-])\p{L}[\p{L}\p{M}]*+(?![\p{L}\p{N}-])")
_GLUED_UNIT = regex.compile(rf"(?<=\d)(?:{'|'.join(entries('units.glued'))})\b")
# Digits that somebody masked already ("XXX-XX-4821"), and signs of serial and part numbers.
_KEPT = regex.compile(r"(?<!\w)[xX]{3,}(?:[ -]?[xX]{2,})*(?!\w)|\b[SP]/N\b")
_WORD_FOLLOWS = regex.compile(r"\s+\p{L}{2}")
_CUES = words("codes.cues")
_FREQUENT = 20_000  # words of public text
_OF_VALUES = {  # sections of a language
    Label.DATE: ("around-months",),
    Label.AGE: ("age-units", "age-ends", "age-hedges"),
    Label.MONEY: ("currencies", "scales"),
    Label.TIME: (
        *("hours", "minutes", "minute-words", "minute-joints"),
        *("day-parts", "past", "time-cues", "hour-cues"),
    ),
    **dict.fromkeys(
        (Label.ID, Label.PHONE, Label.NATIONAL_ID, Label.SSN, Label.CARD, Label.ZIP),
        ("signs", "dots", "id-cues", "phone-cues", "national-cues"),
    ),
    Label.NUMBER: ("signs", "dots", "scales"),
}
_MAY_BE_NAMES = frozenset(("age-hedges", "currencies", "scales", "signs"))  # "Mark", not "anni"
_SHORT_LENGTH = 2  # letters that tell nothing: "am", "kr", "R$"
_UNIT_WORDS = words("units.words")
# Common words that are names, too, but hardly ever in a date, a time, an age or an amount; months
# and days of the week do not count either.
_NO_NAMES_THERE = words("codes.no_names")


def replace_uncommon_words(phrase: str, surrogate: str, context: Context, label: Label) -> str:
    """Return the surrogate with random letters for uncommon words of the phrase.

    Common are the 5,000 embedded words, which are no names, and those that stand with values.
    """
    uncommon = uncommon_words(phrase) - said_with(label, context.language)

    def other(match: regex.Match[str]) -> str:
        word = match[0]
        if word.lower() not in uncommon:
            return word
        made = context.retry("stranger", word, lambda rng: rng.letters(len(word)))
        return cased_like(word, made)

    return _WORD.sub(other, surrogate) if uncommon else surrogate


@cache
def said_with(label: Label, language: str) -> frozenset[str]:
    """Return words but names that stand with values in another language: "anos", not "Mark"."""
    said = sections("words", language) if language else {}
    found = ((name, " ".join(said.get(name, ())).lower()) for name in _OF_VALUES.get(label, ()))
    each = ((name in _MAY_BE_NAMES, word) for name, text in found for word in _WORD.findall(text))
    return frozenset(word for named, word in each if not (named and word in person_names()))


def private_dictation(phrase: str, cues_only: bool = False) -> Dictation:
    """Read a phrase; letters of common words get no slot and stay as they are.

    With `cues_only` that holds for words that announce a number ("case number 8823"): any other
    word may be private. Short words must be in lower case; no word may touch a digit.
    """
    dictation = read_dictation(phrase)
    if has_no_letters(phrase):
        return dictation
    kept = [*_KEPT.finditer(phrase), *(() if cues_only else _GLUED_UNIT.finditer(phrase))]
    kept += (word for word in _FREE_WORD.finditer(phrase) if _is_public(phrase, word, cues_only))
    public = {at for match in kept for at in range(*match.span())}
    slots = (slot for slot in dictation.slots if slot.kind != "sign" or slot.start not in public)
    return dictation._replace(slots=tuple(slots))


def _is_public(phrase: str, match: regex.Match[str], cues_only: bool) -> bool:
    word = match[0].lower()
    if len(word) == 1:  # "one and a half", not "a 4 4 7"
        return match[0] == "a" and bool(_WORD_FOLLOWS.match(phrase, match.end()))
    short = len(word) <= _SHORT_LENGTH and not match[0].islower()
    if short and phrase[match.end() : match.end() + 1] not in (".", ":", "#"):
        return False  # "NO 4471" may be a code, "No. 4471" is none
    return word in _CUES or (not cues_only and (word in usual_words() or _is_plain(match[0])))


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


def telling_words(phrase: str) -> set[str]:
    """Return unfamiliar words next to values, and capitalized ones that are names: "Hope 48213"."""
    capitalized = {word.lower() for word in _WORD.findall(phrase) if word[0].isupper()}
    names = (capitalized & _common_words() & person_names().keys()) - _NO_NAMES_THERE
    return unfamiliar_words(phrase) | {word for word in names if len(word) > _SHORT_LENGTH}


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
