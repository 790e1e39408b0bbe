"""Forced alignment by any CTC model of letters, with torchaudio.

Log-probabilities are computed window by window; the path is the best one of the whole record.
MMS_FA is torchaudio's multilingual aligner of Latin letters (Pratap et al. 2023). Its weights (1.2
GB, CC-BY-NC 4.0) are a pickle that torchaudio downloads.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import torch

from privtool.audio.io.decode import Samples
from privtool.core.device import AUTO, ModelSource, choose_device
from privtool.core.errors import UnavailableError, UsageError, option
from privtool.interfaces.speech import (
    ALIGNED,
    NO_PATH,
    TOO_LONG,
    TOO_SHORT,
    UNPRONOUNCEABLE,
    AlignedWord,
    Alignment,
)
from privtool.models.asr.recognizers.ctc import CtcModel, frames_of_tokens, load_ctc_model
from privtool.models.catalog import MMS_FA, mms_weights
from privtool.models.hub.resolve import ResolvedModel
from privtool.text.english.spoken_words import SpokenWord

LONGEST = 1800.0  # seconds: memory grows with the length times the number of letters
_SEPARATORS = ("|", " ")


class CtcAligner:
    """Aligns mono floats at `rate` with first readings, by the classes of characters, `letters`."""

    def __init__(self, model: CtcModel, letters: dict[str, int]) -> None:
        self.rate = model.rate
        self._model, self._letters, self._blank = model, letters, model.blank
        separators = [letters[sign] for sign in _SEPARATORS if sign in letters]
        self._separator = separators[0] if separators else None

    def align(
        self,
        samples: Samples,
        words: Sequence[SpokenWord],
        private: Sequence[int] | None = None,  # noqa: ARG002
    ) -> Alignment:
        from torchaudio.functional import forced_align

        spellings = [self._spell(word) for word in words]
        if not all(spellings):
            return Alignment(UNPRONOUNCEABLE)
        seconds = len(samples) / self.rate
        if seconds > LONGEST:
            return Alignment(TOO_LONG)
        labels, owners = self._labels(spellings)
        log_probs = self._model.log_probabilities(samples)
        repeats = sum(one == other for one, other in pairwise(labels))
        if len(labels) + repeats > len(log_probs):
            return Alignment(TOO_SHORT)
        path, scores = forced_align(log_probs[None], torch.tensor([labels]), blank=self._blank)
        if not torch.isfinite(scores).all():
            return Alignment(NO_PATH)
        times = _times(path[0].tolist(), scores[0].tolist(), owners, self._blank, len(words))
        frame = seconds / len(log_probs)
        return Alignment(
            ALIGNED, [t._replace(start=t.start * frame, end=t.end * frame) for t in times]
        )

    def _spell(self, word: SpokenWord) -> list[int]:
        """Return the classes of a word's letters; none if a part has no letter of the model."""
        classes: list[int] = []
        for part in word.parts:
            slots = part[0] if part else ()
            spoken = "".join(slot[0] for slot in slots)
            ids = [self._letters[c] for c in spoken if c in self._letters]
            if spoken and not ids:
                return []
            classes += ids
        return classes

    def _labels(self, spellings: Sequence[list[int]]) -> tuple[list[int], list[int]]:
        """Return all classes in order, and the word of each (-1 for separators)."""
        labels: list[int] = []
        owners: list[int] = []
        for owner, ids in enumerate(spellings):
            if owner and self._separator is not None:
                labels.append(self._separator)
                owners.append(-1)
            labels += ids
            owners += [owner] * len(ids)
        return labels, owners


def _times(
    path: Sequence[int], scores: Sequence[float], owners: Sequence[int], blank: int, count: int
) -> list[AlignedWord]:
    """Return first frame, last frame (exclusive) and mean frame score of each of `count` words."""
    frames: list[list[int]] = [[] for _ in range(count)]
    for owner, (_, own) in zip(owners, frames_of_tokens(path, blank), strict=True):
        if owner >= 0:
            frames[owner] += own
    return [
        AlignedWord(own[0], own[-1] + 1, sum(scores[frame] for frame in own) / len(own))
        for own in frames
    ]


def load_ctc_aligner(resolved: ResolvedModel, device: str = AUTO) -> CtcAligner:
    """Load an aligner. Raise `UnavailableError` for a model that is not a CTC model of letters."""
    model, tokenizer = load_ctc_model(resolved, device)
    letters = {
        token.lower(): label for token, label in tokenizer.get_vocab().items() if len(token) == 1
    }
    if not letters:
        raise UnavailableError(f"'{resolved.name}' is not a CTC model of letters")
    return CtcAligner(model, letters)


_BLANK = "-"
_TIMEOUT = 20.0  # seconds without a byte
_OTHER = f"or use {option('aligner')} pocketsphinx"
_REMEDY = f"connect once, {_OTHER}"


class _Emissions(CtcModel):
    """A model of torchaudio."""

    def _logits(self, samples: torch.Tensor) -> Any:
        return self._model(samples)[0]


def fetch_mms(source: ModelSource, *, progress: bool) -> None:
    """Download the weights unless they are cached.

    Raise `UsageError` unless pickles are trusted, and `UnavailableError` for weights that may not
    or cannot be downloaded.
    """
    if not source.trust_pickle:
        raise UsageError(
            f"'{MMS_FA}' is a pickle, which can execute arbitrary code: "
            f"if you trust its source, add {option('trust_pickle')}"
        )
    if mms_weights().is_file():
        return
    if source.offline:
        raise UnavailableError(
            f"'{MMS_FA}' is not cached and {option('offline')} is given: run once "
            f"without it, {_OTHER}"
        )
    _load_model(progress)


def load_mms_aligner(device: str = AUTO) -> CtcAligner:
    """Load the aligner from fetched weights; raise `UnavailableError` if they are broken."""
    from torchaudio import pipelines

    chosen = choose_device(device)
    letters = pipelines.MMS_FA.get_dict(star=None, blank=_BLANK)
    blank = letters.pop(_BLANK)
    model = _load_model(progress=False).eval().to(chosen)
    rate = int(pipelines.MMS_FA.sample_rate)
    return CtcAligner(_Emissions(model, blank, rate, normalize=False), letters)


def _load_model(progress: bool) -> Any:
    from torchaudio import pipelines

    options = {"weights_only": True, "map_location": "cpu", "progress": progress}
    previous = socket.getdefaulttimeout()
    socket.setdefaulttimeout(_TIMEOUT)
    try:
        return pipelines.MMS_FA.get_model(with_star=False, dl_kwargs=options)
    except OSError as error:  # also a failed download
        kind = type(error).__name__
        raise UnavailableError(f"'{MMS_FA}' cannot be fetched ({kind}): {_REMEDY}") from None
    except Exception as error:
        kind = type(error).__name__
        raise UnavailableError(f"'{MMS_FA}' cannot be loaded ({kind}): {_REMEDY}") from error
    finally:
        socket.setdefaulttimeout(previous)
