"""Counts for one aligned record. Counts of records and of shards add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from privtool.core.record import Entity
from privtool.text.scoring.alignment import WordAlignment
from privtool.text.scoring.normalization import ScoredWord

Counts = Counter[str]
WordTest = Callable[[str], bool]


def word_counts(aligned: WordAlignment) -> Counts:
    """Return `words` (of the reference), `turns`, `wrong_turns`, hits and errors by type."""
    counts: Counts = Counter(words=len(aligned.reference), turns=1)
    for pair in aligned.pairs:
        counts[_outcome(pair.reference, pair.hypothesis, pair.correct)] += 1
    counts["wrong_turns"] = int(counts["hits"] < len(aligned.pairs))
    return counts


def _outcome(reference: int | None, hypothesis: int | None, correct: bool) -> str:
    if reference is None:
        return "insertions"
    if hypothesis is None:
        return "deletions"
    return "hits" if correct else "substitutions"


def role_counts(aligned: WordAlignment) -> Counts:
    """Return `role_words`, hits and substitutions, and `role_errors`, those with the wrong role.

    Reference words of unknown role are not counted; a hypothesis word without a role has the wrong
    one. Source: Shafey 2019: (S_IS + C_IS) / (S + C).
    """
    counts: Counts = Counter()
    for pair in aligned.pairs:
        if pair.reference is None or pair.hypothesis is None:
            continue
        role = aligned.reference[pair.reference].role
        if role is not None:
            counts["role_words"] += 1
            counts["role_errors"] += aligned.hypothesis[pair.hypothesis].role != role
    return counts


def cp_counts(aligned: WordAlignment) -> Counts:
    """Return `cp_words` and `cp_errors`: words concatenated by role, with the best role mapping.

    This is cpWER (Watanabe 2020) within a record, by meeteval. A reference with words of unknown
    role is not counted.
    """
    from meeteval.wer import cp_word_error_rate

    if any(word.role is None for word in aligned.reference):
        return Counter()
    numbers: dict[str, int] = {}
    reference = _streams(aligned.reference, numbers) or {"": ""}
    hypothesis = _streams(aligned.hypothesis, numbers) or {"": ""}
    rate = cp_word_error_rate(reference, hypothesis, reference_sort=False, hypothesis_sort=False)
    return Counter(cp_words=rate.length, cp_errors=rate.errors)


def _streams(words: Sequence[ScoredWord], numbers: dict[str, int]) -> dict[str, str]:
    """Return the words of each role, as numbers."""
    streams: dict[str, list[str]] = {}
    for word in words:
        number = numbers.setdefault(word.word, len(numbers))
        streams.setdefault(word.role or "", []).append(str(number))
    return {role: " ".join(stream) for role, stream in streams.items()}


def category_counts(aligned: WordAlignment, tests: Mapping[str, WordTest]) -> Counts:
    """Return `tp`, `fp` and `fn` of each category, named `numbers.tp` and so on.

    A hit is a true positive of its category; any other hypothesis word is a false positive of its
    category, any other reference word a false negative.
    """
    counts: Counts = Counter()
    for name, is_in_category in tests.items():
        for pair in aligned.pairs:
            if pair.correct and pair.reference is not None:
                counts[f"{name}.tp"] += is_in_category(aligned.reference[pair.reference].word)
                continue
            if pair.reference is not None:
                counts[f"{name}.fn"] += is_in_category(aligned.reference[pair.reference].word)
            if pair.hypothesis is not None:
                counts[f"{name}.fp"] += is_in_category(aligned.hypothesis[pair.hypothesis].word)
    return counts


def label_counts(aligned: WordAlignment, entities: Sequence[Entity]) -> Counts:
    """Return `tp`, `fp` and `fn` of the words that entities touch, by label: `[PERSON].tp`.

    Hypothesis words have no labels: false positives are those that substitute a word of an entity
    or are inserted between two words of one entity.
    """
    entity_of = [_entity_at(word, entities) for word in aligned.reference]
    counts: Counts = Counter()
    before: int | None = None
    for index, pair in enumerate(aligned.pairs):
        if pair.reference is None:
            after = _next_entity(aligned, index, entity_of)
            if before is not None and before == after:
                counts[f"{_label_category(entities[before])}.fp"] += 1
            continue
        before = entity_of[pair.reference]
        if before is None:
            continue
        name = _label_category(entities[before])
        counts[f"{name}.{'tp' if pair.correct else 'fn'}"] += 1
        counts[f"{name}.fp"] += not pair.correct and pair.hypothesis is not None
    return counts


def _label_category(entity: Entity) -> str:
    """Return the category of a label; brackets distinguish labels from categories."""
    return f"[{entity.label}]"


def _entity_at(word: ScoredWord, entities: Sequence[Entity]) -> int | None:
    """Return the index of the entity that a word touches."""
    for index, entity in enumerate(entities):
        if entity.start < word.end and word.start < entity.end:
            return index
    return None


def _next_entity(aligned: WordAlignment, index: int, entity_of: Sequence[int | None]) -> int | None:
    """Return the index of the entity of the next reference word in the alignment."""
    for pair in aligned.pairs[index:]:
        if pair.reference is not None:
            return entity_of[pair.reference]
    return None
