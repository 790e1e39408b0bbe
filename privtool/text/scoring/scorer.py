"""Counts from references and hypotheses. Counts of records and of shards add up."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from privtool.core.record import Entity
from privtool.text.scoring.alignment import (
    FILLERS,
    PLAIN,
    SCLITE,
    SPOKEN,
    ScoredWord,
    WordPair,
    align_words,
    fewest_errors,
    sclite_items,
    scored_words,
    spoken_items,
)
from privtool.text.scoring.categories import BANDS, LABELS, WordTest, category_tests

Counts = Counter[str]


def word_counts(pairs: Sequence[WordPair]) -> Counts:
    """Return `words` (of the reference), `turns`, `wrong_turns`, hits and errors by type."""
    counts: Counts = Counter(words=0, turns=1)
    for one, other, correct in pairs:
        counts["words"] += one is not None
        if one is None:
            counts["insertions"] += 1
        elif other is None:
            counts["deletions"] += 1
        else:
            counts["hits" if correct else "substitutions"] += 1
    counts["wrong_turns"] = int(counts["hits"] < len(pairs))
    return counts


def role_counts(pairs: Sequence[WordPair]) -> Counts:
    """Return `role_words`, hits and substitutions, and `role_errors`, those with the wrong role.

    Reference words of unknown role are not counted; a hypothesis word without a role has the wrong
    one. Source: Shafey 2019: (S_IS + C_IS) / (S + C).
    """
    counts: Counts = Counter()
    for one, other, _ in pairs:
        if one is not None and other is not None and one.role is not None:
            counts["role_words"] += 1
            counts["role_errors"] += other.role != one.role
    return counts


def cp_counts(pairs: Sequence[WordPair]) -> Counts:
    """Return `cp_words` and `cp_errors`: words concatenated by role, with the best role mapping.

    This is cpWER (Watanabe 2020) within a record, by meeteval. A reference with words of unknown
    role is not counted.
    """
    from meeteval.wer import cp_word_error_rate

    if any(one is not None and one.role is None for one, *_ in pairs):
        return Counter()
    numbers: dict[str, int] = {}
    reference = _streams([pair.reference for pair in pairs], numbers) or {"": ""}
    hypothesis = _streams([pair.hypothesis for pair in pairs], numbers) or {"": ""}
    rate = cp_word_error_rate(reference, hypothesis, reference_sort=False, hypothesis_sort=False)
    return Counter(cp_words=rate.length, cp_errors=rate.errors)


def _streams(words: Sequence[ScoredWord | None], numbers: dict[str, int]) -> dict[str, str]:
    """Return the words of each role, as numbers."""
    streams: dict[str, list[str]] = {}
    for word in filter(None, words):
        number = numbers.setdefault(word.word, len(numbers))
        streams.setdefault(word.role or "", []).append(str(number))
    return {role: " ".join(stream) for role, stream in streams.items()}


def category_counts(pairs: Sequence[WordPair], tests: Mapping[str, WordTest]) -> Counts:
    """Return `tp`, `fp` and `fn` of each category, named `numbers.tp` and so on.

    A hit is a true positive of its category; any other hypothesis word is a false positive of its
    category, any other reference word a false negative.
    """
    counts: Counts = Counter()
    for name, is_in_category in tests.items():
        for one, other, correct in pairs:
            if one is not None:
                counts[f"{name}.{'tp' if correct else 'fn'}"] += is_in_category(one.word)
            if other is not None and not correct:
                counts[f"{name}.fp"] += is_in_category(other.word)
    return counts


def label_counts(pairs: Iterable[WordPair], entities: Sequence[Entity]) -> Counts:
    """Return `tp`, `fp` and `fn` of the words that entities touch, by label in brackets.

    Hypothesis words have no labels: false positives are those that substitute a word of an entity
    or are inserted between two words of one entity.
    """
    counts: Counts = Counter()
    before: Entity | None = None
    inserted = 0  # since the last word of the reference
    for one, other, correct in pairs:
        if one is None:
            inserted += 1
            continue
        touching = (each for each in entities if each.start < one.end and one.start < each.end)
        entity = next(touching, None)
        if entity is not None:
            name = f"[{entity.label}]"
            counts[f"{name}.fp"] += inserted if entity is before else 0
            counts[f"{name}.{'tp' if correct else 'fn'}"] += 1
            counts[f"{name}.fp"] += not correct and other is not None
        before, inserted = entity, 0
    return counts


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

    def score(self, inputs: Sequence[ScoringInput]) -> list[tuple[list[WordPair], Counts]]:
        """Return the aligned words and counts for each input."""
        roles = frozenset(self.roles)
        tests = category_tests(self.categories, self.bands)
        found: list[tuple[list[WordPair], Counts]] = []
        for one in inputs:
            pairs = align_words(*self._words(one, roles))
            counts = word_counts(pairs)
            counts.update(category_counts(pairs, tests))
            if LABELS in self.categories:
                counts.update(label_counts(pairs, one.entities))
            if self.roles:
                counts.update(role_counts(pairs))
                counts.update(cp_counts(pairs))
            found.append((pairs, counts))
        return found

    def _words(
        self, one: ScoringInput, roles: frozenset[str]
    ) -> tuple[list[ScoredWord], list[ScoredWord]]:
        sides = (one.reference, one.role), (one.hypothesis, None)
        if self.normalization in (SPOKEN, SCLITE):
            items = spoken_items if self.normalization == SPOKEN else sclite_items
            reference, hypothesis = (list(items(text, roles, role)) for text, role in sides)
            return fewest_errors(reference, hypothesis)
        words, heard = (scored_words(t, self.normalization, roles, role) for t, role in sides)
        return words, heard

    @property
    def signature(self) -> str:
        """All settings that scores depend on, in one line."""
        categories = [
            f"{name}:{_digest(self.bands[name])}" if name in BANDS else name
            for name in self.categories
        ]
        fillers = f"(without:{','.join(sorted(FILLERS))})"
        left_out = fillers if self.normalization == SCLITE else ""
        return (
            f"words:{self.normalization}{left_out}|roles:{','.join(self.roles) or 'none'}"
            f"|categories:{','.join(categories) or 'none'}"
        )


def _digest(words: frozenset[str]) -> str:
    """Return a digest of words that is too short to confirm a guess of a private one."""
    return hashlib.sha256("\n".join(sorted(words)).encode()).hexdigest()[:2]
