"""The life cycle of a filter: check its options, fetch what it reads, build its stage, run it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import ClassVar

from privtool.core.blocks import Counts
from privtool.core.pipeline import MakeStage, StreamOptions, run_filter
from privtool.core.reporting import print_summary


class FilterConfig(ABC):
    """The base of a filter's options. Its stage works on `block_lines` lines at a time."""

    block_lines: ClassVar[int] = 2048  # enough to fill batches, few enough to see results come

    @abstractmethod
    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""

    @abstractmethod
    def fetch(self, stream: StreamOptions) -> AbstractContextManager[MakeStage]:
        """Read or download, once for all processes, what the stage needs.

        The context gives what builds the stage, which is picklable: each of several processes
        builds its own.
        """

    @abstractmethod
    def summary(self, counts: Counts) -> Sequence[str]:
        """Return what to report at the end beside the number of records and the time."""

    @property
    def reads_unknown_fields(self) -> bool:
        """Whether fields that privtool does not know are read, to be passed on."""
        return True

    @property
    def reads_input_twice(self) -> bool:
        """Whether the input is read before the stage works on it."""
        return False

    def conclude(self, counts: Counts) -> None:  # noqa: B027
        """Raise `PrivtoolError` where the outcome is a failure."""

    def lines_per_block(self, jobs: int) -> int:  # noqa: ARG002
        """Return how many lines to work on at a time in so many processes."""
        return self.block_lines


def run(config: FilterConfig, stream: StreamOptions) -> None:
    """Run a filter over its streams and report what it did."""
    config.check(stream)
    with config.fetch(stream) as build:
        counts = run_filter(
            build,
            stream,
            unknown_fields=config.reads_unknown_fields,
            lines_per_block=config.lines_per_block(stream.jobs),
        )
    print_summary(stream, counts, *(() if stream.quiet else config.summary(counts)))
    config.conclude(counts)
