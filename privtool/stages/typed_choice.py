"""The choice among the phrases of an entity, by what a model says of them in their context."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from privtool.text.phrases.slots import Words

_FREQUENCY = 0.6  # of the likelihood without context that does not count
_FAR_BETTER = math.log(12)  # than all phrases of its class: what one of another class must be


class TypedEntity(NamedTuple):
    """The first slot of an entity, and what may fill it.

    `instead` has common words and `others` phrases of other classes, where the label may be wrong.
    """

    first: int
    phrases: list[Words]
    instead: Sequence[Words] = ()
    others: Sequence[Words] = ()

    @property
    def asked(self) -> list[Words]:
        """All that the model scores: nothing if there is no choice."""
        every = [*self.phrases, *self.others, *self.instead]
        return every if len(every) > 1 else []


def best_phrase(
    entity: TypedEntity,
    row: Sequence[float],
    general: Mapping[Words, float],
    taken: Container[Words],
) -> Words:
    """Return the phrase that its context makes likeliest, one that is not taken if any is.

    A phrase of another class must be far likelier than all of the label's class, also if all of its
    likelihood without context is left out: frequent names of cities and firms fit anywhere.
    """
    own = range(len(entity.phrases))
    phrases = [*entity.phrases, *entity.others]
    fits, surprises = (
        [
            score - share * general.get(phrase, 0.0)
            for phrase, score in zip(phrases, row, strict=False)
        ]
        for share in (_FREQUENCY, 1.0)
    )
    if entity.others:
        other = max(range(len(own), len(phrases)), key=lambda at: (fits[at], -at))
        gains = (scores[other] - max(scores[: len(own)]) for scores in (fits, surprises))
        if min(gains) > _FAR_BETTER and phrases[other] not in taken:
            return phrases[other]
    return phrases[max(own, key=lambda at: (phrases[at] not in taken, fits[at], -at))]
