"""Which word of a hypothesis stands for which of the reference: jiwer's alignment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privtool.text.scoring.normalization import Said


class Pair(NamedTuple):
    """Places of two words that are taken for each other; None for what is left out or added."""

    reference: int | None
    hypothesis: int | None
    correct: bool


class Aligned(NamedTuple):
    """The words of a reference and of a hypothesis, and their pairs in order."""

    reference: list[Said]
    hypothesis: list[Said]
    pairs: list[Pair]


def align_words(texts: Sequence[tuple[list[Said], list[Said]]]) -> list[Aligned]:
    """Alignments of references and hypotheses with the fewest errors (Levenshtein 1966).

    Where several have as few, it is the one that jiwer finds.
    """
    words = [tuple([said.word for said in side] for side in text) for text in texts]
    found = zip(texts, _alignments(words), strict=True)
    return [Aligned(*text, _pairs(chunks)) for text, chunks in found]


def errors_of(texts: Sequence[Sequence[Sequence[str]]]) -> list[int]:
    """The fewest errors between the words of references and of hypotheses."""
    return [sum(not pair.correct for pair in _pairs(chunks)) for chunks in _alignments(texts)]


def _alignments(texts: Sequence[Sequence[Sequence[str]]]) -> list[Sequence[object]]:
    """The alignments of jiwer between pairs of lists of words."""
    from jiwer import process_words

    if not texts:
        return []
    numbers: dict[str, int] = {}  # jiwer gets numbers for words: it has rules of its own for texts

    def as_numbers(words: Sequence[str]) -> str:
        return " ".join(str(numbers.setdefault(word, len(numbers))) for word in words)

    output = process_words(
        [as_numbers(reference) for reference, _ in texts],
        [as_numbers(hypothesis) for _, hypothesis in texts],
    )
    return list(output.alignments)


def _pairs(chunks: Sequence[object]) -> list[Pair]:
    found: list[Pair] = []
    for chunk in chunks:
        reference = range(chunk.ref_start_idx, chunk.ref_end_idx)  # type: ignore[attr-defined]
        hypothesis = range(chunk.hyp_start_idx, chunk.hyp_end_idx)  # type: ignore[attr-defined]
        kind = chunk.type  # type: ignore[attr-defined]
        if kind == "insert":
            found += [Pair(None, place, False) for place in hypothesis]
        elif kind == "delete":
            found += [Pair(place, None, False) for place in reference]
        else:
            both = zip(reference, hypothesis, strict=True)
            found += [Pair(one, other, kind == "equal") for one, other in both]
    return found
