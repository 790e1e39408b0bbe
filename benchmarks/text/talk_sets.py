"""The sets of lines with private words in «marks»: names, forms, talk and disguised values."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).with_name("blind_talk.tsv")


class TalkSet(NamedTuple):
    """A set, when it was added, and who wrote it: a developer, or a model that knew no rules.

    Of a blind set, no developer had read a line before its first run.
    """

    date: datetime
    author: str
    blind: bool
    lines: list[str]


def talk_sets() -> dict[str, TalkSet]:
    """Return all sets by name, in the order of the table."""
    sets: dict[str, TalkSet] = {}
    for row in TABLE.read_text("utf-8").splitlines()[1:]:
        name, date, author, blind, text = row.split("\t")
        one = TalkSet(datetime.fromisoformat(date), author, blind == "yes", [])
        sets.setdefault(name, one).lines.append(text)
    return sets
