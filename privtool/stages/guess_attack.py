"""Attacks on the slots of masked texts: each slot is guessed, and the best guess is its word.

The attacker goes from left to right, as `fill` does, and sees its own guesses before a slot. The
attacker without the text takes the most frequent public words first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.interfaces.filling import Filler, Guess, Guesser, Rank, Wanted
from privtool.stages.fill_job import SlotJob, in_lock_step
from privtool.stages.rare_words import is_masked_by
from privtool.text.filling.words import fits_class
from privtool.text.words import key_of

_BEST = 100  # words that a filler ranks that cannot rank all


class Slots(NamedTuple):
    """A text with slots: what each takes, and the keys of the words that stood there."""

    segments: Sequence[str]
    wanted: Sequence[Wanted]
    originals: Sequence[Sequence[str]]


class _Job(SlotJob[Guess]):
    def __init__(self, slots: Slots) -> None:
        super().__init__(slots.segments)
        self.slots = slots


def attack(guesser: Guesser[Any], texts: Sequence[Slots]) -> list[list[Guess]]:
    """Return the guesses for the slots of each text."""

    def step(active: Sequence[_Job]) -> None:
        places = [len(job.chosen) for job in active]
        guesses = guesser.guess(
            [job.draft for job in active],
            [job.slots.wanted[place] for job, place in zip(active, places, strict=True)],
            [job.slots.originals[place] for job, place in zip(active, places, strict=True)],
        )
        for job, guess in zip(active, guesses, strict=True):
            job.chosen.append(guess)
            if job.draft is not None:
                job.draft.put(guess.token)

    jobs = [_Job(text) for text in texts]
    in_lock_step(jobs, guesser, step)
    return [job.chosen for job in jobs]


class BestWords:
    """A guesser on any filler: it knows the ranks of the filler's best words alone."""

    def __init__(self, filler: Filler[Any]) -> None:
        self._filler = filler
        self.draft, self.batch_key = filler.draft, filler.batch_key
        self.batch_size = filler.batch_size
        self.size = _BEST

    def known_words(self) -> frozenset[str]:
        """No word is sure to be among the best."""
        return frozenset()

    def guess(
        self, drafts: Sequence[Any], wanted: Sequence[Wanted], originals: Sequence[Sequence[str]]
    ) -> list[Guess]:
        """Return the best word for the next slot of each draft, and the originals' ranks."""
        rankings = self._filler.rank(drafts, wanted, _BEST)
        found = []
        for ranking, want, words in zip(rankings, wanted, originals, strict=True):
            best = ranking.best.all()
            allowed = [
                not each.avoided and all(kept.keeps(key_of(each.word)) for kept in want.kept_by)
                for each in best
            ]
            order = sorted(range(len(best)), key=lambda at: not allowed[at])
            ranks: dict[str, Rank] = {}
            for rank, at in enumerate(order, 1):
                ranks.setdefault(key_of(best[at].word), Rank(rank, None))
            found.append(Guess(best[order[0]].token, tuple(map(ranks.get, words))))
        return found


class PriorWords:
    """Ranks words by their counts in public text; those that a slot allows come first."""

    def __init__(self, counts: Iterable[tuple[str, int]]) -> None:
        """`counts` are keys of words and their counts."""
        found: dict[str, int] = {}
        for word, count in counts:
            found[word] = found.get(word, 0) + count
        self._words = sorted(found, key=lambda word: (-found[word], word))
        self._numbers = {word: number for number, word in enumerate(self._words)}
        self._ranks = cache(self._compute_ranks)

    @property
    def size(self) -> int:
        """How many words are ranked."""
        return len(self._words)

    def rank(self, word: str, want: Wanted) -> Rank | None:
        """Return the rank of a word at a slot; None for one that is not public."""
        number = self._numbers.get(word)
        return None if number is None else Rank(int(self._ranks(want)[number]), None)

    def _compute_ranks(self, want: Wanted) -> NDArray[np.int64]:
        of_class = [want.label is None or fits_class(word, want.label) for word in self._words]
        in_lists = [is_masked_by(word, want.avoid, want.kept_by) for word in self._words]
        allowed = np.array(of_class, np.bool_) & np.array(in_lists, np.bool_)
        if not allowed.any():
            allowed[:] = True
        order = np.argsort(~allowed, kind="stable")
        ranks = np.empty(len(order), np.int64)
        ranks[order] = np.arange(1, len(order) + 1)
        return ranks
