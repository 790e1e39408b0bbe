"""The life cycle of a filter: check its options, fetch what it reads, build its stage, run it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from privtool.core.blocks import Counts
from privtool.core.pipeline import MakeStage, StreamOptions, run_filter
from privtool.core.reporting import print_summary


class FilterConfig(Protocol):
    """The options of a filter, and what becomes of them."""

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""

    def fetch(self, stream: StreamOptions) -> MakeStage:
        """Read or download, once for all processes, what the stage needs.

        Returns what builds the stage; it is picklable, as each process of `--jobs` builds its own.
        """

    def reads_unknown_fields(self) -> bool:
        """Return whether fields that privtool does not know are read, to be passed on."""

    def lines_per_block(self, stream: StreamOptions) -> int:
        """Return how many lines to work on at a time."""

    def summary(self, counts: Counts) -> Sequence[str]:
        """Return what to report at the end beside the number of records and the time."""


def run(config: FilterConfig, stream: StreamOptions) -> None:
    """Run a filter over its streams and report what it did."""
    config.check(stream)
    counts = run_filter(
        config.fetch(stream),
        stream,
        unknown_fields=config.reads_unknown_fields(),
        lines_per_block=config.lines_per_block(stream),
    )
    print_summary(stream, counts, *config.summary(counts))
