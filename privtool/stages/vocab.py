"""Counting words: a vocabulary of a stream, by the word rule of `mask`."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from privtool.core.blocks import Format, Reject, decoded, first_error
from privtool.core.errors import PrivtoolError
from privtool.core.lines import Block
from privtool.core.record import Record, require

from privtool.text.words import words

_HELD_CHUNKS = 1 << 20


class Tally(NamedTuple):
    """The word counts of a block, how many records it had, its bad lines, and what ended it."""

    words: Counter[str]
    records: int
    rejects: list[Reject]
    error: PrivtoolError | None


class CountBlock:
    """Counts the words of a block of records.

    A text is cut at its white space, which no word contains; the words of a piece are looked up
    once however often it occurs.
    """

    def __init__(self, format: Format, keep_going: bool) -> None:
        self._format, self._keep_going = format, keep_going
        self._known: dict[str, tuple[str, ...]] = {}

    def __call__(self, block: Block) -> Tally:
        if self._format.input == "vocab":
            return _vocabulary_lines(block, self._keep_going)
        good, bad = decoded(block, self._format, _check, self._keep_going)
        chunks: Counter[str] = Counter()
        for record in good:
            chunks.update(record.text.split())  # type: ignore[union-attr]
        counted: Counter[str] = Counter()
        for chunk, count in chunks.items():
            for key in self._words(chunk):
                counted[key] += count
        error = first_error(bad) if bad and not self._keep_going else None
        return Tally(counted, len(good), bad, error)

    def _words(self, chunk: str) -> tuple[str, ...]:
        keys = self._known.get(chunk)
        if keys is None:
            if len(self._known) >= _HELD_CHUNKS:
                self._known.clear()
            keys = self._known[chunk] = tuple(word.key for word in words(chunk))
        return keys


def vocabulary_lines(counts: Counter[str], top: int | None, min_count: int) -> bytes:
    """Lines `word<TAB>count`, the most frequent first, equal counts in code point order."""
    pairs = [pair for pair in counts.items() if pair[1] >= min_count]
    pairs.sort(key=lambda pair: (-pair[1], pair[0]))
    return "".join(f"{word}\t{count}\n" for word, count in pairs[:top]).encode()


def _check(record: Record) -> None:
    require(record, "text")


def _vocabulary_lines(block: Block, keep_going: bool) -> Tally:
    """The counts in lines that an earlier run wrote."""
    counted: Counter[str] = Counter()
    bad: list[Reject] = []
    for number, line in enumerate(block.lines, block.first_line):
        if not line:
            continue
        try:
            word, _, count = line.removesuffix(b"\r").decode().rpartition("\t")
            if not word or not count.isdigit():
                raise ValueError
            counted[word] += int(count)
        except ValueError:
            bad.append(Reject(block.source, number, None, "not a word, a tab and a count", line))
            if not keep_going:
                break
    error = first_error(bad) if bad and not keep_going else None
    return Tally(counted, len(block.lines) - len(bad), bad, error)
