"""Options of commands that read or write audio."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from privtool.core.blocks import Counts
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
Transcript = Annotated[
    Literal["asr", "exact"],
    Opt(
        "asr: the text may have errors. Where times of private words are doubtful, more of the "
        "turn goes, or all of it, and splice takes no words there. exact: the text is right, and "
        "all times are trusted."
    ),
]


def least_confidence(transcript: str) -> float:
    """Return the least confidence of word times that are trusted; 0 trusts all."""
    from privtool.audio.trust import TRUSTED

    return 0.0 if transcript == "exact" else TRUSTED


def doubt_summary(counts: Counts) -> list[str]:
    """Return the part of a summary on turns with doubtful times of private words."""
    if not counts["doubtful"]:
        return []
    part = f"{counts['doubtful']:,} turns with doubtful word times"
    if counts["without_confidence"]:
        part += (
            f" ({counts['without_confidence']:,} without confidence: run `privtool align`, or add "
            "--transcript exact if the text is right)"
        )
    return [part]
