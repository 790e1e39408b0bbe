"""Reading the text of `privtool fill-train`: a fold over blocks, into clean and masked records."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from privtool.cli.fill_plan import FillPlan
from privtool.core.blocks import Format
from privtool.core.run import Rejects, StreamOptions, results_of
from privtool.stages.fill_train import Clean, SortBlock


class Given(NamedTuple):
    """Texts without slots, encoded records with slots, and how many lines were rejected."""

    clean: list[Clean]
    masked: list[bytes]
    rejected: int


def read_filler_text(
    options: StreamOptions, filling: FillPlan, to_fill: bool, entities: bool
) -> Given:
    """What the inputs hold.

    If records are `to_fill`, the lists of their masks must be there; with `entities` all records
    must be raw and annotated.
    """
    clean: list[Clean] = []
    masked: list[bytes] = []
    format = Format(options.input_format)
    make = partial(_block, filling, format, options.rejects is not None, to_fill, entities)
    with Rejects(options) as set_aside, results_of(make, options, set_aside) as results:
        for result in results:
            clean += result.clean
            masked += result.masked
    return Given(clean, masked, set_aside.count)


def _block(
    filling: FillPlan, format: Format, keep_going: bool, to_fill: bool, entities: bool
) -> SortBlock:
    return SortBlock(filling.settings(), format, keep_going, to_fill, entities)
