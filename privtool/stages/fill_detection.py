"""Telling fills from kept words by the surprisal that a filler sees in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from math import inf
from typing import Any

from msgspec import UNSET

from privtool.audit.survival import align
from privtool.core.fields import id_of, text_of
from privtool.core.record import Record
from privtool.core.rng import draw
from privtool.interfaces.filling import Wanted
from privtool.interfaces.guessing import Guess, Guesser
from privtool.stages.guess_attack import Slots, attack
from privtool.text.words import Word

_ANY = Wanted(None, ())
_TIE = 1  # purpose of a second draw


class FillDetection:
    """Compares each fill with a kept word of its record, drawn by lot.

    The share of fills that are the more surprising ones is the area under the ROC curve of a
    detector, over pairs within records. Words that the model has no token for are left out.
    """

    def __init__(self, model: Guesser[Any], seed: int) -> None:
        self._model, self._seed = model, seed
        self._known = model.known_words()

    @classmethod
    def by_any(cls, models: Iterable[Guesser[Any]], seed: int) -> FillDetection | None:
        """Return the detection by the last model that can rank all its words, if there is one."""
        able = [model for model in models if model.known_words()]
        return cls(able[-1], seed) if able else None

    def hits(self, pairs: Sequence[tuple[Record, str]]) -> list[tuple[int, int]]:
        """Return how many fills of each record are found, and of how many.

        The pairs are safe records and their raw texts.
        """
        compared = [list(self._compared(record, raw)) for record, raw in pairs]
        words = [list(dict.fromkeys(chain.from_iterable(of_record))) for of_record in compared]
        jobs = [
            Slots((text[: word.start], text[word.end :]), [_ANY], [[word.key]])
            for (record, _), of_record in zip(pairs, words, strict=True)
            for text in [text_of(record)]
            for word in of_record
        ]
        guesses = iter(attack(self._model, jobs))
        found = []
        for (record, _), of_record, own in zip(pairs, compared, words, strict=True):
            bits = {word: _surprisal(next(guesses)[0]) for word in own}
            hits = sum(
                self._is_hit(record, fill, bits[fill], bits[kept]) for fill, kept in of_record
            )
            found.append((hits, len(of_record)))
        return found

    def _compared(self, record: Record, raw: str) -> Iterable[tuple[Word, Word]]:
        text = text_of(record)
        fills = () if record.fills is UNSET else record.fills
        alignment = align(raw, text, [(fill.start, fill.end) for fill in fills])
        new = {number for run in alignment.new for number in run}
        known = [n for n, word in enumerate(alignment.safe) if word.key in self._known]
        kept = [alignment.safe[number] for number in known if number not in new]
        if kept:
            for number in known:
                if number in new:
                    drawn = draw(self._seed, id_of(record), number) % len(kept)
                    yield alignment.safe[number], kept[drawn]

    def _is_hit(self, record: Record, fill: Word, surprisal: float, other: float) -> bool:
        if surprisal == other:
            return bool(draw(self._seed, id_of(record), fill.start, _TIE) % 2)
        return surprisal > other


def _surprisal(guess: Guess) -> float:
    """Return the surprisal of the one original of a slot; infinite for one without a rank."""
    (rank,) = guess.ranks
    return inf if rank is None or rank.bits is None else rank.bits
