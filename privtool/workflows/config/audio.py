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
