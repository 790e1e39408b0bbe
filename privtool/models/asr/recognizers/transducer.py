"""A transducer of `asr-train` as a recognizer of clips."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path as File
from typing import Any

import torch

from privtool.audio.io.decode import Samples
from privtool.core.device import choose_device, parse_batch_size
from privtool.core.errors import UnavailableError, UsageError
from privtool.core.model_options import ModelSource, Runtime
from privtool.core.record import WordTime
from privtool.interfaces.recognition import Hypothesis, Recognizer
from privtool.models.asr.checkpoint import AsrFolder, load_asr
from privtool.models.asr.decoding.beam import BeamSettings, beam_search
from privtool.models.asr.decoding.fusion import RESCORE, WAYS, FusionSettings, fused_lm
from privtool.models.asr.decoding.greedy import Path, greedy_paths
from privtool.models.asr.decoding.rescoring import RescoringRecognizer
from privtool.models.asr.decoding.token_lm import TokenLm
from privtool.models.asr.features import AcousticFeatures
from privtool.models.asr.transducer.model import Encoded
from privtool.models.hub.resolve import resolve
from privtool.models.lm.scorer import load_scorer

__all__ = ["FusionSettings", "TransducerRecognizer", "load_transducer_recognizer"]

_HYPOTHESES = {"cpu": 256, "cuda": 1024, "mps": 256}  # of all clips that are searched at a time
_FRAMES = 1 << 16  # of features that are encoded at a time where that is faster than one by one
_ROLE = re.compile(r"<\w[\w-]*>")


class TransducerRecognizer:
    """Features, encoder, search, words with times.

    On a CPU each clip is encoded by itself, which is no slower, and hypotheses are searched in
    calls of one size, so that not even the last bit depends on the other clips. Elsewhere clips
    of about the same length are encoded together.
    """

    def __init__(
        self,
        folder: AsrFolder,
        device: torch.device,
        clips: int,
        settings: BeamSettings,
        lm: TokenLm | None = None,
        weights: Sequence[float] = (0.0,),
    ) -> None:
        """`clips` are searched at a time. With a beam of one the search is greedy."""
        self._model, self._tokens, self._device = folder.model, folder.tokens, device
        self._model.to(search_device(device))
        encoder: Any = self._model.encoder
        encoder.to(device)
        self._features = AcousticFeatures(folder.features)
        self._clips, self._settings, self._lm = clips, settings, lm
        self._frame = folder.features.hop * folder.model.encoder.hop  # seconds
        self.rate = folder.features.rate
        self.weights = tuple(weights)

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """[clip][weight][best first]; nothing is heard in a clip shorter than a window."""
        order = sorted(range(len(clips)), key=lambda number: len(clips[number]))
        found: list[list[list[Hypothesis]]] = [[] for _ in clips]
        for start in range(0, len(order), self._clips):
            some = order[start : start + self._clips]
            paths = self._searched([clips[number] for number in some])
            for number, weighted in zip(some, paths, strict=True):
                found[number] = [self._hypotheses(those, len(clips[number])) for those in weighted]
        return found

    @torch.inference_mode()
    def _searched(self, clips: Sequence[Samples]) -> list[list[list[Path]]]:
        """The paths of some clips; half of them at a time where memory does not do for all."""
        try:
            encoded = self._encoded(clips)
            if self._settings.beam == 1:
                paths = [[[path]] for path in greedy_paths(self._model, encoded)]
            else:
                paths = beam_search(self._model, encoded, self._settings, self._lm, self.weights)
        except torch.OutOfMemoryError:
            paths = []
        if not paths and clips:
            if len(clips) == 1:
                raise UnavailableError("the memory of the device does not do for a clip")
            torch.cuda.empty_cache()
            half = len(clips) // 2
            return self._searched(clips[:half]) + self._searched(clips[half:])
        if not all(best and math.isfinite(best[0].score) for those in paths for best in those):
            raise UnavailableError("the model's scores are no numbers: its weights are bad")
        return paths

    def _encoded(self, clips: Sequence[Samples]) -> Encoded:
        features = [self._heard(clip) for clip in clips]
        width = self._model.encoder.width
        parts: list[torch.Tensor] = []
        start = 0
        while start < len(features):
            end = start + 1
            if self._device.type != "cpu" and len(features[start]):
                while end < len(features) and len(features[end]) * (end + 1 - start) <= _FRAMES:
                    end += 1
            parts += self._together(features[start:end], width)
            start = end
        frames = torch.nn.utils.rnn.pad_sequence(parts, batch_first=True)
        return Encoded(frames, torch.tensor([len(part) for part in parts], device=frames.device))

    def _together(self, features: Sequence[torch.Tensor], width: int) -> list[torch.Tensor]:
        """The frames (frames, width) of some clips, encoded in one call."""
        lengths = torch.tensor([len(clip) for clip in features], device=self._device)
        if not lengths.any():
            return [torch.zeros(0, width, device=search_device(self._device)) for _ in features]
        padded = torch.nn.utils.rnn.pad_sequence(list(features), batch_first=True)
        frames, counts = self._model.encoder(padded.to(self._device), lengths)
        frames = frames.to(search_device(self._device))
        return [clip[:count] for clip, count in zip(frames, counts.tolist(), strict=True)]

    def _heard(self, clip: Samples) -> torch.Tensor:
        settings = self._features.settings
        if not settings.frames_of(len(clip)):
            return torch.zeros(0, settings.count)
        return self._features(clip)

    def _hypotheses(self, paths: Sequence[Path], samples: int) -> list[Hypothesis]:
        return [self._hypothesis(path, samples / self.rate) for path in paths]

    def _hypothesis(self, path: Path, seconds: float) -> Hypothesis:
        """The words of a path; a word lasts from the frame of its first token to its last's end."""
        words = tuple(
            WordTime(
                word.text,
                round(min(path.frames[word.first] * self._frame, seconds), 3),
                round(min((path.frames[word.last] + 1) * self._frame, seconds), 3),
            )
            for word in self._tokens.words(path.tokens)
        )
        text = self._tokens.decode(path.tokens)
        return Hypothesis(text, path.score, words, path.lm_score)


def load_transducer_recognizer(
    folder: File,
    source: ModelSource,
    runtime: Runtime,
    *,
    beam: int,
    nbest: int = 1,
    fusion: FusionSettings | None = None,
    length_bonus: float = 0.0,
) -> Recognizer:
    """The recognizer in a folder of `asr-train`, with or without a language model.

    A beam of one is a greedy search. Raises `UsageError` for options that do not fit each other
    and for a language model of other tokens, `UnavailableError` for what is not here.
    """
    if fusion is not None and fusion.how not in WAYS:
        raise ValueError(f"a language model is fused in one of these ways: {', '.join(WAYS)}")
    if beam == 1 and (fusion is not None or nbest > 1):
        raise UsageError("--beam 1 finds one hypothesis: for --lm and --nbest take 4 or more")
    chosen = choose_device(runtime.device)
    loaded = load_asr(folder)
    inside = fusion if fusion is not None and fusion.how != RESCORE else None
    weights = (0.0,) if inside is None else inside.weights
    lm = None if inside is None else fused_lm(inside, folder, loaded.tokens, search_device(chosen))
    auto = max(1, _HYPOTHESES[chosen.type] // (beam * len(weights)))
    clips = parse_batch_size(runtime.batch_size, auto)
    offered = beam if fusion is not None and inside is None else nbest
    settings = BeamSettings(beam, nbest=offered, length_bonus=length_bonus)
    made = TransducerRecognizer(loaded, chosen, clips, settings, lm, weights)
    if fusion is None or inside is not None:
        return made
    lm_runtime = Runtime(runtime.device, "fp32")
    scorer = load_scorer(resolve(str(fusion.lm), source), lm_runtime)
    return RescoringRecognizer(made, scorer, fusion.weights, nbest=nbest, clean=without_roles)


def search_device(device: torch.device) -> torch.device:
    """Where is searched: an MPS device only encodes, as it has no double precision."""
    return torch.device("cpu") if device.type == "mps" else device


def without_roles(text: str) -> str:
    """A hypothesis without the roles in it, which a language model knows nothing of."""
    return " ".join(_ROLE.sub(" ", text).split())
