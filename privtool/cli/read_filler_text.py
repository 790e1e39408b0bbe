"""Reading the text of `privtool fill-train`: a fold over blocks, into clean and masked records."""

from __future__ import annotations

from contextlib import ExitStack, closing
from functools import partial
from typing import NamedTuple

from privtool.cli.fill_plan import FillPlan
from privtool.core.blocks import Format
from privtool.core.jobs import map_blocks
from privtool.core.run import LINES_PER_BLOCK, Rejects, StreamOptions, watched_blocks
from privtool.stages.fill_train import SortBlock


class Given(NamedTuple):
    """Texts without slots, encoded records with slots, and how many lines were rejected."""

    clean: list[str]
    masked: list[bytes]
    rejected: int


def read_filler_text(options: StreamOptions, filling: FillPlan, to_fill: bool) -> Given:
    """What the inputs hold; if records are `to_fill`, the lists of their masks must be there."""
    clean: list[str] = []
    masked: list[bytes] = []
    rejected = 0
    format = Format(options.input_format)
    make = partial(_block, filling, format, options.rejects is not None, to_fill)
    with ExitStack() as stack:
        set_aside = stack.enter_context(Rejects(options))
        blocks = watched_blocks(options, LINES_PER_BLOCK)
        results = map_blocks(make, blocks, options.jobs)
        for result in stack.enter_context(closing(results)):
            if result.error is not None:
                raise result.error
            clean += result.clean
            masked += result.masked
            rejected += set_aside.add(result.rejects)
    return Given(clean, masked, rejected)


def _block(filling: FillPlan, format: Format, keep_going: bool, to_fill: bool) -> SortBlock:
    return SortBlock(filling.settings(), format, keep_going, to_fill)
