"""What is counted in one aligned record. Counts of records, and of shards, are added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from privtool.core.record import Entity
from privtool.text.scoring.alignment import Aligned
from privtool.text.scoring.normalization import Said

Counts = Counter[str]
IsOfKind = Callable[[str], bool]


def word_counts(aligned: Aligned) -> Counts:
    """`words` of the reference, and of them or beside them hits, substitutions and so on."""
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


def role_counts(aligned: Aligned) -> Counts:
    """`role_words`: hits and substitutions; `role_errors`: those given to the wrong role.

    Words of the reference whose role is not known do not count; one of the hypothesis without a
    role is given to the wrong one. Source: Shafey 2019: (S_IS + C_IS) / (S + C).
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


def permuted_counts(aligned: Aligned) -> Counts:
    """`cp_words` and `cp_errors`: the words of each role joined, the roles matched at their best.

    That is cpWER (Watanabe 2020) within a record, by meeteval. A reference without roles counts
    for nothing.
    """
    from meeteval.wer import cp_word_error_rate

    if any(said.role is None for said in aligned.reference):
        return Counter()
    numbers: dict[str, int] = {}
    reference = _streams(aligned.reference, numbers) or {"": ""}
    hypothesis = _streams(aligned.hypothesis, numbers) or {"": ""}
    rate = cp_word_error_rate(reference, hypothesis, reference_sort=False, hypothesis_sort=False)
    return Counter(cp_words=rate.length, cp_errors=rate.errors)


def _streams(words: Sequence[Said], numbers: dict[str, int]) -> dict[str, str]:
    """For each role all its words, as numbers."""
    streams: dict[str, list[str]] = {}
    for said in words:
        number = numbers.setdefault(said.word, len(numbers))
        streams.setdefault(said.role or "", []).append(str(number))
    return {role: " ".join(stream) for role, stream in streams.items()}


def kind_counts(aligned: Aligned, kinds: Mapping[str, IsOfKind]) -> Counts:
    """For each kind of words `tp`, `fp` and `fn`, named `numbers.tp` and so on.

    A hit is a true positive of its kind; any other word of the hypothesis a false positive of its
    own kind, any other one of the reference a false negative.
    """
    counts: Counts = Counter()
    for name, is_of_kind in kinds.items():
        for pair in aligned.pairs:
            if pair.correct and pair.reference is not None:
                counts[f"{name}.tp"] += is_of_kind(aligned.reference[pair.reference].word)
                continue
            if pair.reference is not None:
                counts[f"{name}.fn"] += is_of_kind(aligned.reference[pair.reference].word)
            if pair.hypothesis is not None:
                counts[f"{name}.fp"] += is_of_kind(aligned.hypothesis[pair.hypothesis].word)
    return counts


def label_counts(aligned: Aligned, entities: Sequence[Entity]) -> Counts:
    """For each label `tp`, `fp` and `fn` of the words that its entities touch: `[PERSON].tp`.

    False positives are the words that were heard instead of one of these, or between two words of
    one entity: a word of the hypothesis has no label of its own.
    """
    owners = [_owner(said, entities) for said in aligned.reference]
    counts: Counts = Counter()
    before: int | None = None
    for place, pair in enumerate(aligned.pairs):
        if pair.reference is None:
            after = _next_owner(aligned, place, owners)
            if before is not None and before == after:
                counts[f"{_name(entities[before])}.fp"] += 1
            continue
        before = owners[pair.reference]
        if before is None:
            continue
        name = _name(entities[before])
        counts[f"{name}.{'tp' if pair.correct else 'fn'}"] += 1
        counts[f"{name}.fp"] += not pair.correct and pair.hypothesis is not None
    return counts


def _name(entity: Entity) -> str:
    """A label as a kind of words: one may be called as a kind is."""
    return f"[{entity.label}]"


def _owner(said: Said, entities: Sequence[Entity]) -> int | None:
    """The entity that a word touches, by its number."""
    for number, entity in enumerate(entities):
        if entity.start < said.end and said.start < entity.end:
            return number
    return None


def _next_owner(aligned: Aligned, place: int, owners: Sequence[int | None]) -> int | None:
    """The entity of the next word of the reference after a place in the alignment."""
    for pair in aligned.pairs[place:]:
        if pair.reference is not None:
            return owners[pair.reference]
    return None
