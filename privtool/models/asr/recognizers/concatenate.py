"""What pieces of audio, one after the other, may hold together."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from privtool.interfaces.recognition import Hypothesis


def joined(
    before: Sequence[Hypothesis], after: Sequence[Hypothesis], count: int
) -> list[Hypothesis]:
    """The `count` best hypotheses of two pieces; of equal ones the first.

    A piece in which nothing was found adds nothing.
    """
    pairs = [_joined(one, other) for one in before for other in after or [Hypothesis("", 0.0, ())]]
    best = heapq.nsmallest(count, enumerate(pairs), key=lambda pair: (-pair[1].score, pair[0]))
    return [hypothesis for _, hypothesis in best]


def _joined(one: Hypothesis, other: Hypothesis) -> Hypothesis:
    text = f"{one.text} {other.text}".strip()
    known = one.words is not None and other.words is not None
    words = (*(one.words or ()), *(other.words or ())) if known else None
    return Hypothesis(text, one.score + other.score, words)
