"""What a filler is tuned on, and the settings of tuning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from privtool.core.digest import short_digest
from privtool.core.record import decode
from privtool.models.fillers.tuning.families import Example, FillerFamily
from privtool.models.fillers.tuning.word_masking import WordMasking
from privtool.models.training.settings import TrainSettings
from privtool.text.words import key_of, words

Fill = Callable[[Any, Sequence[bytes], int], Iterable[str]]


class FillerCorpus(NamedTuple):
    """What to tune on: `texts`, and encoded records with slots, which `fill` fills in each round.

    `fill` takes a filler, the records and a seed. `valid` is the validation set.
    """

    texts: Sequence[Example]
    to_fill: Sequence[bytes]
    fill: Fill
    valid: Sequence[Example] | None

    def tokens(self, family: FillerFamily) -> int:
        """Return about how many tokens an epoch has, with the slots as they are."""
        filled = (Example((decode(line).text or "",)) for line in self.to_fill)
        return family.batches([*self.texts, *filled], WordMasking(1.0, 1, 0)).tokens

    def words(self) -> set[str]:
        """Return the keys of the words of all texts, without what fills the slots."""
        masked = (decode(line).text or "" for line in self.to_fill)
        segments = chain((part for text in self.texts for part in text.segments), masked)
        return {key_of(text[word.start : word.end]) for text in segments for word in words(text)}

    def digest(self) -> str:
        parts = (map(tuple, self.texts), self.to_fill, map(tuple, self.valid or ()))
        lines = ([*map(repr, part), ""] for part in parts)
        return short_digest(line.encode() + b"\n" for line in chain.from_iterable(lines))


class FillerTrainSettings(NamedTuple):
    """Settings of tuning, see `privtool fill-train --help`.

    `rate` and `max_tokens` are those of `WordMasking`; records are filled in `dtype`, `batch_size`
    at a time.
    """

    training: TrainSettings
    rounds: int
    rate: float | None
    max_tokens: int
    dtype: str
    batch_size: int | None
