"""Alignment by any CTC model of transformers, with torchaudio's forced alignment.

The model must know letters. Its probabilities are computed window by window; the path through them
is the best one for the whole record.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import torch

from privtool.audio.io.decode import Samples
from privtool.core.errors import UnavailableError
from privtool.interfaces.alignment import (
    ALIGNED,
    NO_PATH,
    TOO_LONG,
    TOO_SHORT,
    UNPRONOUNCEABLE,
    AlignedWord,
    Alignment,
    failure,
)
from privtool.models.asr.ctc_model import CtcModel, load_ctc_model
from privtool.text.english.spoken_words import SpokenWord

LONGEST = 1800.0  # seconds: the path takes memory by length times letters
_SEPARATORS = ("|", " ")


class CtcAligner:
    """Aligns mono floats at `rate` with words, each in the first of its readings.

    `letters` maps what the model can write to its classes.
    """

    def __init__(self, model: CtcModel, letters: dict[str, int]) -> None:
        self.rate = model.rate
        self._model, self._letters, self._blank = model, letters, model.blank
        separators = [letters[sign] for sign in _SEPARATORS if sign in letters]
        self._separator = separators[0] if separators else None

    def align(self, samples: Samples, words: Sequence[SpokenWord]) -> Alignment:
        """The times of the words, or why there are none."""
        from torchaudio.functional import forced_align

        spelled = [self._spelled(word) for word in words]
        if not all(spelled):
            return failure(UNPRONOUNCEABLE)
        seconds = len(samples) / self.rate
        if seconds > LONGEST:
            return failure(TOO_LONG)
        labels, owners = self._labels(spelled)
        scores = self._model.log_probabilities(samples)
        repeats = sum(one == other for one, other in pairwise(labels))
        if len(labels) + repeats > len(scores):
            return failure(TOO_SHORT)
        path, fits = forced_align(scores[None], torch.tensor([labels]), blank=self._blank)
        if not torch.isfinite(fits).all():
            return failure(NO_PATH)
        times = _times(path[0].tolist(), fits[0].tolist(), owners, self._blank, len(words))
        per_frame = seconds / len(scores)
        return Alignment(
            ALIGNED, [t._replace(start=t.start * per_frame, end=t.end * per_frame) for t in times]
        )

    def _spelled(self, word: SpokenWord) -> list[int]:
        """The classes of a word's letters; none if the model cannot write all its parts."""
        found: list[int] = []
        for part in word.parts:
            slots = part[0] if part else ()
            said = "".join(slot[0] for slot in slots)
            ids = [self._letters[c] for c in said if c in self._letters]
            if said and not ids:
                return []
            found += ids
        return found

    def _labels(self, spelled: Sequence[list[int]]) -> tuple[list[int], list[int]]:
        """All classes in order and the word of each; -1 for what stands between words."""
        labels: list[int] = []
        owners: list[int] = []
        for owner, ids in enumerate(spelled):
            if owner and self._separator is not None:
                labels.append(self._separator)
                owners.append(-1)
            labels += ids
            owners += [owner] * len(ids)
        return labels, owners


def _times(
    path: Sequence[int], fits: Sequence[float], owners: Sequence[int], blank: int, count: int
) -> list[AlignedWord]:
    """The first and last frame of each word (end exclusive) and the mean of its frames' fits."""
    frames: list[list[int]] = [[] for _ in range(count)]
    at, before = -1, blank
    for frame, label in enumerate(path):
        if label != blank:
            at += label != before
            if owners[at] >= 0:
                frames[owners[at]].append(frame)
        before = label
    return [
        AlignedWord(own[0], own[-1] + 1, sum(fits[frame] for frame in own) / len(own))
        for own in frames
    ]


def load_ctc_aligner(name: str, device: str, offline: bool, trust_pickle: bool) -> CtcAligner:
    """The aligner on a CTC model, a hub id or folder.

    Raises `UnavailableError` for a model that is not here and cannot be had, or is no CTC model
    of letters.
    """
    model, tokenizer = load_ctc_model(name, device, offline, trust_pickle)
    letters = {sign.lower(): id for sign, id in tokenizer.get_vocab().items() if len(sign) == 1}
    if not letters:
        raise UnavailableError(f"'{name}' is no CTC model of letters")
    return CtcAligner(model, letters)
