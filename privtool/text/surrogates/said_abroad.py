"""Numbers in words of other languages: each word becomes another one of its magnitude."""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase

from privtool.core.rng import KeyedRandom
from privtool.text.detection.foreign_numbers import LANGUAGES, WEAK, Language, is_number
from privtool.text.english.numbers import CARDINALS
from privtool.text.letter_case import cased_like
from privtool.text.surrogates.context import Context
from privtool.text.word_sets import word_set

_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = word_set(
    "und y e et en traço guion guión bindestrich tiret trattino uh um äh ähm eh euh"
)
_UNCLEAR = WEAK | CARDINALS.keys()  # "six" is English, too
_IN_COMPOUNDS = word_set(
    "ein zwei drei vier fünf sechs sieben acht neun een twee drie vijf zes zeven negen"
)
_LETTER = re.compile(r"([,\s]+)([^\W\d_]) (?:comme|wie|como|come|zoals) \w+\Z", re.IGNORECASE)
_FEWEST = 2


def said_abroad(phrase: str, context: Context) -> str | None:
    """Return another number in the words of the same language; None for any other phrase."""
    if any(map(str.isdigit, phrase)):
        return None  # only words are replaced here
    letter = _LETTER.search(phrase)  # "B comme Berthe"
    number = phrase[: letter.start()] if letter else phrase
    said = [word.lower() for word in _WORD.findall(number)]
    language = next((each for each in LANGUAGES if _is_number_in(each, said)), None)
    if language is None:
        return None

    def make(rng: KeyedRandom) -> str:
        new = _WORD.sub(lambda match: _other_word(match[0], language, rng), number)
        if letter is None:
            return new
        letters = ascii_uppercase if letter[2].isupper() else ascii_lowercase
        return new + letter[1] + rng.choice(letters.replace(letter[2], ""))

    return context.retry("number", phrase, make)


def _is_number_in(language: Language, said: list[str]) -> bool:
    numbers = [word for word in said if is_number(word, language.words)]
    if len(numbers) < _FEWEST or _UNCLEAR.issuperset(numbers):
        return False
    return all(word in _BETWEEN or is_number(word, language.words) for word in said)


def _other_word(word: str, language: Language, rng: KeyedRandom) -> str:
    """Return another word of the same magnitude; hundreds without a number and "and" stay."""
    key = word.lower()
    digits, _, tens, *_ = language.groups
    if key not in language.words and is_number(key):
        made = _one_of(digits & _IN_COMPOUNDS, rng) + language.joint + _one_of(tens, rng)
        return cased_like(word, made)
    for group in language.groups[:-1]:
        if key in group:
            return cased_like(word, _one_of(group - {key}, rng))
    return word


def _one_of(words: frozenset[str], rng: KeyedRandom) -> str:
    return sorted(words)[rng.below(len(words))]
