"""CTC models of transformers that take samples (wav2vec 2.0, HuBERT, MMS, ...)."""

from __future__ import annotations

from typing import Any

import torch

from privtool.audio.io.decode import Samples
from privtool.core.device import AUTO, choose_device
from privtool.core.errors import UnavailableError
from privtool.models.hub.pretrained import check_weights, load_part, load_pretrained
from privtool.models.hub.resolve import ResolvedModel

WINDOW = 30.0  # seconds per call of the model
_CONTEXT = 2.0  # seconds of audio added before and after a window
_MIN_SAMPLES = 400  # the convolutions of wav2vec 2.0 return no frame for fewer


class CtcModel:
    """Frame probabilities of mono floats at `rate`; `model` must be in evaluation mode."""

    def __init__(self, model: Any, blank: int, rate: int, normalize: bool = True) -> None:
        """With `normalize` samples are scaled to zero mean and unit variance."""
        self._model, self._normalize = model, normalize
        self.blank, self.rate = blank, rate
        self._device: torch.device = next(model.parameters()).device

    @torch.inference_mode()
    def log_probabilities(self, clip: Samples) -> torch.Tensor:
        """Return log-probabilities (frames, classes) of mono samples, on the CPU."""
        samples = torch.from_numpy(clip.copy())
        if self._normalize:
            variance = samples.var(unbiased=False)
            samples = (samples - samples.mean()) / torch.sqrt(variance + 1e-7)
        window, context = int(WINDOW * self.rate), int(_CONTEXT * self.rate)
        pieces: list[torch.Tensor] = []
        for start in range(0, max(len(samples), 1), window):
            first, last = max(0, start - context), min(len(samples), start + window + context)
            missing = max(0, _MIN_SAMPLES - last + first)
            padded = torch.nn.functional.pad(samples[first:last], (0, missing))
            logits = self._logits(padded[None].to(self._device))[0].float().cpu()
            per_sample = len(logits) / max(last - first, 1)
            end = min(start + window, len(samples))
            kept = slice(round((start - first) * per_sample), round((end - first) * per_sample))
            pieces.append(torch.log_softmax(logits[kept], dim=-1))
        return torch.cat(pieces)

    def _logits(self, samples: torch.Tensor) -> Any:
        """Return the scores (1, frames, classes) of samples (1, samples)."""
        return self._model(samples).logits


def load_ctc_model(resolved: ResolvedModel, device: str = AUTO) -> tuple[CtcModel, Any]:
    """Load a CTC model and its tokenizer.

    Raise `UnavailableError` for a model that is no such model.
    """
    chosen = choose_device(device)
    kind = "CTC model that reads audio samples"
    model, tokenizer = load_pretrained("AutoModelForCTC", kind, resolved)
    check_weights(model, resolved.name)
    extractor = load_part("AutoFeatureExtractor", kind, resolved)
    if getattr(model, "main_input_name", "") != "input_values" or tokenizer.pad_token_id is None:
        raise UnavailableError(f"'{resolved.name}' is not a {kind}")
    normalize = bool(getattr(extractor, "do_normalize", True))
    blank, rate = int(tokenizer.pad_token_id), int(extractor.sampling_rate)
    return CtcModel(model.to(chosen), blank, rate, normalize), tokenizer
