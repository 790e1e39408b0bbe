"""Counting over all blocks, in processes or on shards, and what `privtool vocab` makes of it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from privtool.core.blocks import BlockResult, Counts, Format
from privtool.core.pipeline import HasRejects, Rejects, StreamOptions, results_of
from privtool.core.reading import Block
from privtool.core.reporting import print_summary
from privtool.stages.unit_words import CountLabels
from privtool.stages.vocab import CountBlock, Tally, vocabulary_lines

if TYPE_CHECKING:
    from privtool.core.named_fields import NamedFields

Part = TypeVar("Part", bound=HasRejects)
Total = TypeVar("Total")
MakeCount = Callable[[], Callable[[Block], Part]]
"""Makes, in each process, the function that counts a block; picklable."""


class Counting(ABC, Generic[Part, Total]):
    """How a command counts, and what it makes of all counts together.

    A process counts all blocks, or each shard is counted by itself and one process reads the lines
    of all counts, which are always private. The output has a file with this `ending`; only its
    owner may read a `private` one.
    """

    ending = ".tsv"
    private = False

    def __init__(self, make: MakeCount[Part], of_lines: MakeCount[Part]) -> None:
        self.make, self._of_lines = make, of_lines

    @abstractmethod
    def nothing(self) -> Total:
        """Return the counts of no block."""

    @abstractmethod
    def add(self, total: Total, part: Part) -> Counts:
        """Add the counts of a block, and return how much it had."""

    @abstractmethod
    def lines(self, total: Total) -> bytes:
        """Return the counts of a shard."""

    @abstractmethod
    def output(self, total: Total, stream: StreamOptions, counts: Counts) -> bytes:
        """Return the output for all counts, and add to `counts`."""

    @abstractmethod
    def report(self, stream: StreamOptions, counts: Counts, output: Path | None = None) -> None:
        """Report what was counted. The `output` is in a file if it was made on shards."""

    def total(
        self, stream: StreamOptions, set_aside: Rejects, make: MakeCount[Part] | None = None
    ) -> tuple[Counts, Total]:
        """Count the blocks of the inputs. Writes rejects, and nothing else."""
        started = time.perf_counter()
        counts, total = Counter[str](), self.nothing()
        make = make or self.make
        with set_aside as rejects, results_of(make, stream, rejects) as results:
            for part in results:
                counts.update(self.add(total, part))
            counts["rejected"] = rejects.count
        counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
        return counts, total

    def counter(self) -> ShardCounter[Part, Total]:
        """Return what counts the blocks of one shard."""
        return ShardCounter(self)

    def combined(self, stream: StreamOptions, counts: Counts) -> bytes:
        """Return the output, read from the counts of all shards, and add to `counts`."""
        _, total = self.total(stream, Rejects(stream), self._of_lines)
        return self.output(total, stream, counts)


class ShardCounter(Generic[Part, Total]):
    """Counts the blocks of one shard. The results of blocks have no lines."""

    def __init__(self, counting: Counting[Part, Total]) -> None:
        self._counting, self._count, self._total = counting, counting.make(), counting.nothing()

    def __call__(self, block: Block) -> BlockResult:
        part = self._count(block)
        return BlockResult(b"", self._counting.add(self._total, part), part.rejects)

    def lines(self) -> bytes:
        """Return what was counted, for `Counting.combined`."""
        return self._counting.lines(self._total)


class WordCounting(Counting[Tally, Counter[str]]):
    """Counting words, or those of entities with their labels; their lines are a vocabulary."""

    def __init__(
        self,
        stream: StreamOptions,
        fields: NamedFields | None,
        labels: bool,
        top: int | None,
        min_count: int,
    ) -> None:
        block = CountLabels if labels and stream.input_format == "jsonl" else CountBlock
        line_format = Format(stream.input_format, fields=fields)
        super().__init__(
            partial(block, line_format, stream.rejects is not None),
            partial(CountBlock, Format("vocab"), False),
        )
        self._top, self._min_count = top, min_count

    def nothing(self) -> Counter[str]:
        return Counter()

    def add(self, total: Counter[str], part: Tally) -> Counts:
        total.update(part.words)
        return Counter(records=part.records, words=part.words.total())

    def lines(self, total: Counter[str]) -> bytes:
        return vocabulary_lines(total, None, 1)

    def output(self, total: Counter[str], stream: StreamOptions, counts: Counts) -> bytes:  # noqa: ARG002
        data = vocabulary_lines(total, self._top, self._min_count)
        counts["words"], counts["distinct"] = total.total(), data.count(b"\n")
        return data

    def report(self, stream: StreamOptions, counts: Counts, output: Path | None = None) -> None:  # noqa: ARG002
        """Report how many words were counted and written."""
        shown = f"{counts['words']:,} words", f"{counts['distinct']:,} distinct words written"
        print_summary(stream, counts, *shown)
