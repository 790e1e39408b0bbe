"""`privtool vocab`: counting words over all blocks."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal

from privtool.core.blocks import Counts, Format
from privtool.core.errors import UsageError, option
from privtool.core.options import Opt, changed_options
from privtool.core.pipeline import Rejects, StreamOptions, results_of
from privtool.core.reporting import print_summary
from privtool.core.run_summary import summarizing
from privtool.core.writing import writing
from privtool.workflows.config.private_release import PrivateRelease


@dataclass(frozen=True, kw_only=True)
class VocabConfig:
    """The options of `privtool vocab`."""

    top: Annotated[
        int | None, Opt("Write only the N most frequent words [default: all]", min=1)
    ] = None
    min_count: Annotated[int, Opt("Write only words with at least this count.", min=1)] = 1
    labels: Annotated[
        bool, Opt("Count the words of entities, or of fills, with their labels; for fill --public.")
    ] = False
    input_format: Annotated[
        Literal["jsonl", "text", "vocab", "gathered"],
        Opt("Format of the input; vocab adds up earlier outputs, gathered those of --gather."),
    ] = "jsonl"
    release: PrivateRelease = PrivateRelease()
    output_format: Annotated[Literal["vocab"], Opt("Format of the output.", hidden=True)] = "vocab"

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        if self.labels and self.input_format == "text":
            raise UsageError(f"{option('labels')} reads records with entities")
        idle = next((each for each in changed_options(self) if each in _COUNTING), None)
        if self.release.private and idle is not None:
            raise UsageError(
                f"{option('private')} releases what its threshold allows: remove {option(idle)}"
            )
        self.release.check(stream, self.input_format)


_COUNTING = ("top", "min_count", "labels")


def count_words(
    config: VocabConfig, options: StreamOptions, set_aside: Rejects
) -> tuple[Counts, Counter[str]]:
    """Return what was counted, and the count of each word. Writes rejects, and nothing else."""
    from privtool.stages.unit_words import CountLabels
    from privtool.stages.vocab import CountBlock

    block = CountLabels if config.labels and config.input_format == "jsonl" else CountBlock
    make = partial(block, Format(config.input_format), options.rejects is not None)
    started = time.perf_counter()
    words: Counter[str] = Counter()
    counts: Counts = Counter()
    with set_aside as rejects, results_of(make, options, rejects) as results:
        for tally in results:
            words.update(tally.words)
            counts["records"] += tally.records
        counts["rejected"] = rejects.count
    counts["words"] = words.total()
    counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
    return counts, words


def run(config: VocabConfig, options: StreamOptions) -> None:
    """Count, write the vocabulary, and report how many words were counted and written."""
    from privtool.stages.vocab import vocabulary_lines

    config.check(options)
    if config.release.private:
        from privtool.workflows.private_vocab import run_private

        run_private(config, config.release, options, config.input_format)
        return
    rejects = Rejects(options)  # its usage errors before the output is opened
    with summarizing(options, config) as summarize:
        with writing(options.output) as write:
            counts, words = count_words(config, options, rejects)
            data = vocabulary_lines(words, config.top, config.min_count)
            write(data)
        counts["distinct"] = data.count(b"\n")
        summarize(counts)
    shown = f"{counts['words']:,} words", f"{counts['distinct']:,} distinct words written"
    print_summary(options, counts, *shown)
