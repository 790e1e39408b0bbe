"""Counting over all blocks, and what `privtool vocab` makes of it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from privtool.core.blocks import Counts, Format
from privtool.core.pipeline import HasRejects, Rejects, StreamOptions, results_of
from privtool.core.reading import Block
from privtool.core.reporting import print_summary
from privtool.stages.unit_words import CountLabels
from privtool.stages.vocab import CountBlock, Tally, vocabulary_lines

if TYPE_CHECKING:
    from privtool.core.named_fields import NamedFields

Part = TypeVar("Part", bound=HasRejects)
Total = TypeVar("Total")


class Counting(ABC, Generic[Part, Total]):
    """How a command counts, and what it makes of all counts together.

    `make` returns, in each process, what counts a block; picklable. Only its owner may read a
    `private` output.
    """

    private = False

    def __init__(self, make: Callable[[], Callable[[Block], Part]]) -> None:
        self._make = make

    @abstractmethod
    def nothing(self) -> Total:
        """Return the counts of no block."""

    @abstractmethod
    def add(self, total: Total, part: Part) -> Counts:
        """Add the counts of a block, and return how much it had."""

    @abstractmethod
    def output(self, total: Total, stream: StreamOptions, counts: Counts) -> bytes:
        """Return the output for all counts, and add to `counts`."""

    @abstractmethod
    def report(self, stream: StreamOptions, counts: Counts) -> None:
        """Report what was counted."""

    def total(self, stream: StreamOptions, set_aside: Rejects) -> tuple[Counts, Total]:
        """Count the blocks of the inputs. Writes rejects, and nothing else."""
        started = time.perf_counter()
        counts, total = Counter[str](), self.nothing()
        with set_aside as rejects, results_of(self._make, stream, rejects) as results:
            for part in results:
                counts.update(self.add(total, part))
            counts["rejected"] = rejects.count
        counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
        return counts, total


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
        super().__init__(partial(block, line_format, stream.rejects is not None))
        self._top, self._min_count = top, min_count

    def nothing(self) -> Counter[str]:
        return Counter()

    def add(self, total: Counter[str], part: Tally) -> Counts:
        total.update(part.words)
        return Counter(records=part.records, words=part.words.total())

    def output(self, total: Counter[str], stream: StreamOptions, counts: Counts) -> bytes:  # noqa: ARG002
        data = vocabulary_lines(total, self._top, self._min_count)
        counts["words"], counts["distinct"] = total.total(), data.count(b"\n")
        return data

    def report(self, stream: StreamOptions, counts: Counts) -> None:
        """Report how many words were counted and written."""
        shown = f"{counts['words']:,} words", f"{counts['distinct']:,} distinct words written"
        print_summary(stream, counts, *shown)
