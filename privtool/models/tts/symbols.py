"""What a neural voice reads: letters or phones, each with an offset within its word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from privtool.core.errors import DataError
from privtool.models.tts.espeak import PHONEME_VOICE, clauses
from privtool.models.tts.word_times import Sound, owners
from privtool.text.english.spoken_words import first_reading, spoken_words

_STRESS = "\u02c8\u02cc"
_LANGUAGE_SWITCH = re.compile(r"\([^)]*\)")  # at letters that the language lacks
_PAUSE = 0.15  # seconds
IsKnown = Callable[[str], bool]


class Symbol(NamedTuple):
    """A letter or phone (a character), or the space or mark after a word."""

    text: str
    offset: int


def phones(phrase: str, is_known: IsKnown, voice: str = PHONEME_VOICE) -> list[Symbol]:
    """Return the IPA of espeak-ng for a phrase, without marks that are not known.

    Raise `DataError` without words, or if a phone is not known.
    """
    words = spoken_words(phrase)
    alone = [_sounds(_ipa(phrase[word.start : word.end], voice)) for word in words]
    ipa = _ipa(phrase, voice)
    spoken = _sounds(ipa)
    if not all(alone) or not spoken:
        raise _unspeakable()
    found = iter(owners(spoken, alone))
    numbers = [next(found) if _is_sound(character) else -1 for character in ipa]
    for place in reversed(range(len(ipa) - 1)):  # stress is written before its syllable
        if ipa[place] in _STRESS:
            numbers[place] = numbers[place + 1]
    last = 0
    symbols: list[Symbol] = []
    for character, number in zip(ipa, numbers, strict=True):
        last = last if number < 0 else number
        symbols.append(Symbol(character, words[last].start))
    return _readable(symbols, is_known)


def letters(phrase: str, is_known: IsKnown) -> list[Symbol]:
    """Return the letters of a phrase, in the case that is known, without unknown marks.

    Words with unknown letters, and numbers, are read out: `42` is forty two. Raise `DataError`
    without words, or if a letter is not known even so.
    """

    def cased(letter: str) -> str:
        return letter if is_known(letter) else letter.lower()

    words = spoken_words(phrase)
    symbols: list[Symbol] = []
    done = 0
    for word in words:
        symbols += [Symbol(phrase[place], place) for place in range(done, word.start)]
        written = phrase[word.start : word.end]
        read = [cased(letter) for letter in written]
        if not all(map(is_known, read)):
            read = [cased(letter) for letter in " ".join(first_reading(written))]
        if not any(map(_is_letter, read)):
            raise _unspeakable()
        symbols += [Symbol(letter, word.start) for letter in read]
        done = word.end
    symbols += [Symbol(phrase[place], place) for place in range(done, len(phrase))]
    if not words:
        raise _unspeakable()
    return _readable(symbols, is_known)


def timed(symbols: Sequence[Symbol], durations: Sequence[float], start: float) -> list[Sound]:
    """Return the symbols that are sounds, with their times; the first symbol begins at `start`.

    The symbols between two words have a duration even without a pause, that of the transition: up
    to `_PAUSE` seconds, the words meet in the middle of it.
    """
    sounds: list[Sound] = []
    for symbol, seconds in zip(symbols, durations, strict=True):
        end = start + seconds
        if symbol.text.isalnum():  # also signs of stress and length
            if sounds and 0 < start - sounds[-1].end <= _PAUSE:
                middle = (sounds[-1].end + start) / 2
                sounds[-1] = sounds[-1]._replace(end=middle)
                start = middle
            sounds.append(Sound(symbol.offset, start, end))
        start = end
    return sounds


def _ipa(text: str, voice: str) -> str:
    """Return the phones of a text, with spaces between words and marks after clauses."""
    parts = [f"{clause.phones}{clause.mark}" for clause in clauses(text, voice)]
    return _LANGUAGE_SWITCH.sub("", " ".join(parts))


def _sounds(ipa: str) -> str:
    return "".join(filter(_is_sound, ipa))


def _is_sound(character: str) -> bool:
    return character.isalnum() and character not in _STRESS


def _is_letter(character: str) -> bool:
    """Return whether a character has a sound of its own, which signs of length do not."""
    return character.isalnum() and unicodedata.category(character) != "Lm"


def _readable(symbols: list[Symbol], is_known: IsKnown) -> list[Symbol]:
    """Return the symbols that are known, without white space at the ends.

    Raise `DataError` if a letter or phone is not known.
    """
    if any(_is_letter(symbol.text) and not is_known(symbol.text) for symbol in symbols):
        raise _unspeakable()
    known = [symbol for symbol in symbols if is_known(symbol.text)]
    spoken = [number for number, symbol in enumerate(known) if not symbol.text.isspace()]
    return known[spoken[0] : spoken[-1] + 1]


def _unspeakable() -> DataError:
    return DataError("the voice has no sounds for a word")
