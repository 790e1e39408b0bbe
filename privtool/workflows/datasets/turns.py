"""Reading the turns that a recognizer is trained on: where they are, how long, what is said.

No audio is held: of each file only the header is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.editing.regions import require_own_audio
from privtool.audio.io.clips import segment_bounds
from privtool.audio.io.decode import AudioInfo, read_info
from privtool.audio.io.roots import AudioRoot
from privtool.core.blocks import Counts, Format, Reject, parse_lines
from privtool.core.fields import group_of, masks_or_empty, text_of
from privtool.core.pipeline import Rejects, StreamOptions, results_of
from privtool.core.reading import Block
from privtool.core.record import FIELDS, Record, check_spans
from privtool.models.asr.training.turn_store import Turn, TurnStore
from privtool.text.gaps import remove_gaps

Target = Callable[[str], str]


class Place(NamedTuple):
    """A stretch of a file of some length, in seconds, and what `Turn` calls a recording."""

    path: str
    length: AudioInfo
    start: float
    seconds: float
    recording: str | None


class Turns(NamedTuple):
    """The turns of a block of `source`, counts, and bad lines.

    A turn that is left out is None, as it is nobody's neighbor any more. `counts` has `records`,
    `dropped` (`drop_turn`), `empty` (nothing is said), `gaps` (turns that lost private words),
    `mixed` and `resampled`.
    """

    source: str
    turns: list[Turn | None]
    counts: Counts
    rejects: list[Reject]


class ReadTurns:
    """From a block of lines to its turns."""

    def __init__(
        self,
        root: AudioRoot,
        target: Target,
        rate: int,
        line_format: Format,
        keep_going: bool,
        recording: str | None = None,
    ) -> None:
        """`target` is the rule that makes a text a target, `rate` that of the features.

        `recording` names the field that tells which turns belong together; None: their file does.
        """
        self._root, self._target, self._rate = root, target, rate
        self._recording = recording
        self._format, self._keep_going = line_format, keep_going

    def __call__(self, block: Block) -> Turns:
        parsed, rejects = parse_lines(block, self._format, self._located, self._keep_going)
        counts: Counts = Counter(records=len(parsed))
        turns = [self._turn(line, *located, counts) for line, located in parsed]
        return Turns(block.source, turns, counts, rejects)

    def _located(self, record: Record) -> tuple[Record, Place | None]:
        """Return a record and where its audio is; None if it must not be used.

        Raise `DataError` for a record that cannot be trained on.
        """
        if record.drop_turn is True:
            return record, None
        require_own_audio(record)
        text = text_of(record)
        if record.masks is not UNSET:
            check_spans(record.masks, len(text), "masks")
        path = self._root.path_of(record)
        length = read_info(path)
        start, frames = segment_bounds(record, length)
        recording = path if self._recording is None else group_of(record, self._recording)
        seconds = start / length.rate, frames / length.rate
        return record, Place(path, length, *seconds, recording)

    def _turn(self, line: int, record: Record, place: Place | None, counts: Counts) -> Turn | None:
        if place is None:
            counts["dropped"] += 1
            return None
        text = text_of(record)
        heard = remove_gaps(text, masks_or_empty(record))
        target = self._target(heard)
        if not target:
            counts["empty"] += 1
            return None
        counts["blanks"] += heard != text
        counts["mixed"] += place.length.channels > 1
        counts["resampled"] += place.length.rate != self._rate
        speaker = None if record.speaker is UNSET else str(record.speaker)
        record_id = None if record.id is UNSET else record.id
        return Turn(
            line,
            record_id,
            place.path,
            place.start,
            place.seconds,
            target,
            speaker,
            place.recording,
        )


class TurnReading(NamedTuple):
    """Makes the function that reads turns, in every process its own.

    Targets are made by the rule in the `folder` of a recognizer, or by that of a new one with the
    tags of `roles`. The field `recording` tells which turns belong together; None: their file does.
    """

    root: AudioRoot
    folder: Path | None
    punctuation: bool
    rate: int
    recording: str | None = None
    roles: tuple[str, ...] = ()

    def block(self, line_format: Format, keep_going: bool) -> ReadTurns:
        """A function of blocks of lines."""
        from privtool.models.asr.roles import RoleTags
        from privtool.models.asr.tokenizer import AsrTokens, target_normalizer

        if self.folder is not None:
            target = AsrTokens.load(self.folder).target
        else:
            rule = target_normalizer(self.punctuation).normalize_str
            target = partial(RoleTags(self.roles).normalize, rule=rule)
        return ReadTurns(self.root, target, self.rate, line_format, keep_going, self.recording)


def read_turns(
    options: StreamOptions, reading: TurnReading, store: TurnStore, set_aside: Rejects
) -> Counts:
    """Put the turns of the inputs into a store; returns what was counted."""
    counts: Counts = Counter()
    others = reading.recording is not None and reading.recording not in FIELDS
    line_format = Format(options.input_format, unknown_fields=others)
    make = partial(reading.block, line_format, options.rejects is not None)
    with results_of(make, options, set_aside) as results:
        for result in results:
            store.add(result.source, result.turns)
            counts.update(result.counts)
    return counts
