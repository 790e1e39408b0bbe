"""Masking: every word that a method calls private becomes a marker (Vats 2023, section 3.1)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec
from msgspec import UNSET

from privtool.core.blocks import Counts
from privtool.core.errors import DataError
from privtool.core.record import Extra, Mask, Record, require
from privtool.core.spans import Span
from privtool.text.markers import lookalike_label, marker_for, merged
from privtool.text.shapes import shape_label
from privtool.text.word_list import WordList
from privtool.text.words import words

ENTITY_TAGGER = "entityTagger"
LOOKALIKE = "marker"  # the method of a mask over marker-like input
_CACHED_CHUNKS = 1 << 18
_CACHED_LENGTH = 64


class Tagger(Protocol):
    """Finds private stretches; the first span in a list that covers a word gives its label."""

    def tag(self, texts: Sequence[str]) -> list[list[Span]]: ...


class MaskSettings(NamedTuple):
    """How to mask: `lists` by method name, what the markers look like, and what else to keep."""

    lists: dict[str, WordList]
    by_class: bool = False
    merge: bool = False
    keep: tuple[str, ...] = ()


class _Chunk(NamedTuple):
    """A space-free piece of text as it is after masking; `masks` are relative to its start."""

    text: str
    words: int
    masks: tuple[tuple[int, int, str, str], ...]


class MaskStage:
    """Masks the words that no list keeps and those that a tagger finds.

    A text is cut at its spaces, which no word contains, and what becomes of each piece is
    remembered, so that a frequent word costs one look-up. The output has `id`, `text`, `masks`,
    `word_lists` and what `keep` names: any other field might hold the raw text.
    """

    def __init__(self, settings: MaskSettings, tagger: Tagger | None = None) -> None:
        self._settings, self._tagger = settings, tagger
        self._chunks = _ChunkCache(self)
        self._word_lists = {
            method: listed.reference for method, listed in settings.lists.items()
        } or UNSET

    def check(self, record: Record) -> None:
        """Raise `DataError` unless the record has a text and the fields that are kept are sound."""
        if record.text is UNSET:
            require(record, "text")
        if record.masks is not UNSET:
            raise DataError("the record has 'masks' already; mask the raw text")

    def process(self, records: list[Record], counts: Counts) -> list[Record]:
        """The masked records; adds `words` and `masked` to `counts`."""
        if self._tagger is None:
            return [self._masked(record, (), counts) for record in records]
        found = self._tagger.tag([record.text for record in records])  # type: ignore[misc]
        return [
            self._masked(record, spans, counts)
            for record, spans in zip(records, found, strict=True)
        ]

    def _masked(self, record: Record, spans: Sequence[Span], counts: Counts) -> Record:
        chunks = record.text.split(" ")  # type: ignore[union-attr]
        found = list(map(self._chunks.__getitem__, chunks))
        if spans:
            self._apply(spans, chunks, found)
        total = len(chunks)
        masks: list[Mask] = []
        at = 0
        for index, chunk in enumerate(found):
            if chunk is None:
                at += len(chunks[index]) + 1
                continue
            text, count, relative = chunk
            total += count - 1
            for start, end, label, method in relative:
                masks.append(Mask(at + start, at + end, label, method))
            chunks[index] = text
            at += len(text) + 1
        counts["words"] += total
        counts["masked"] += len(masks)
        text, final = " ".join(chunks), tuple(masks)
        if self._settings.merge and masks:
            text, final = merged(text, masks, self._settings.by_class)
        new = Record(id=record.id, text=text, masks=final, word_lists=self._word_lists)
        return self._with_kept(new, record) if self._settings.keep else new

    def _apply(
        self, spans: Sequence[Span], chunks: list[str], found: list[_Chunk | None]
    ) -> None:
        """Mask anew the chunks that a span touches."""
        starts = [0]
        for chunk in chunks:
            starts.append(starts[-1] + len(chunk) + 1)
        touched: dict[int, list[Span]] = {}
        for span in spans:
            index = _first_touched(starts, span.start)
            while index < len(chunks) and starts[index] < span.end:
                here = starts[index]
                relative = Span(span.start - here, span.end - here, span.label, span.score)
                touched.setdefault(index, []).append(relative)
                index += 1
        for index, relative_spans in touched.items():
            found[index] = self.masked_chunk(chunks[index], relative_spans)

    def masked_chunk(self, chunk: str, spans: Sequence[Span]) -> _Chunk | None:
        """The chunk with its private words masked; None when it is one word and all is kept."""
        pieces: list[str] = []
        masks: list[tuple[int, int, str, str]] = []
        done = at = 0
        found = words(chunk)
        for word in found:
            covering = [s for s in spans if s.start < word.end and word.start < s.end]
            methods = self._methods(chunk[word.start : word.end], word.key, bool(covering))
            if not methods:
                continue
            raw = chunk[word.start : word.end]
            before = chunk[word.start - 1 : word.start]
            label = covering[0].label if covering else shape_label(raw, before).value
            marker = marker_for(label, self._settings.by_class)
            gap = chunk[done : word.start]
            at += len(gap)
            pieces += (gap, marker)
            masks.append((at, at + len(marker), label, methods))
            at += len(marker)
            done = word.end
        if not masks:
            return None if len(found) == 1 else _Chunk(chunk, len(found), ())
        pieces.append(chunk[done:])
        return _Chunk("".join(pieces), len(found), tuple(masks))

    def _methods(self, word: str, key: str, tagged: bool) -> str:
        """The methods that mask a word, joined by `+`; empty when the word is kept."""
        hits = [name for name, kept in self._settings.lists.items() if not kept.keeps(key)]
        if tagged:
            hits.append(ENTITY_TAGGER)
        if not hits and word[0] in "[<" and lookalike_label(word):
            hits.append(LOOKALIKE)
        return "+".join(hits)

    def _with_kept(self, new: Record, record: Record) -> Record:
        changes: dict[str, object] = {}
        extra = Extra()
        for name in self._settings.keep:
            if name in Record.__struct_fields__:
                changes[name] = getattr(record, name)
            elif record.extra is not UNSET and name in record.extra:
                extra[name] = record.extra[name]
        return msgspec.structs.replace(new, extra=extra or UNSET, **changes)


class _ChunkCache(dict[str, "_Chunk | None"]):
    """What becomes of chunks that no span touches; forgets all when it is full."""

    def __init__(self, stage: MaskStage) -> None:
        super().__init__()
        self._stage = stage

    def __missing__(self, chunk: str) -> _Chunk | None:
        masked = self._stage.masked_chunk(chunk, ())
        if len(chunk) <= _CACHED_LENGTH:
            if len(self) >= _CACHED_CHUNKS:
                self.clear()
            self[chunk] = masked
        return masked


def _first_touched(starts: list[int], position: int) -> int:
    """The index of the chunk that holds a position, or would."""
    return max(0, bisect_right(starts, position) - 1)

