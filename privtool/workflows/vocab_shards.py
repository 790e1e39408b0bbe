"""`privtool vocab` on shards: the counts of each, and the vocabulary or release of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from privtool.core.blocks import Counts, Reject
from privtool.core.pipeline import Rejects, StreamOptions
from privtool.core.reading import Block
from privtool.workflows.config.private_release import PrivateRelease
from privtool.workflows.private_vocab import (
    Units,
    gather_block,
    gathered,
    release_or_gather,
    report_release,
)
from privtool.workflows.word_counts import CountBlocks, count_words, counter_of, report_words

if TYPE_CHECKING:
    from privtool.core.named_fields import NamedFields
    from privtool.stages.unit_words import Gathered
    from privtool.stages.vocab import Tally
    from privtool.text.word_prior import WordPrior


class Counted(NamedTuple):
    """What was counted in a block, and its bad lines; see `shard_commands.BlockResult`."""

    counts: Counts
    rejects: list[Reject]
    data: bytes = b""


class WordCounter:
    """Counts the words of a shard; its lines are a vocabulary."""

    def __init__(self, count: Callable[[Block], Tally]) -> None:
        self._count, self._words = count, Counter[str]()

    def __call__(self, block: Block) -> Counted:
        tally = self._count(block)
        self._words.update(tally.words)
        return Counted(Counter(records=tally.records, words=tally.words.total()), tally.rejects)

    def lines(self) -> bytes:
        from privtool.stages.vocab import vocabulary_lines

        return vocabulary_lines(self._words, None, 1)


class UnitCounter:
    """Gathers the words of the units of a shard; its lines are what `--gather` writes."""

    def __init__(self, gather: Callable[[Block], Gathered]) -> None:
        self._gather = gather
        self._units: Units = {}

    def __call__(self, block: Block) -> Counted:
        found = self._gather(block)
        for unit, words in found.units.items():
            self._units.setdefault(unit, set()).update(words)
        return Counted(Counter(records=found.records), found.rejects)

    def lines(self) -> bytes:
        from privtool.stages.unit_words import gathered_lines

        return gathered_lines(self._units)


class WordCounting:
    """Counting the words of shards; see `shard_commands.Counting`."""

    ending = ".tsv"
    private = False

    def __init__(self, make: CountBlocks, top: int | None, min_count: int) -> None:
        self._make, self._top, self._min_count = make, top, min_count

    def counter(self) -> WordCounter:
        return WordCounter(self._make())

    def combined(self, stream: StreamOptions, counts: Counts) -> bytes:
        """Return the vocabulary of all shards."""
        from privtool.stages.vocab import vocabulary_lines

        add = counter_of("vocab", labels=False, keep_going=False)
        _, words = count_words(add, stream, Rejects(stream))
        data = vocabulary_lines(words, self._top, self._min_count)
        counts["distinct"] = data.count(b"\n")
        return data

    def report(self, stream: StreamOptions, counts: Counts, output: Path) -> None:  # noqa: ARG002
        """Report how many words there are."""
        report_words(stream, counts)


class UnitCounting:
    """Gathering the words of the units of shards, for one release of all.

    Units are added up by name before their words are chosen, so that a unit whose records are in
    several shards is one unit.
    """

    def __init__(
        self,
        options: PrivateRelease,
        stream: StreamOptions,
        form: str,
        fields: NamedFields | None = None,
    ) -> None:
        self._options, self._block = options, gather_block(options, stream, form, fields)
        self.ending = ".jsonl" if options.gather else ".tsv"
        self.private = options.gather

    def counter(self) -> UnitCounter:
        """Return what gathers the words of a shard."""
        return UnitCounter(self._block())

    def combined(self, stream: StreamOptions, counts: Counts) -> bytes:
        """Return the release of all shards, or what they gathered."""
        add = gather_block(self._options, stream, "gathered")
        _, units = gathered(add, stream, Rejects(stream))
        data, _ = release_or_gather(self._options, stream, units, counts)
        return data

    def report(self, stream: StreamOptions, counts: Counts, output: Path) -> None:
        report_release(self._options, stream, counts, self._released(output))

    def _released(self, output: Path) -> WordPrior | None:
        from privtool.text.word_prior import read_prior

        return None if self._options.gather else read_prior(output)
