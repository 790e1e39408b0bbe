"""Running `privtool vocab`: a fold over blocks instead of a filter."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import ExitStack
from functools import partial

from privtool.core.blocks import Counts, Format
from privtool.core.pipeline import Rejects, StreamOptions, results_of
from privtool.core.writing import writing
from privtool.stages.vocab import CountBlock, vocabulary_lines


def count_words(options: StreamOptions, top: int | None, min_count: int) -> tuple[Counts, int]:
    """Count, write the vocabulary, and return what was counted and how many words were written."""
    make = partial(CountBlock, Format(options.input_format), options.rejects is not None)
    started = time.perf_counter()
    words: Counter[str] = Counter()
    counts: Counts = Counter()
    with ExitStack() as stack:
        set_aside = stack.enter_context(Rejects(options))
        write = stack.enter_context(writing(options.output))
        for tally in stack.enter_context(results_of(make, options, set_aside)):
            words.update(tally.words)
            counts["records"] += tally.records
        counts["rejected"] = set_aside.count
        data = vocabulary_lines(words, top, min_count)
        write(data)
    counts["words"] = words.total()
    counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
    return counts, data.count(b"\n")
