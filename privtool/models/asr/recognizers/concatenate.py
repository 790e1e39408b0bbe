"""Concatenation of the hypotheses of consecutive pieces of audio."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from privtool.interfaces.speech import Hypothesis


def concatenate(
    before: Sequence[Hypothesis], after: Sequence[Hypothesis], count: int
) -> list[Hypothesis]:
    """Return the `count` best hypotheses of two pieces, ties in order; an empty one adds none."""
    pairs = []
    for one in before:
        for other in after or [Hypothesis("", 0.0, ())]:
            words = None
            if one.words is not None and other.words is not None:
                words = (*one.words, *other.words)
            text = f"{one.text} {other.text}".strip()
            pairs.append(Hypothesis(text, one.score + other.score, words))
    best = heapq.nsmallest(count, enumerate(pairs), key=lambda pair: (-pair[1].score, pair[0]))
    return [hypothesis for _, hypothesis in best]
