"""Alignment of the words of a hypothesis with those of the reference, by jiwer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privtool.text.scoring.normalization import ScoredWord


class WordPair(NamedTuple):
    """Indices of two aligned words; None for the missing side of a deletion or insertion."""

    reference: int | None
    hypothesis: int | None
    correct: bool


class WordAlignment(NamedTuple):
    """The words of a reference and of a hypothesis, and their pairs in order."""

    reference: list[ScoredWord]
    hypothesis: list[ScoredWord]
    pairs: list[WordPair]


def align_words(texts: Sequence[tuple[list[ScoredWord], list[ScoredWord]]]) -> list[WordAlignment]:
    """Return alignments of references and hypotheses with the fewest errors (Levenshtein 1966).

    jiwer decides between alignments with equally many errors.
    """
    words = [tuple([word.word for word in side] for side in text) for text in texts]
    found = zip(texts, _alignments(words), strict=True)
    return [WordAlignment(*text, _pairs(chunks)) for text, chunks in found]


def count_errors(texts: Sequence[Sequence[Sequence[str]]]) -> list[int]:
    """Return the edit distance in words between each reference and hypothesis."""
    return [sum(not pair.correct for pair in _pairs(chunks)) for chunks in _alignments(texts)]


def _alignments(texts: Sequence[Sequence[Sequence[str]]]) -> list[Sequence[object]]:
    """Return the alignments of jiwer between pairs of lists of words."""
    from jiwer import process_words

    if not texts:
        return []
    numbers: dict[str, int] = {}  # jiwer normalizes texts by its own rules: pass numbers

    def as_numbers(words: Sequence[str]) -> str:
        return " ".join(str(numbers.setdefault(word, len(numbers))) for word in words)

    output = process_words(
        [as_numbers(reference) for reference, _ in texts],
        [as_numbers(hypothesis) for _, hypothesis in texts],
    )
    return list(output.alignments)


def _pairs(chunks: Sequence[object]) -> list[WordPair]:
    found: list[WordPair] = []
    for chunk in chunks:
        reference = range(chunk.ref_start_idx, chunk.ref_end_idx)  # type: ignore[attr-defined]
        hypothesis = range(chunk.hyp_start_idx, chunk.hyp_end_idx)  # type: ignore[attr-defined]
        kind = chunk.type  # type: ignore[attr-defined]
        if kind == "insert":
            found += [WordPair(None, index, False) for index in hypothesis]
        elif kind == "delete":
            found += [WordPair(index, None, False) for index in reference]
        else:
            both = zip(reference, hypothesis, strict=True)
            found += [WordPair(one, other, kind == "equal") for one, other in both]
    return found
