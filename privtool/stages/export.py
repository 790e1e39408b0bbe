"""Preparing records and their audio for export into the formats of other tools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from privtool.audio.editing.regions import require_own_audio
from privtool.audio.formats.utterances import Utterance
from privtool.core.blocks import Format, Reject, parse_lines
from privtool.core.errors import DataError
from privtool.core.reading import Block
from privtool.core.record import Record, check_spans


class Exported(NamedTuple):
    """The utterances and bad lines of a block."""

    utterances: list[Utterance]
    rejects: list[Reject]


@dataclass(frozen=True)
class ExportBlock:
    """Decodes a block of lines and locates its audio.

    `find` returns a record with its place in its audio, and `unfit` why the output format cannot
    hold it, or None.
    """

    find: Callable[[Record], Utterance]
    line_format: Format
    keep_going: bool
    unfit: Callable[[Utterance], str | None] | None = None

    def __call__(self, block: Block) -> Exported:
        parsed, rejects = parse_lines(block, self.line_format, self._utterance, self.keep_going)
        return Exported([utterance for _, utterance in parsed], rejects)

    def _utterance(self, record: Record) -> Utterance:
        """Raise `DataError` for a record that cannot be exported."""
        if isinstance(record.words, tuple) and any(w.end < w.start for w in record.words):
            raise DataError("a word ends before it starts")
        if isinstance(record.entities, tuple) and isinstance(record.text, str):
            check_spans(record.entities, len(record.text), "entities")
        require_own_audio(record)
        utterance = self.find(record)
        reason = self.unfit(utterance) if self.unfit else None
        if reason is not None:
            raise DataError(reason)
        return utterance
