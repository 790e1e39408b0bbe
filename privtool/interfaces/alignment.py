"""What an aligner says of a record: the times of its words, or why there are none."""

from __future__ import annotations

from typing import NamedTuple

ALIGNED = "aligned"
EMPTY = "empty"
NO_TEXT = "no text"
NO_PATH = "no path"  # the audio does not hold the words, or does so too unclearly
TOO_SHORT = "audio shorter than its words"
TOO_LONG = "audio too long"
UNPRONOUNCEABLE = "a word that cannot be said"
SUCCESS = (ALIGNED, EMPTY)


class AlignedWord(NamedTuple):
    """Start and end of a word in seconds, and how well it fits (higher is better)."""

    start: float
    end: float
    score: float


class Alignment(NamedTuple):
    """The times of all words, in order, if `status` is `aligned`; else none."""

    status: str
    times: list[AlignedWord]


def failure(status: str) -> Alignment:
    """An alignment that did not come about."""
    return Alignment(status, [])
