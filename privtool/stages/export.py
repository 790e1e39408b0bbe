"""Preparing records and their audio for export into the formats of other tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.editing.regions import require_own_audio
from privtool.audio.formats.utterances import Utterance, utterance_of, without_audio
from privtool.audio.io.roots import AudioRoot
from privtool.core.blocks import Format, Reject, parse_lines
from privtool.core.errors import DataError
from privtool.core.reading import Block
from privtool.core.record import Record, check_spans


class Exported(NamedTuple):
    """The utterances and bad lines of a block."""

    utterances: list[Utterance]
    rejects: list[Reject]


class ExportBlock:
    """Decodes a block of lines and locates its audio.

    `unfit` returns why the output format cannot hold an utterance, or None. Records without audio
    are exported where the format `needs_no_audio`.
    """

    def __init__(
        self,
        root: AudioRoot,
        line_format: Format,
        keep_going: bool,
        unfit: Callable[[Utterance], str | None] | None = None,
        needs_no_audio: bool = False,
    ) -> None:
        self._needs_no_audio = needs_no_audio
        self._root, self._format, self._keep_going = root, line_format, keep_going
        self._unfit = unfit

    def __call__(self, block: Block) -> Exported:
        parsed, rejects = parse_lines(block, self._format, self._utterance, self._keep_going)
        return Exported([utterance for _, utterance in parsed], rejects)

    def _utterance(self, record: Record) -> Utterance:
        """Raise `DataError` for a record that cannot be exported."""
        if isinstance(record.words, tuple) and any(w.end < w.start for w in record.words):
            raise DataError("a word ends before it starts")
        if isinstance(record.entities, tuple) and isinstance(record.text, str):
            check_spans(record.entities, len(record.text), "entities")
        require_own_audio(record)
        alone = self._needs_no_audio and record.audio_filepath is UNSET
        utterance = without_audio(record) if alone else utterance_of(record, self._root)
        reason = self._unfit(utterance) if self._unfit else None
        if reason is not None:
            raise DataError(reason)
        return utterance
