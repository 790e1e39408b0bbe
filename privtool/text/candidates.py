"""What passes between the filling of slots and a model: wanted words one way, ranked ones back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privtool.text.word_list import WordList


class Wanted(NamedTuple):
    """What a slot takes: words of a class if it names one, and rather none of these lists."""

    label: str | None
    avoid: tuple[WordList, ...]


class Candidate(NamedTuple):
    """A whole word that a model proposes; `avoided` if a list that the mask kept holds it."""

    token: int
    word: str
    score: float
    avoided: bool


class Ranking(NamedTuple):
    """The best candidates for a slot and the best ones that no list holds, best first.

    `unlisted` are only looked for when all of `best` are avoided, and at most as many.
    """

    best: Sequence[Candidate]
    unlisted: Sequence[Candidate] = ()
