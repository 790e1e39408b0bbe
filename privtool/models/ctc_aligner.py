"""Alignment by any CTC model of transformers, with torchaudio's forced alignment.

The model must take samples and know letters (wav2vec 2.0, HuBERT, MMS, ...). Its probabilities are
computed window by window; the path through them is the best one for the whole record.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import torch

from privtool.audio.alignment import (
    ALIGNED,
    NO_PATH,
    NOT_SPOKEN,
    TOO_LONG,
    TOO_SHORT,
    Alignment,
    Timed,
    failed,
)
from privtool.audio.decoding import Samples
from privtool.core.device import choose_device
from privtool.core.errors import UnavailableError
from privtool.models.hub import model_folder
from privtool.text.spoken_words import SpokenWord

WINDOW = 30.0  # seconds that go through the model at a time
_CONTEXT = 2.0  # seconds before and after, for their sake
LONGEST = 1800.0  # seconds: the path takes memory by length times letters
_SEPARATORS = ("|", " ")


class CtcAligner:
    """Aligns mono floats at `rate` with words, each in the first of its readings.

    `model` must be in evaluation mode; `letters` maps what it can write to its classes.
    """

    def __init__(
        self, model: Any, letters: dict[str, int], blank: int, rate: int, normalize: bool = True
    ) -> None:
        self.rate, self._normalize = rate, normalize
        self._model, self._letters, self._blank = model, letters, blank
        self._device: torch.device = next(model.parameters()).device
        separators = [letters[sign] for sign in _SEPARATORS if sign in letters]
        self._separator = separators[0] if separators else None

    def align(self, samples: Samples, words: Sequence[SpokenWord]) -> Alignment:
        """The times of the words, or why there are none."""
        from torchaudio.functional import forced_align

        spelled = [self._spelled(word) for word in words]
        if not all(spelled):
            return failed(NOT_SPOKEN)
        seconds = len(samples) / self.rate
        if seconds > LONGEST:
            return failed(TOO_LONG)
        labels, owners = self._labels(spelled)
        scores = self._log_probabilities(torch.from_numpy(samples.copy()))
        repeats = sum(one == other for one, other in pairwise(labels))
        if len(labels) + repeats > len(scores):
            return failed(TOO_SHORT)
        path, fits = forced_align(scores[None], torch.tensor([labels]), blank=self._blank)
        if not torch.isfinite(fits).all():
            return failed(NO_PATH)
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

    @torch.inference_mode()
    def _log_probabilities(self, samples: torch.Tensor) -> torch.Tensor:
        """Log-probabilities (frames, classes) of mono samples, on the CPU."""
        if self._normalize:
            variance = samples.var(unbiased=False)
            samples = (samples - samples.mean()) / torch.sqrt(variance + 1e-7)
        window, context = int(WINDOW * self.rate), int(_CONTEXT * self.rate)
        pieces: list[torch.Tensor] = []
        for start in range(0, max(len(samples), 1), window):
            first, last = max(0, start - context), min(len(samples), start + window + context)
            given = torch.nn.functional.pad(samples[first:last], (0, max(0, 400 - last + first)))
            logits = self._model(given[None].to(self._device)).logits[0].float().cpu()
            per_sample = len(logits) / max(last - first, 1)
            end = min(start + window, len(samples))
            kept = slice(round((start - first) * per_sample), round((end - first) * per_sample))
            pieces.append(torch.log_softmax(logits[kept], dim=-1))
        return torch.cat(pieces)


def _times(
    path: Sequence[int], fits: Sequence[float], owners: Sequence[int], blank: int, count: int
) -> list[Timed]:
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
        Timed(own[0], own[-1] + 1, sum(fits[frame] for frame in own) / len(own)) for own in frames
    ]


def load_ctc_aligner(name: str, device: str, offline: bool, trust_pickle: bool) -> CtcAligner:
    """The aligner on a CTC model, a hub id or folder.

    Raises `UnavailableError` for a model that is not here and cannot be had, or is no CTC model
    of letters.
    """
    from transformers import AutoFeatureExtractor, AutoModelForCTC, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()
    chosen = choose_device(device)
    folder = model_folder(name, offline, trust_pickle)
    options = {"local_files_only": True, "trust_remote_code": False}
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, **options)
        extractor = AutoFeatureExtractor.from_pretrained(folder, **options)
        model, report = AutoModelForCTC.from_pretrained(
            folder,
            use_safetensors=None if trust_pickle else True,
            output_loading_info=True,
            **options,
        )
    except Exception as error:
        kind = type(error).__name__
        raise UnavailableError(f"'{name}' cannot be loaded as a CTC model ({kind})") from error
    letters = {sign.lower(): id for sign, id in tokenizer.get_vocab().items() if len(sign) == 1}
    plain = getattr(model, "main_input_name", "") == "input_values"
    if report["missing_keys"] or not plain or not letters or tokenizer.pad_token_id is None:
        raise UnavailableError(f"'{name}' is no CTC model of samples and letters")
    return CtcAligner(
        model.eval().to(chosen),
        letters,
        int(tokenizer.pad_token_id),
        int(extractor.sampling_rate),
        bool(getattr(extractor, "do_normalize", True)),
    )
