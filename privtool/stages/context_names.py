"""Names of a conversation: found in one record, private in all records with the same field."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import blake2b
from typing import NamedTuple

from msgspec import UNSET

from privtool.core.blocks import Format, decode_lines
from privtool.core.errors import DataError
from privtool.core.fields import group_of
from privtool.core.parallel import Make, map_blocks
from privtool.core.pipeline import StreamOptions, input_twice
from privtool.core.reading import Block
from privtool.core.record import Record
from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.lexicon import PARTICLES, lexicon
from privtool.text.labels import Label
from privtool.text.words import overlapping_words, words

_PERSON = Label.PERSON.value
_CAPITAL = "^"  # before a common word, which is private only with a capital
_SHORTEST = 2


class ContextNames(NamedTuple):
    """Hashes of the names of each context, sorted: 8 bytes for each pair of name and context."""

    field: str
    known: array[int]

    def check(self, record: Record) -> None:
        """Raise `DataError` if the value of the field cannot be a context."""
        group_of(record, self.field)

    def extended(
        self, batch: Sequence[tuple[Record, str]], found: Sequence[Sequence[Span]]
    ) -> list[list[Span]]:
        """Return the spans of each text, and the names of its context after them."""
        return [
            [*spans, *self.spans(record, text)]
            for (record, text), spans in zip(batch, found, strict=True)
        ]

    def spans(self, record: Record, text: str) -> list[Span]:
        """Return the words of a text that are names elsewhere in the context of its record."""
        group = group_of(record, self.field)
        if group is None:
            return []
        cased = CasedWords(text)
        capitals = {cased.start[i] for i in range(len(cased)) if _has_telling_capital(cased, i)}
        spans: list[Span] = []
        for start, end, key in words(text):
            names = [*_parts(key)]
            names += [f"{_CAPITAL}{name}" for name in names if start in capitals]
            if any(self._has(_hash(group, name)) for name in names):
                spans.append(Span(start, end, _PERSON, LIKELY))
        return spans

    def _has(self, value: int) -> bool:
        place = bisect_left(self.known, value)
        return place < len(self.known) and self.known[place] == value


class NameCollector:
    """Collects the hashes of names in blocks of lines; bad lines are left to the stage."""

    def __init__(self, tagger: Tagger, field: str, line_format: Format) -> None:
        self._tagger, self._field, self._format = tagger, field, line_format

    def __call__(self, block: Block) -> set[int]:
        """Return the hashes of the pairs of context and name in a block."""
        decoded, _ = decode_lines(block, self._format, keep_going=True)
        groups, texts = [], []
        for _, record in decoded:
            try:
                group = group_of(record, self._field)
            except DataError:
                continue
            if group is not None and record.text is not UNSET:
                groups.append(group)
                texts.append(record.text)
        found: set[int] = set()
        for group, text, spans in zip(groups, texts, self._tagger.tag(texts), strict=True):
            found.update(_hash(group, name) for name in _names(text, spans))
        return found


def read_names(
    field: str, make: Make[set[int]], stream: StreamOptions, lines_per_block: int
) -> ContextNames:
    """Read the inputs once and return the names of each context; `make` builds the collector.

    Standard input is kept in an unnamed file, so that it can be read again.
    """
    distinct: set[int] = set()
    blocks = input_twice(stream, lines_per_block)
    with closing(map_blocks(make, blocks, stream.jobs)) as hashes:
        for some in hashes:
            distinct |= some
    return ContextNames(field, array("Q", sorted(distinct)))


def _names(text: str, spans: Sequence[Span]) -> Iterator[str]:
    """Yield the words of names of persons, in lower case; common ones with a sign before them."""
    lists = lexicon()
    found = words(text)
    persons = [(span.start, span.end) for span in spans if span.label == _PERSON]
    for numbers in overlapping_words(found, persons):
        for number in numbers:
            for name in _parts(found[number].key):
                if name in lists.function or name in PARTICLES or not name.isalpha():
                    continue
                yield _CAPITAL + name if name in lists.common else name


def _parts(key: str) -> Iterator[str]:
    """Yield the parts of a word key that can be a name."""
    return (part for part in key.split("-") if len(part) >= _SHORTEST)


def _has_telling_capital(cased: CasedWords, index: int) -> bool:
    return cased.capital(index) and not cased.opens(index)


def _hash(group: str, name: str) -> int:
    digest = blake2b(f"{group}\0{name}".encode("utf-8", "surrogatepass"), digest_size=8)
    return int.from_bytes(digest.digest(), "little")
