"""Counts from references and hypotheses."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from privtool.core.record import Entity
from privtool.text.scoring.alignment import WordAlignment, align_words
from privtool.text.scoring.categories import LABELS, category_tests
from privtool.text.scoring.counts import (
    Counts,
    category_counts,
    cp_counts,
    label_counts,
    role_counts,
    word_counts,
)
from privtool.text.scoring.frequency_bands import BANDS
from privtool.text.scoring.normalization import PLAIN, SCLITE, SPOKEN, ScoredWord, scored_words
from privtool.text.scoring.readings import fewest_errors, fillers, sclite_items, spoken_items


class ScoringInput(NamedTuple):
    """A reference with its entities, a hypothesis, and the role before the first role tag."""

    reference: str
    hypothesis: str
    entities: Sequence[Entity] = ()
    role: str | None = None


class Scoring(NamedTuple):
    """How words are normalized and what is counted; `signature` documents it with each score.

    `roles` are the tags of speakers (none: speakers are not scored), `bands` the words of the
    categories that a training text defines.
    """

    normalization: str = PLAIN
    roles: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    bands: Mapping[str, frozenset[str]] = {}

    def score(self, inputs: Sequence[ScoringInput]) -> list[tuple[WordAlignment, Counts]]:
        """Return an alignment and counts for each input."""
        roles = frozenset(self.roles)
        texts = [self._words(one, roles) for one in inputs]
        tests = category_tests(self.categories, self.bands)
        found: list[tuple[WordAlignment, Counts]] = []
        for one, aligned in zip(inputs, align_words(texts), strict=True):
            counts = word_counts(aligned)
            counts.update(category_counts(aligned, tests))
            if LABELS in self.categories:
                counts.update(label_counts(aligned, one.entities))
            if self.roles:
                counts.update(role_counts(aligned))
                counts.update(cp_counts(aligned))
            found.append((aligned, counts))
        return found

    def _words(
        self, one: ScoringInput, roles: frozenset[str]
    ) -> tuple[list[ScoredWord], list[ScoredWord]]:
        """Return the words of a reference and of its hypothesis."""
        if self.normalization == SCLITE:
            reference = list(sclite_items(one.reference, roles, one.role))
            return fewest_errors(reference, list(sclite_items(one.hypothesis, roles)))
        words = scored_words(one.reference, self.normalization, roles, one.role)
        heard = scored_words(one.hypothesis, self.normalization, roles)
        if self.normalization == SPOKEN:
            said = spoken_items(one.reference, words)
            return fewest_errors(said, spoken_items(one.hypothesis, heard))
        return words, heard

    @property
    def reads_markup(self) -> bool:
        """Whether tags and fillers are no words."""
        return self.normalization == SCLITE

    @property
    def signature(self) -> str:
        """All settings that scores depend on, in one line."""
        categories = [
            f"{name}:{_digest(self.bands[name])}" if name in BANDS else name
            for name in self.categories
        ]
        left_out = (
            f"(without:{','.join(sorted(fillers()))})" if self.normalization == SCLITE else ""
        )
        return (
            f"words:{self.normalization}{left_out}|roles:{','.join(self.roles) or 'none'}"
            f"|categories:{','.join(categories) or 'none'}"
        )


def _digest(words: frozenset[str]) -> str:
    """Return a digest of words that is too short to confirm a guess of a private one."""
    return hashlib.sha256("\n".join(sorted(words)).encode()).hexdigest()[:2]
