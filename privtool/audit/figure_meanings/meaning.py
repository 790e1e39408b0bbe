"""The meaning of a figure: its title, its unit and one sentence."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Meaning(NamedTuple):
    """A figure's title, what it says, what it is a number of and what its groups are.

    Lower is more private, except where `remaining` bits are measured. Figures that are `number`s
    cannot be pooled.
    """

    title: str
    sentence: str
    kind: Literal["share", "bits", "number"] = "share"
    groups: str = "label"
    remaining: bool = False
