"""Counts of figures: hits and attempts, by figure, group and role.

A figure is a share (hits of attempts) or a mean (a sum over a number). All audits count in this
form, so that records, processes and shards add up. `attack` is the figure itself, `baseline` the
same by a guesser that does not see the text, and `control` the same attack on records that the
attacked data or model never had.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

Role = Literal["attack", "baseline", "control"]
Counts = Counter[str]
SCALE = 1000
"""Counts are whole numbers: add a fraction (expected hits, bits) times this to both parts."""


class Key(NamedTuple):
    """Which figure is counted: its name, the group (a label, a band of rarity), the role."""

    figure: str
    group: str = ""
    role: Role = "attack"


def add(counts: Counts, key: Key, hits: int, of: int) -> None:
    """Add hits and attempts of a figure."""
    name_of_hits, name_of_all = names_of(key)
    counts[name_of_hits] += hits
    counts[name_of_all] += of


def keys_of(counts: Counts) -> list[Key]:
    """Return the figures that were counted, in order of first appearance."""
    names = dict.fromkeys(name.rpartition("|")[0] for name in counts)
    return [Key(*name.split("|")) for name in names]  # type: ignore[arg-type]


def names_of(key: Key) -> tuple[str, str]:
    """Return the names of the counts of a figure: its hits, its attempts."""
    name = "|".join(key)
    return f"{name}|hits", f"{name}|of"
