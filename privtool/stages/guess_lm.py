"""The attacker with a language model trained on the safe text, calibrated by a reference model.

A word is worth what its record gains by training: log p(record with it) of the trained model minus
that of the reference. It reorders the best words of a filler.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from privtool.core.errors import DataError
from privtool.interfaces.guessing import Guess, Rank
from privtool.interfaces.lm_scoring import Scorer
from privtool.stages.fill_job import SlottedRecord, assemble
from privtool.text.words import key_of

_TEXTS = 4096  # at a time


class LmAttacker:
    """Reorders the words of a filler by two language models."""

    def __init__(self, trained: Scorer, reference: Scorer) -> None:
        self._models = (trained, reference)

    def ranks(
        self,
        records: Sequence[SlottedRecord],
        guesses: Sequence[Sequence[Guess]],
        originals: Sequence[Sequence[Sequence[str]]],
    ) -> list[list[tuple[Rank | None, ...]]]:
        """Return the ranks of the originals of each slot of each record.

        The other slots hold the filler's best words. Words that the filler does not have among its
        candidates keep its ranks.
        """
        texts = (
            text
            for record, of_record in zip(records, guesses, strict=True)
            for text in _texts(record, of_record)
        )
        scores = self._scores(texts)
        return [
            [
                _reordered(guess, [next(scores) for _ in guess.words], words)
                for guess, words in zip(of_record, keys, strict=True)
            ]
            for of_record, keys in zip(guesses, originals, strict=True)
        ]

    def _scores(self, texts: Iterator[str]) -> Iterator[float]:
        while some := list(islice(texts, _TEXTS)):
            yield from self._differences(some)

    def _differences(self, texts: Sequence[str]) -> list[float]:
        distinct = dict.fromkeys(texts)
        usable = [text for text in distinct if all(_takes(model, text) for model in self._models)]
        trained, reference = (model.score(usable) for model in self._models)
        found = {
            text: ours.logprob - theirs.logprob
            for text, ours, theirs in zip(usable, trained, reference, strict=True)
        }
        return [found.get(text, float("-inf")) for text in texts]


def _texts(record: SlottedRecord, guesses: Sequence[Guess]) -> Iterator[str]:
    """Yield the record with each word of each slot."""
    best = [guess.words[0] for guess in guesses]
    for slot, guess in enumerate(guesses):
        for word in guess.words:
            yield assemble(record.text, [*best[:slot], word, *best[slot + 1 :]], cased=True)[0]


def _takes(model: Scorer, text: str) -> bool:
    try:
        model.check(text)
    except DataError:
        return False
    return True


def _reordered(
    guess: Guess, scores: Sequence[float], originals: Sequence[str]
) -> tuple[Rank | None, ...]:
    """Return the ranks of the originals; ties are in the order of the filler."""
    order = sorted(range(len(scores)), key=lambda at: -scores[at])
    ranks: dict[str, Rank] = {}
    for rank, at in enumerate(order, 1):
        ranks.setdefault(key_of(guess.words[at]), Rank(rank, None))
    return tuple(
        ranks.get(word) or (old and Rank(max(old.rank, len(order) + 1), None))
        for word, old in zip(originals, guess.ranks, strict=True)
    )
