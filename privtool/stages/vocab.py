"""Counting words: a vocabulary of a stream, by the word rule of `mask`."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from privtool.core.blocks import Format, Reject, parse_lines
from privtool.core.errors import DataError, option
from privtool.core.fields import text_of
from privtool.core.reading import Block
from privtool.text.words import ChunkCache, words

_LONGEST_COUNT = 18  # digits


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
        if self._format.input == "vocab":
            entries, rejects = _entries(block, self._keep_going)
            for word, count in entries:
                counted[word] += count
            return Tally(counted, len(entries), rejects)
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


def _entries(block: Block, keep_going: bool) -> tuple[list[tuple[str, int]], list[Reject]]:
    """Parse the lines that an earlier run wrote; return words and counts, and the rejects.

    Blank lines are skipped. Without `keep_going` parsing stops at a bad one.
    """
    entries: list[tuple[str, int]] = []
    rejects: list[Reject] = []
    for number, line in enumerate(block.lines, block.first_line):
        if line is not None and not line.strip():
            continue
        try:
            if line is None:
                raise DataError(f"the line is longer than {option('max_line_bytes')} allows")
            entries.append(_entry(line))
        except DataError as error:
            rejects.append(Reject(block.source, number, None, error.message, line))
            if not keep_going:
                break
    return entries, rejects


def _entry(line: bytes) -> tuple[str, int]:
    """Return the word and count of a line. Raise `DataError` for any other line."""
    word, _, count = line.removesuffix(b"\r").rpartition(b"\t")
    try:
        if not word or not count.isdigit() or len(count) > _LONGEST_COUNT:
            raise ValueError
        return word.decode(), int(count)
    except ValueError:  # also for lines that are not UTF-8
        raise DataError("not a word, a tab and a count") from None
