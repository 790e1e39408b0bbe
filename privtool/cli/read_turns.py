"""Reading the manifests of recognisers: a fold over blocks, into an index of turns."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from privtool.audio.roots import AudioRoot
from privtool.core.blocks import Counts, Format
from privtool.core.record import FIELDS
from privtool.core.run import Rejects, StreamOptions, results_of
from privtool.stages.asr_train import ReadTurns

if TYPE_CHECKING:
    from privtool.models.turn_store import TurnStore


class TurnReading(NamedTuple):
    """Makes the function that reads turns, in every process its own.

    Targets are made by the rule in the `folder` of a recogniser, or by that of a new one with the
    tags of `roles`. The field `recording` tells which turns belong together; None: their file does.
    """

    root: AudioRoot
    folder: Path | None
    punctuation: bool
    rate: int
    recording: str | None = None
    roles: tuple[str, ...] = ()

    def block(self, format: Format, keep_going: bool) -> ReadTurns:
        """A function of blocks of lines."""
        from privtool.models.asr_tokens import AsrTokens, target_rule
        from privtool.models.role_tags import RoleTags

        if self.folder is not None:
            target = AsrTokens.load(self.folder).target
        else:
            rule = target_rule(self.punctuation).normalize_str
            target = partial(RoleTags(self.roles).target, rule=rule)
        return ReadTurns(self.root, target, self.rate, format, keep_going, self.recording)


def read_turns(
    options: StreamOptions, reading: TurnReading, store: TurnStore, set_aside: Rejects
) -> Counts:
    """Put the turns of the inputs into a store; returns what was counted."""
    counts: Counts = Counter()
    others = reading.recording is not None and reading.recording not in FIELDS
    format = Format(options.input_format, unknown_fields=others)
    make = partial(reading.block, format, options.rejects is not None)
    with results_of(make, options, set_aside) as results:
        for result in results:
            store.add(result.source, result.turns)
            counts.update(result.counts)
    return counts
