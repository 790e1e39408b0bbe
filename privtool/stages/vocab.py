"""Counting words: a vocabulary of a stream, by the word rule of `mask`."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from privtool.core.blocks import Format, Reject, parse_lines
from privtool.core.fields import text_of
from privtool.core.reading import Block
from privtool.text.words import ChunkCache, words


class Tally(NamedTuple):
    """The word counts of a block, how many records it had, and its bad lines."""

    words: Counter[str]
    records: int
    rejects: list[Reject]


class CountBlock:
    """Counts the words of a block of records.

    A text is cut at its white space, which no word contains; the words of a piece are looked up
    once however often it occurs.
    """

    def __init__(self, line_format: Format, keep_going: bool) -> None:
        self._format, self._keep_going = line_format, keep_going
        self._keys = ChunkCache(_keys)

    def __call__(self, block: Block) -> Tally:
        counted: Counter[str] = Counter()
        parsed, rejects = parse_lines(block, self._format, text_of, self._keep_going)
        chunks: Counter[str] = Counter()
        for _, text in parsed:
            chunks.update(text.split())
        for chunk, count in chunks.items():
            for key in self._keys[chunk]:
                counted[key] += count
        return Tally(counted, len(parsed), rejects)


def add_words(total: Counter[str], part: Tally) -> Counter[str]:
    """Add the words of a block, and return how many it had."""
    total.update(part.words)
    return Counter(records=part.records, words=part.words.total())


def most_frequent(counts: Counter[str], top: int | None, min_count: int) -> list[tuple[str, int]]:
    """Return words and counts, the most frequent first, equal counts in code point order."""
    pairs = [pair for pair in counts.items() if pair[1] >= min_count]
    pairs.sort(key=lambda pair: (-pair[1], pair[0]))
    return pairs[:top]


def vocabulary_lines(counts: Counter[str], top: int | None, min_count: int) -> bytes:
    """Return lines `word<TAB>count` of the most frequent words."""
    pairs = most_frequent(counts, top, min_count)
    return "".join(f"{word}\t{count}\n" for word, count in pairs).encode()


def _keys(chunk: str) -> tuple[str, ...]:
    return tuple(word.key for word in words(chunk))
