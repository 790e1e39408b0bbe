"""How markers are filled: the options of `fill` and of commands that fill on their way."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer


class Fallback(str, Enum):
    """What to take when all of the K best words are in the list."""

    best = "best"
    any = "any"


class Sampling(str, Enum):
    """How one of the K best words is drawn."""

    uniform = "uniform"
    weighted = "weighted"


Topk = Annotated[
    int, typer.Option(min=1, help="Draw among the K best words; 1 always takes the best.")
]
Sample = Annotated[Sampling, typer.Option(help="Draw evenly, or by the model's probabilities.")]
Temperature = Annotated[
    float, typer.Option(help="With --sample weighted: over 1 draws more evenly.")
]
WithoutUnlisted = Annotated[
    Fallback,
    typer.Option(
        help="When the list that was masked by holds all K words: "
        "the best other one, or any of the K."
    ),
]
NoMerge = Annotated[
    bool, typer.Option("--no-merge", help="Fill each of several consecutive markers by itself.")
]
MarkerText = Annotated[
    list[str] | None,
    typer.Option(metavar="TEXT", help="A marker of text that was masked elsewhere, e.g. '[MASK]'."),
]
ListFile = Annotated[
    Path | None,
    typer.Option("--list", metavar="FILE", help="The --list that the records were masked with."),
]
Vocab = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The --vocab that the records were masked with."),
]
Top = Annotated[int | None, typer.Option(min=1, help="The --top of that vocabulary.")]
MinCount = Annotated[int | None, typer.Option(min=1, help="The --min-count of that vocabulary.")]
