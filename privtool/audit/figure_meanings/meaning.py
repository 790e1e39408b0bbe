"""The meaning of a figure: its title, its unit and one sentence."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Meaning(NamedTuple):
    """A figure's title, what it says, what it is a number of and what its groups are.

    Lower is more private, except for what is `remaining`: bits to guess, errors of an attacker.
    """

    title: str
    sentence: str
    kind: Literal["share", "bits", "number"] = "share"
    groups: str = "label"
    remaining: bool = False
