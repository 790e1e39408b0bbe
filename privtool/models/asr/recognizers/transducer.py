"""Recognition with a transducer of `asr-train`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from privtool.audio.io.decode import Samples
from privtool.core.device import Runtime, choose_device
from privtool.core.errors import UnavailableError, UsageError, option
from privtool.core.record import WordTime
from privtool.interfaces.speech import Hypothesis
from privtool.models.asr.checkpoint import LoadedAsr, load_asr
from privtool.models.asr.decoding.beam import BeamSettings, beam_search
from privtool.models.asr.decoding.greedy import TokenPath, greedy_paths
from privtool.models.asr.decoding.hypotheses import PieceLm, fused_lm
from privtool.models.asr.decoding.rescoring import rescored_by_ctc
from privtool.models.asr.features import BANDS, HOP_SECONDS, RATE, frame_count, log_mel
from privtool.models.asr.transducer.encoders import REDUCTION
from privtool.models.asr.transducer.model import Encoded
from privtool.models.runtime.numerics import not_finite

_FRAME = HOP_SECONDS * REDUCTION  # seconds
_MAX_HYPOTHESES = {"cpu": 256, "cuda": 1024, "mps": 256}  # in a search
_MAX_FRAMES = 1 << 16  # of features in a batch of the encoder, on a GPU


class TransducerRecognizer:
    """Features, encoder, search, and words with times.

    On a CPU each clip is encoded alone, which is no slower, and models are called with a fixed
    number of hypotheses, so that not even the last bit depends on the other clips. Elsewhere clips
    of similar length are encoded in batches.
    """

    rate = RATE

    def __init__(
        self,
        folder: LoadedAsr,
        device: torch.device,
        clips: int,
        settings: BeamSettings,
        lm: PieceLm | None = None,
        weights: Sequence[float] = (0.0,),
        ctc_weight: float = 0.0,
    ) -> None:
        """`clips` is the number in a search. With a beam of one the search is greedy.

        With a `ctc_weight`, the whole beam is scored by the CTC layer, too.
        """
        self._model, self._tokens, self._device = folder.model, folder.tokens, device
        self._model.to(search_device(device))
        encoder: Any = self._model.encoder
        encoder.to(device)
        self._clips, self._settings, self._lm = clips, settings, lm
        self._ctc_weight = ctc_weight
        self.weights = tuple(weights)

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """See `Recognizer`; a clip shorter than a window has an empty hypothesis."""
        order = sorted(range(len(clips)), key=lambda number: len(clips[number]))
        results: list[list[list[Hypothesis]]] = [[] for _ in clips]
        for start in range(0, len(order), self._clips):
            batch = order[start : start + self._clips]
            paths_of_clips = self._search([clips[number] for number in batch])
            for number, by_weight in zip(batch, paths_of_clips, strict=True):
                seconds = len(clips[number]) / self.rate
                results[number] = [self._hypotheses(paths, seconds) for paths in by_weight]
        return results

    @torch.inference_mode()
    def _search(self, clips: Sequence[Samples]) -> list[list[list[TokenPath]]]:
        """Return the paths of clips, searched in smaller batches if memory runs out."""
        try:
            encoded = self._encode(clips)
            if self._settings.beam == 1:
                paths = [[[path]] for path in greedy_paths(self._model, encoded)]
            else:
                whole = self._settings._replace(nbest=self._settings.beam)
                paths = beam_search(self._model, encoded, whole, self._lm, self.weights)
                if ctc := self._ctc_weight:
                    paths = rescored_by_ctc(self._model, encoded, paths, ctc)
        except torch.OutOfMemoryError:
            paths = []
        if not paths and clips:
            if len(clips) == 1:
                raise UnavailableError("out of device memory for a single clip")
            torch.cuda.empty_cache()
            half = len(clips) // 2
            return self._search(clips[:half]) + self._search(clips[half:])
        if not all(
            nbest and math.isfinite(nbest[0].score) for by_weight in paths for nbest in by_weight
        ):
            raise not_finite()
        return paths

    def _encode(self, clips: Sequence[Samples]) -> Encoded:
        empty = torch.zeros(0, BANDS)
        features = [log_mel(clip) if frame_count(len(clip)) else empty for clip in clips]
        parts: list[torch.Tensor] = []
        start = 0
        while start < len(features):
            end = start + 1
            if self._device.type != "cpu" and len(features[start]):
                while end < len(features) and len(features[end]) * (end + 1 - start) <= _MAX_FRAMES:
                    end += 1
            parts += self._encode_batch(features[start:end])
            start = end
        frames = torch.nn.utils.rnn.pad_sequence(parts, batch_first=True)
        return Encoded(frames, torch.tensor([len(part) for part in parts], device=frames.device))

    def _encode_batch(self, features: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """Return the frames (frames, width) of each clip."""
        lengths = torch.tensor([len(clip) for clip in features], device=self._device)
        if not lengths.any():
            empty = torch.zeros(0, self._model.encoder.width, device=search_device(self._device))
            return [empty] * len(features)
        padded = torch.nn.utils.rnn.pad_sequence(list(features), batch_first=True)
        frames, counts = self._model.encoder(padded.to(self._device), lengths)
        frames = frames.to(search_device(self._device))
        return [clip[:count] for clip, count in zip(frames, counts.tolist(), strict=True)]

    def _hypotheses(self, paths: Sequence[TokenPath], seconds: float) -> list[Hypothesis]:
        """Return the best hypotheses; of two spellings of a text the first is better."""
        texts: dict[str, TokenPath] = {}
        for path in paths:
            texts.setdefault(self._tokens.decode(path.tokens), path)
        best = list(texts.values())[: self._settings.nbest]
        return [self._hypothesis(path, seconds) for path in best]

    def _hypothesis(self, path: TokenPath, seconds: float) -> Hypothesis:
        """Return the words of a path; a word lasts from its first token's frame to its last's."""
        words = tuple(
            WordTime(
                word.text,
                round(min(path.frames[word.first] * _FRAME, seconds), 3),
                round(min((path.frames[word.last] + 1) * _FRAME, seconds), 3),
            )
            for word in self._tokens.words(path.tokens)
        )
        text = self._tokens.decode(path.tokens)
        return Hypothesis(text, path.score, words, path.lm_score)


def load_transducer_recognizer(
    folder: Path,
    runtime: Runtime,
    *,
    beam: int,
    nbest: int = 1,
    lm: Path | None = None,
    weights: Sequence[float] = (0.0,),
    ctc_weight: float = 0.0,
) -> TransducerRecognizer:
    """Load the recognizer in a folder of `asr-train`; `lm` is a language model over its tokens.

    A beam of one is a greedy search. Raise `UsageError` for a `ctc_weight` if the model has no CTC
    layer, `UnavailableError` for a model that cannot be loaded.
    """
    chosen = choose_device(runtime.device)
    loaded = load_asr(folder)
    if ctc_weight and loaded.model.ctc is None:
        raise UsageError(
            f"{option('ctc_weight')}: the model has no CTC layer; train it with asr-train "
            f"{option('ctc_weight')} over 0"
        )
    fused = None if lm is None else fused_lm(lm, loaded.tokens, search_device(chosen))
    auto = max(1, _MAX_HYPOTHESES[chosen.type] // (beam * len(weights)))
    clips = runtime.batch_size or auto
    settings = BeamSettings(beam, nbest=nbest)
    return TransducerRecognizer(loaded, chosen, clips, settings, fused, weights, ctc_weight)


def search_device(device: torch.device) -> torch.device:
    """Return the device of the search: MPS only encodes, as it has no double precision."""
    return torch.device("cpu") if device.type == "mps" else device
