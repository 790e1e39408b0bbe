"""Checks and reports of `asr-train`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from privtool.core.blocks import Counts
from privtool.core.errors import DataError, option

if TYPE_CHECKING:
    from privtool.models.asr.training.index import Examples
    from privtool.models.asr.training.trainer import AsrTrainResult
    from privtool.models.asr.training.turn_store import TurnStore


def check_turns(store: TurnStore, counts: Counts) -> None:
    """Raise `DataError` for turns that cannot be trained on."""
    if not counts["records"]:
        raise DataError("there are no records to train on")
    if not len(store):
        raise DataError("no record has a usable word")
    # A target has no angle bracket but in the tag of a role.
    if store.roles and max(store.role) < 0 and not any("<" in text for text in store.texts()):
        names = ", ".join(store.roles)
        raise DataError(f"no record has one of the roles {names} as its 'speaker' or in its text")


def report_dense(examples: Examples, ctc_weight: float, say: Callable[[str], None]) -> None:
    """Report records that are too dense for CTC."""
    if count := len(examples.too_dense_for_ctc):
        source, line = examples.location(examples.too_dense_for_ctc[0])
        left_out = ", which CTC leaves out" if ctc_weight else ""
        say(
            f"{count:,} records have fewer frames than tokens, or none between two equal "
            f"tokens{left_out} (the first is {source}:{line}): check that the texts match the "
            f"audio; more {option('tokens')} make texts shorter"
        )


def summary_of(result: AsrTrainResult, counts: Counts) -> list[str]:
    """Return the parts of the summary line."""
    from privtool.audio.io.clips import conversion_summary

    card = result.card
    return [
        f"{counts['records']:,} records",
        f"{card['train']['seconds'] / 3600:.2f} h",
        *(f"{counts[name]:,} {name}" for name in ("dropped", "empty") if counts[name]),
        *conversion_summary(counts),
        f"{card['steps']:,} steps",
        f"{result.frames_per_second:,.0f} frames/s",
        f"{100 * result.waiting:.0f} % of it waiting for audio",
    ]
