"""Running `privtool vocab`: a fold over blocks instead of a filter."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import ExitStack, closing
from functools import partial

from privtool.core.blocks import Counts, Format
from privtool.core.jobs import map_blocks
from privtool.core.output import writing
from privtool.core.run import LINES_PER_BLOCK, Rejects, StreamOptions, watched_blocks
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
        blocks = watched_blocks(options, LINES_PER_BLOCK)
        for tally in stack.enter_context(closing(map_blocks(make, blocks, options.jobs))):
            if tally.error is not None:
                raise tally.error
            words.update(tally.words)
            counts["records"] += tally.records
            counts["rejected"] += set_aside.add(tally.rejects)
        data = vocabulary_lines(words, top, min_count)
        write(data)
    counts["words"] = words.total()
    counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
    return counts, data.count(b"\n")
