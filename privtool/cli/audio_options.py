"""The options of commands that read or write audio, the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Root = Annotated[
    Path | None,
    typer.Option(
        "--audio-root",
        metavar="DIR",
        help="Relative paths of audio start here, and none may leave it "
        "[default: the folder of the input, the current one for standard input].",
    ),
]
OutDir = Annotated[Path, typer.Option(metavar="DIR", help="The folder to write audio into.")]
ForceAudio = Annotated[
    bool, typer.Option("--force", help="Write into a folder that holds something already.")
]
Margin = Annotated[
    float,
    typer.Option(
        min=0, max=1, help="Seconds that are private around a word, up to half of its neighbour."
    ),
]
Picture = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Draw the first turn with a stand-in, before and after."),
]
