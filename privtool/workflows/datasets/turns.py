"""Reading the turns that a recognizer is trained on: where they are, how long, their targets.

No audio is held. Only the headers of files are read, unless bad turns are to be set aside: then all
audio is decoded once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.editing.regions import require_own_audio
from privtool.audio.io.clips import channel_of, read_clip, segment_bounds
from privtool.audio.io.decode import read_info, sampled_digest
from privtool.audio.io.roots import AudioRoot
from privtool.core.blocks import Counts, Format, Reject, parse_lines
from privtool.core.pipeline import Rejects, StreamOptions, results_of
from privtool.core.reading import Block
from privtool.core.record import Record, check_spans, text_of
from privtool.models.asr.training.index import Turn, TurnStore
from privtool.text.gaps import remove_gaps


class TurnBlock(NamedTuple):
    """The turns of a block of `source`, counts, and bad lines.

    `counts` has `records`, `dropped` (`drop_turn`), `empty` (nothing is said), `blanks` (turns that
    lost private words), `mixed` and `resampled`.
    """

    source: str
    turns: list[Turn]
    counts: Counts
    rejects: list[Reject]


@dataclass(frozen=True)
class TurnReader:
    """Reads the turns of a block of lines.

    `target` makes a target of a text; `rate` is that of the features.
    """

    root: AudioRoot
    target: Callable[[str], str]
    rate: int
    line_format: Format
    keep_going: bool

    def __call__(self, block: Block) -> TurnBlock:
        counts: Counts = Counter()
        convert = partial(self._turn, counts)
        parsed, rejects = parse_lines(block, self.line_format, convert, self.keep_going)
        counts["records"] = len(parsed)
        turns = [turn._replace(line=line) for line, turn in parsed if turn is not None]
        return TurnBlock(block.source, turns, counts, rejects)

    def _turn(self, counts: Counts, record: Record) -> Turn | None:
        """Return the turn of a record, without its line; None for one to leave out.

        Raise `DataError` for a record that cannot be trained on.
        """
        if record.drop_turn is True:
            counts["dropped"] += 1
            return None
        require_own_audio(record)
        text = text_of(record)
        if record.masks is not UNSET:
            check_spans(record.masks, len(text), "masks")
        path = self.root.path_of(record)
        audio = read_info(path)
        start, frames = segment_bounds(record, audio)
        if self.keep_going:  # training cannot set aside what it cannot decode
            read_clip(self.root, record)
        spoken = remove_gaps(text, record.masks or ())
        target = self.target(spoken)
        if not target:
            counts["empty"] += 1
            return None
        counts["blanks"] += spoken != text
        counts["mixed"] += audio.channels > 1 and record.channel is UNSET
        counts["resampled"] += audio.rate != self.rate
        return Turn(
            0,
            None if record.id is UNSET else record.id,
            path,
            start / audio.rate,
            frames / audio.rate,
            target,
            None if record.speaker is UNSET else str(record.speaker),
            channel_of(record),
            sampled_digest(path, (start + frames / 2) / audio.frames),
        )


def _turn_reader(
    root: AudioRoot,
    folder: Path | None,
    punctuation: bool,
    roles: tuple[str, ...],
    line_format: Format,
    keep_going: bool,
) -> TurnReader:
    from privtool.models.asr.features import RATE
    from privtool.models.asr.roles import RoleTags
    from privtool.models.asr.tokenizer import AsrTokens, target_normalizer

    if folder is not None:
        target = AsrTokens.load(folder).target
    else:
        rule = target_normalizer(punctuation).normalize_str
        target = partial(RoleTags(roles).normalize, rule=rule)
    return TurnReader(root, target, RATE, line_format, keep_going)


def read_turns(
    options: StreamOptions,
    root: AudioRoot,
    folder: Path | None,
    punctuation: bool,
    roles: tuple[str, ...],
    rejects: Rejects,
) -> tuple[TurnStore, Counts]:
    """Return the turns of the inputs, and what was counted.

    Targets follow the rule in the `folder` of a recognizer, or that of a new one with the tags of
    `roles`.
    """
    store, counts = TurnStore(roles), Counter[str]()
    line_format, keep_going = Format(options.input_format), options.rejects is not None
    make = partial(_turn_reader, root, folder, punctuation, roles, line_format, keep_going)
    with results_of(make, options, rejects) as results:
        for result in results:
            store.add(result.source, result.turns)
            counts.update(result.counts)
    return store, counts
