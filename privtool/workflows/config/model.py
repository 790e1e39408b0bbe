"""The options of commands that use a model, the same everywhere."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

Device = Annotated[str, typer.Option(help="auto, cpu, cuda, cuda:N or mps.")]
BatchSize = Annotated[
    str, typer.Option(help="Records that a model works on at a time: auto or a number.")
]
Offline = Annotated[
    bool, typer.Option("--offline", help="Never use the network; the model must be here already.")
]
Seed = Annotated[int, typer.Option(help="Seed of all draws.")]
TrustPickle = Annotated[
    bool,
    typer.Option("--trust-pickle", help="Load weights stored as pickles, which can run any code."),
]


class Dtype(str, Enum):
    """The numbers that a model computes with."""

    auto = "auto"
    fp32 = "fp32"
    bf16 = "bf16"
