"""What `privtool scale` needs of a command.

A filter writes records, and the outputs of shards are parts of its output. A command that counts
adds up: each shard is counted by itself, and one process makes the output of all counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from privtool.core.blocks import Counts, Reject
from privtool.core.pipeline import StreamOptions
from privtool.core.reading import Block


class BlockResult(Protocol):
    """What comes of a block: lines, counts, and bad lines."""

    @property
    def data(self) -> bytes: ...

    @property
    def counts(self) -> Counts: ...

    @property
    def rejects(self) -> list[Reject]: ...


BlockWork = Callable[[Block], BlockResult]


class PartsConfig(Protocol):
    """The options of a command that works on parts."""

    def check_all(self, stream: StreamOptions) -> None: ...

    def check_in_parts(self) -> None: ...

    def prepare(self, stream: StreamOptions) -> None: ...


@runtime_checkable
class RecordsConfig(PartsConfig, Protocol):
    """The options of a command that writes records, see `running.FilterConfig`."""

    @property
    def reads_input_twice(self) -> bool: ...

    def conclude(self, counts: Counts) -> None: ...

    def block_work(self, stream: StreamOptions) -> AbstractContextManager[BlockWork]: ...

    def marked(
        self,
        blocks: Iterable[Block],
        stream: StreamOptions,
        before: Callable[[], Iterable[Block]] = tuple,
    ) -> Iterable[Block]: ...

    def lines_per_block(self, jobs: int) -> int: ...

    def model_entries(self) -> Mapping[str, Any]: ...

    def report_counts(self, stream: StreamOptions, counts: Counts) -> None: ...


class ShardCounter(Protocol):
    """Counts the blocks of one shard. The results of blocks have no lines."""

    def __call__(self, block: Block) -> BlockResult: ...

    def lines(self) -> bytes:
        """Return what was counted, for `Counting.combined`."""
        ...


class Counting(Protocol):
    """How a command counts shards, and what it makes of all counts together."""

    ending: str
    """Of the file of the output."""
    private: bool
    """Whether only its owner may read the output. The counts of shards are always private."""

    def counter(self) -> ShardCounter: ...

    def combined(self, stream: StreamOptions, counts: Counts) -> bytes:
        """Return the output, read from the counts of all shards, and add to `counts`."""
        ...

    def report(self, stream: StreamOptions, counts: Counts, output: Path) -> None:
        """Report what was counted, as the command alone does."""
        ...


@runtime_checkable
class CountsConfig(PartsConfig, Protocol):
    """The options of a command that counts all records."""

    def counting(self, stream: StreamOptions) -> Counting: ...


class CommandLine(NamedTuple):
    """A command as it was given: its name, the options of its streams and its own."""

    command: str
    stream: StreamOptions
    config: RecordsConfig | CountsConfig

    @property
    def counting(self) -> Counting | None:
        """How the command counts; None for one that writes records."""
        return self.config.counting(self.stream) if isinstance(self.config, CountsConfig) else None

    @property
    def models(self) -> Mapping[str, Any]:
        """The models of the command, by role."""
        return {} if isinstance(self.config, CountsConfig) else self.config.model_entries()


ParseCommand = Callable[[Sequence[str]], CommandLine]
"""Picklable, as workers parse the command that the plan names."""
