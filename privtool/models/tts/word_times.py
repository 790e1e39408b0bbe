"""The times of the words of a synthetic phrase, from those of its letters or phones."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from privtool.audio.intervals import Interval
from privtool.text.english.spoken_words import spoken_words


class Sound(NamedTuple):
    """A letter or phone: an offset within its word in the phrase, and its time in seconds."""

    offset: int
    start: float
    end: float


def word_times(phrase: str, sounds: Sequence[Sound]) -> tuple[Interval, ...] | None:
    """Return the times of the `spoken_words` of a phrase; None without words or sounds.

    A sound belongs to the last word that starts at or before its offset. Words without sounds of
    their own, as the second one of "of the" for espeak-ng, share those of the word before them (or
    the first one after them) in proportion to their letters.
    """
    words = spoken_words(phrase)
    if not words or not sounds:
        return None
    own: list[list[Sound]] = [[] for _ in words]
    for sound in sounds:
        before = [n for n, word in enumerate(words) if word.start <= sound.offset]
        own[before[-1] if before else 0].append(sound)
    with_sounds = [number for number, found in enumerate(own) if found]
    times: list[Interval] = []
    for place, number in enumerate(with_sounds):
        first = 0 if place == 0 else number
        stop = with_sounds[place + 1] if place + 1 < len(with_sounds) else len(words)
        letters = [word.end - word.start for word in words[first:stop]]
        least = times[-1].end if times else 0.0
        start = max(least, min(sound.start for sound in own[number]))
        end = max(start, max(sound.end for sound in own[number]))
        times += _shared(start, end, letters)
    return tuple(times)


def _shared(start: float, end: float, letters: Sequence[int]) -> list[Interval]:
    """Divide an interval in proportion to letters."""
    total, done = sum(letters), 0
    times: list[Interval] = []
    for count in letters:
        done += count
        stop = end if done == total else start + (end - start) * done / total
        times.append(Interval(times[-1].end if times else start, stop))
    return times


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
