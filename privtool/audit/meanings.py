"""All figures of audits and the names of their groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from privtool.core.data_tables import read_table


class Meaning(msgspec.Struct, frozen=True):
    """A figure's title, what it says, what it is a number of and what its groups are.

    Lower is more private, except for what is `remaining`: bits to guess, errors of an attacker.
    """

    title: str
    sentence: str
    kind: Literal["share", "bits", "number"] = "share"
    groups: str = "label"
    remaining: bool = False


GROUPS = frozenset(
    {
        *("direct", "quasi", "masked", "filled"),
        *("prior", "model", "tuned", "mini", "bert", "roberta", "llama2"),
        *("qwen3", "smollm3"),
        *("loss", "reference", "ratio"),
        *("keywords", "pocketsphinx", *(f"recognizer {number}" for number in range(1, 10))),
        *("words", "path", "tags", "channel", "overlap"),
    }
)
"""Names of groups other than labels, bands of rarity and numbers: only such can be in a report."""
OF_AUDITS: Mapping[str, Mapping[str, Meaning]] = read_table(
    "figures", dict[str, dict[str, Meaning]]
)
"""The figures of each command."""
MEANINGS = {name: each for figures in OF_AUDITS.values() for name, each in figures.items()}
"""All figures by name: only these can be in a gate or in a report."""
