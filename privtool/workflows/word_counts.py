"""Counting the words of records over all blocks."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from privtool.core.blocks import Counts, Format
from privtool.core.pipeline import Rejects, StreamOptions, results_of
from privtool.core.reading import Block
from privtool.core.reporting import print_summary

if TYPE_CHECKING:
    from privtool.core.named_fields import NamedFields
    from privtool.stages.vocab import Tally

CountBlocks = Callable[[], Callable[[Block], "Tally"]]
"""Makes, in each process, the function that counts the words of a block."""


def counter_of(
    input_format: str, labels: bool, keep_going: bool, fields: NamedFields | None = None
) -> CountBlocks:
    """Return what counts the words of blocks, or those of entities with their labels."""
    from privtool.stages.unit_words import CountLabels
    from privtool.stages.vocab import CountBlock

    block = CountLabels if labels and input_format == "jsonl" else CountBlock
    return partial(block, Format(input_format, fields=fields), keep_going)


def count_words(
    make: CountBlocks, options: StreamOptions, set_aside: Rejects
) -> tuple[Counts, Counter[str]]:
    """Return what was counted, and the count of each word. Writes rejects, and nothing else."""
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


def report_words(options: StreamOptions, counts: Counts) -> None:
    """Report how many words were counted and written."""
    shown = f"{counts['words']:,} words", f"{counts['distinct']:,} distinct words written"
    print_summary(options, counts, *shown)
