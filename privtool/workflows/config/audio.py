"""Options of commands that read or write audio."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from privtool.core.blocks import Counts
from privtool.core.options import Opt

AudioRootOption = Annotated[
    Path | None,
    Opt(
        "Folder of relative audio paths, which may not lead out of it.",
        "DIR",
        default="the input's folder; for standard input, the current one",
    ),
]
OutDir = Annotated[Path, Opt("Output folder for audio.", "DIR")]
ForceAudio = Annotated[bool, Opt("Write into the folder even if it is not empty.")]
Margin = Annotated[
    float,
    Opt(
        "Also remove this much before and after a private word, but at most half of another word.",
        "SECONDS",
        min=0,
        max=1,
    ),
]
Transcript = Annotated[
    Literal["asr", "exact"],
    Opt(
        "asr: the text may have errors. If times of private words are doubtful, more of the turn "
        "or all of it is removed, and splice takes no words from it. exact: the text is correct, "
        "and all times are trusted."
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


def overlapped_turns(counts: Counts) -> list[str]:
    """Return the part of a summary on turns that private words of others overlap."""
    if not counts["overlapped"]:
        return []
    return [f"{counts['overlapped']:,} overlapped by private words of other records"]
