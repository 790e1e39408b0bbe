"""Options of commands that read or write audio."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from privtool.core.options import Opt

AudioRootOption = Annotated[
    Path | None,
    Opt(
        "Folder that relative audio paths start from; no path may lead out of it [default: the "
        "folder of the input; for standard input, the current one].",
        "DIR",
    ),
]
OutDir = Annotated[Path, Opt("Folder to write audio into.", "DIR")]
ForceAudio = Annotated[bool, Opt("Write into a folder that is not empty.")]
Margin = Annotated[
    float,
    Opt(
        "Seconds before and after a private word that go too; at most half of another word.",
        "SECONDS",
        min=0,
        max=1,
    ),
]
