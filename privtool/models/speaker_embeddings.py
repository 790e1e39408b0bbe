"""Speaker embeddings of x-vector models of transformers (WavLM, wav2vec 2.0, UniSpeech-SAT, ...).

An x-vector is the mean and standard deviation over time of frame features, projected (Snyder et
al. 2018).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from privtool.audio.io.decode import Samples
from privtool.core.device import AUTO, choose_device
from privtool.core.errors import DataError, UnavailableError
from privtool.interfaces.verification import Embedding
from privtool.models.hub.pretrained import check_weights, load_model, load_part
from privtool.models.hub.resolve import ResolvedModel

WINDOW = 30.0  # seconds per call of the model
_KIND = "speaker verifier (x-vector model of samples)"
_FRAMES = 2  # fewer have no standard deviation


class XVectorEmbedder:
    """Embeds clips with a model in evaluation mode, one at a time: padding would change them."""

    def __init__(self, model: Any, extractor: Any) -> None:
        self._model, self._extractor = model, extractor
        self.rate = int(extractor.sampling_rate)
        self.shortest = shortest_clip(model.config)
        self._device: torch.device = next(model.parameters()).device

    @torch.inference_mode()
    def embed(self, samples: Samples) -> Embedding | None:
        """Return the embedding of mono floats, of length 1; None if they are too short for one.

        That of a long clip is the mean over windows of equal length, at most 30 s each. Raise
        `DataError` if the model gives no direction.
        """
        if len(samples) < self.shortest:
            return None
        count = min(-(-len(samples) // int(WINDOW * self.rate)), len(samples) // self.shortest)
        windows = np.array_split(samples, max(count, 1))
        embedding = np.sum([_unit(self._of_window(window)) for window in windows], axis=0)
        return _unit(embedding)

    def _of_window(self, samples: Samples) -> Embedding:
        given = self._extractor(samples, sampling_rate=self.rate, return_tensors="pt")
        output = self._model(given["input_values"].to(self._device))
        embedding: Embedding = output.embeddings[0].float().cpu().numpy()
        return embedding


def _unit(embedding: Embedding) -> Embedding:
    length = float(np.linalg.norm(embedding))
    if not np.isfinite(length) or not length:
        raise DataError("the speaker verifier has no embedding for the audio")
    return (embedding / length).astype(np.float32)


def shortest_clip(config: Any) -> int:
    """Return the number of samples from which on a model has two frames after its last layer."""
    layers = zip(config.tdnn_kernel, config.tdnn_dilation, strict=True)
    needed = _FRAMES + sum((kernel - 1) * dilation for kernel, dilation in layers)
    convolutions = zip(config.conv_kernel, config.conv_stride, strict=True)
    for kernel, stride in reversed(list(convolutions)):
        needed = (needed - 1) * stride + kernel
    return int(needed)


def load_speaker_embedder(resolved: ResolvedModel, device: str = AUTO) -> XVectorEmbedder:
    """Load an x-vector model and its feature extractor.

    Raise `UnavailableError` for a model that is not an x-vector model of samples.
    """
    chosen = choose_device(device)
    model = load_model("AutoModelForAudioXVector", _KIND, resolved)
    check_weights(model, resolved.name)
    extractor = load_part("AutoFeatureExtractor", _KIND, resolved)
    if getattr(model, "main_input_name", "") != "input_values":
        raise UnavailableError(f"'{resolved.name}' is not a {_KIND}")
    return XVectorEmbedder(model.to(chosen), extractor)
