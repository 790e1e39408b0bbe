"""From references and hypotheses to counts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from privtool.core.record import Entity
from privtool.text.scoring.alignment import Aligned, align_words
from privtool.text.scoring.categories import LABELS, kinds_of_words
from privtool.text.scoring.counts import (
    Counts,
    kind_counts,
    label_counts,
    permuted_counts,
    role_counts,
    word_counts,
)
from privtool.text.scoring.frequency_bands import BANDS
from privtool.text.scoring.normalization import PLAIN, SPOKEN, said_words
from privtool.text.scoring.verbalized import in_spoken_forms


class ToScore(NamedTuple):
    """A reference with its entities, a hypothesis, and who speaks before the first role tag."""

    reference: str
    hypothesis: str
    entities: Sequence[Entity] = ()
    role: str | None = None


class Scoring(NamedTuple):
    """What is compared and what is counted: `signature` tells of it beside each score.

    `way` is how words are compared, `roles` are the tags of speakers (none: they are not scored),
    `kinds` the kinds of words, `bands` the words of those that a training text defines.
    """

    way: str = PLAIN
    roles: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    bands: Mapping[str, frozenset[str]] = {}

    def score(self, given: Sequence[ToScore]) -> list[tuple[Aligned, Counts]]:
        """Alignments and counts, in order."""
        roles = frozenset(self.roles)
        texts = [
            (
                said_words(one.reference, self.way, roles, one.role),
                said_words(one.hypothesis, self.way, roles),
            )
            for one in given
        ]
        if self.way == SPOKEN:
            texts = [
                in_spoken_forms(one.reference, text[0], one.hypothesis, text[1])
                for one, text in zip(given, texts, strict=True)
            ]
        tests = kinds_of_words(self.kinds, self.bands)
        found: list[tuple[Aligned, Counts]] = []
        for one, aligned in zip(given, align_words(texts), strict=True):
            counts = word_counts(aligned)
            counts.update(kind_counts(aligned, tests))
            if LABELS in self.kinds:
                counts.update(label_counts(aligned, one.entities))
            if self.roles:
                counts.update(role_counts(aligned))
                counts.update(permuted_counts(aligned))
            found.append((aligned, counts))
        return found

    @property
    def signature(self) -> str:
        """All that scores depend on beside the texts, in one line."""
        kinds = [
            f"{kind}:{_digest(self.bands[kind])}" if kind in BANDS else kind for kind in self.kinds
        ]
        return (
            f"words:{self.way}|roles:{','.join(self.roles) or 'none'}"
            f"|categories:{','.join(kinds) or 'none'}"
        )


def _digest(words: frozenset[str]) -> str:
    """A name for a set of words, so short that it confirms no guess of a private one."""
    return hashlib.sha256("\n".join(sorted(words)).encode()).hexdigest()[:2]
