"""Options of commands that train language models, worded the same for all."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer


class MarkerLoss(str, Enum):
    """What a marker weighs in the loss."""

    special = "special"
    ignore = "ignore"


Tests = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=FILE", help="Clean text to report the perplexity of."),
]
MarkerLossOption = Annotated[
    MarkerLoss,
    typer.Option(help="Learn to predict markers as words, or give them no weight in the loss."),
]
Average = Annotated[
    int,
    typer.Option(
        min=1, help="Take the mean of the weights of the last N checkpoints, or of all there are."
    ),
]
BatchTokens = Annotated[int, typer.Option(min=1, help="Tokens that are worked on at a time.")]
