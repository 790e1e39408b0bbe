"""The search for the words of one slot: those complete so far, and a beam of partial ones."""

from __future__ import annotations

from typing import NamedTuple

from privtool.interfaces.filling import Candidate, Ranking, Wanted, candidates
from privtool.models.fillers.causal.inputs import CausalDraft
from privtool.text.words import key_of

_MAX_BEAM = 64  # partial words: the cost would grow with the square of a large K


class PartialWord(NamedTuple):
    """Pieces of a word that may be complete, and their log-probability after the left context."""

    pieces: tuple[int, ...]
    score: float


class WordSearch:
    """The search for one slot: complete words, and the beam of partial ones."""

    def __init__(self, draft: CausalDraft, want: Wanted, width: int) -> None:
        self.draft, self.want, self.width = draft, want, width
        self.beam = min(width, _MAX_BEAM)
        self.left, self.right = draft.left(), draft.right()
        self.partials: list[PartialWord] = []
        self.words: dict[str, tuple[float, int]] = {}  # score, token

    def add(self, word: str, pieces: tuple[int, ...], score: float) -> None:
        """Add a complete word; of two spellings, the likelier one counts."""
        token = self.draft.token(pieces)
        if word not in self.words or (score, -token) > self.words[word]:
            self.words[word] = score, -token


def ranking_of(search: WordSearch, k: int) -> Ranking:
    """Return the `k` best complete words of a search, and the best unlisted ones."""
    lists = search.want.avoid
    ranked = [
        Candidate(-token, word, score, any(each.keeps(key_of(word)) for each in lists))
        for word, (score, token) in search.words.items()
    ]
    ranked.sort(key=lambda candidate: (-candidate.score, candidate.token))
    best = candidates(ranked[:k])
    unlisted = [each for each in ranked if not each.avoided][:k] if best.avoided.all() else []
    return Ranking(best, candidates(unlisted) if unlisted else None)
