"""The times of words in a turn whose private audio was replaced."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from privtool.audio.editing.assembly import AssembledTurn
from privtool.audio.intervals import Interval
from privtool.core.record import WordTime
from privtool.text.english.spoken_words import first_reading, spoken_words


def retimed(
    old: Sequence[WordTime], assembled: AssembledTurn, phrases: Sequence[str]
) -> tuple[WordTime, ...]:
    """Return the words that were kept and those of the surrogates, with their new times."""
    words: list[WordTime] = []
    for word in old:
        times = assembled.new_times(word.start, word.end)
        if times is not None:
            words.append(msgspec.structs.replace(word, start=times[0], end=times[1]))
    for number, phrase in enumerate(phrases):
        pieces = assembled.piece_times[number]
        if pieces:
            whole = Interval(pieces[0].start, pieces[-1].end)
            words += phrase_words(phrase, whole, assembled.word_times[number])
    rounded = (
        msgspec.structs.replace(word, start=round(word.start, 4), end=round(word.end, 4))
        for word in words
    )
    return tuple(sorted(rounded, key=lambda word: word.start))


def phrase_words(phrase: str, whole: Interval, times: Sequence[Interval] | None) -> list[WordTime]:
    """Return the words of a phrase from their times, or from those of their spoken words.

    `forty two` are the spoken words of `42`. If `times` are unknown, or of other words, the words
    share the time of the phrase in proportion to their letters.
    """
    words = [phrase[word.start : word.end] for word in spoken_words(phrase)]
    known = list(times or ())
    if len(known) != len(words):
        known = _of_written(words, known) or _by_letters(words, whole)
    return [WordTime(word, *time) for word, time in zip(words, known, strict=True)]


def _of_written(words: Sequence[str], spoken: Sequence[Interval]) -> list[Interval] | None:
    """Return the times of written words; None if they have other spoken words."""
    counts = [len(first_reading(word)) for word in words]
    if sum(counts) != len(spoken) or not all(counts):
        return None
    times: list[Interval] = []
    first = 0
    for count in counts:
        times.append(Interval(spoken[first].start, spoken[first + count - 1].end))
        first += count
    return times


def _by_letters(words: Sequence[str], whole: Interval) -> list[Interval]:
    start, letters = whole.start, sum(map(len, words))
    times: list[Interval] = []
    for word in words:
        end = start + (whole.end - start) * len(word) / letters
        times.append(Interval(start, end))
        start, letters = end, letters - len(word)
    return times
