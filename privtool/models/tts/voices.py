"""What synthesizers share: the letters or phones that they read, and the pitch of their voices."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from privtool.audio.dsp.speech import median_pitch, nearest_pitch
from privtool.core.errors import DataError
from privtool.interfaces.speech import SpokenPhrase
from privtool.models.tts.espeak import PHONEME_VOICE, Sound, clauses
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


def owners(phones: Sequence[str], words: Sequence[Sequence[str]]) -> list[int]:
    """Return the number of the word that each phone of a phrase belongs to, never decreasing.

    `words` are the phones of each word when it is said alone, which differ somewhat. Phones that
    match none belong to the word of the phone before them.
    """
    alone = [(phone, number) for number, word in enumerate(words) for phone in word]
    matcher = SequenceMatcher(None, [phone for phone, _ in alone], phones, autojunk=False)
    found: list[int] = []
    for _, low, high, start, end in matcher.get_opcodes():
        for place in range(end - start):
            if low < high:
                nearest = low + place * (high - low) // (end - start)
                found.append(alone[nearest][1])
            else:
                found.append(found[-1] if found else 0)
    return found


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


_TEST_SENTENCE = "she said that it would be a long way home"
_MOST = 64  # voices that are measured, which takes a second or two of speech each


class PitchMeasuredVoices:
    """Synthesizers that measure the pitch of up to 64 evenly chosen voices on first use."""

    voices: int

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:
        raise NotImplementedError

    def nearest(self, hertz: float) -> int:
        """Return the measured voice whose pitch is nearest to `hertz`."""
        return self._measured()[nearest_pitch(self._pitches, hertz)]

    @functools.cached_property
    def _pitches(self) -> list[float]:
        clips = (self.speak(_TEST_SENTENCE, voice, 1.0, 0).clip for voice in self._measured())
        return [median_pitch(clip.samples, clip.rate) or 1.0 for clip in clips]

    def _measured(self) -> range:
        return range(0, self.voices, -(-self.voices // _MOST))
