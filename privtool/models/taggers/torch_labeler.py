"""Token classification models of torch, and those of transformers (BERT, RoBERTa, ...)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.models.hub.pretrained import check_tokens, load_pretrained, max_positions
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.runtime.numerics import (
    autocasting,
    cast_linear_layers,
    load_quantized,
    multiplies_bfloat16,
)
from privtool.models.taggers.labels import THRESHOLD, LabelMap
from privtool.models.taggers.token_classifier import TokenTagger
from privtool.models.taggers.windowing import Inputs

_LONGEST = 512  # pieces, for a model without a limit of its own


class TorchLabeler:
    """A model of torch, which is on its device; a `PieceLabeler`."""

    pads = True

    def __init__(self, model: Any) -> None:
        """Take over a model; its products are in bfloat16 where a CPU has these."""
        self._model = model.eval()
        if multiplies_bfloat16(model.device):
            cast_linear_layers(model)
        self.pad: int = getattr(model.config, "pad_token_id", None) or 0
        self.longest_input = max_positions(model) or _LONGEST

    def probabilities(self, inputs: Inputs) -> NDArray[np.float32]:
        device = self._model.device
        tensors = {name: torch.from_numpy(array).to(device) for name, array in inputs.items()}
        with torch.inference_mode(), autocasting(self._model):
            logits = self._model(**tensors).logits
            probabilities: NDArray[np.float32] = logits.float().softmax(-1).cpu().numpy()
        return probabilities


def load_mini_ner(folder: Path) -> Any:
    """Load `mini-ner` in single precision on the CPU.

    It is the encoder of `mini` with an adapter merged, which also has the head and the token types:
    those are case shapes.
    """
    from peft import PeftModel
    from transformers import BertConfig, BertForTokenClassification

    model = BertForTokenClassification(BertConfig.from_json_file(folder / "config.json"))
    encoder = load_quantized(folder.with_name("mini") / "model.safetensors")
    del encoder["bert.embeddings.token_type_embeddings.weight"]
    model.load_state_dict(encoder, strict=False)
    return PeftModel.from_pretrained(model, str(folder)).merge_and_unload().eval()


def load_token_tagger(
    resolved: ResolvedModel,
    device: torch.device,
    batch_size: int,
    threshold: float = THRESHOLD,
    label_map: LabelMap | None = None,
) -> TokenTagger:
    """Load a tagger of transformers onto its device.

    Raise `UnavailableError` for files that cannot be loaded, and for a model without a tagging
    head.
    """
    model, tokenizer = load_pretrained("AutoModelForTokenClassification", "tagger", resolved)
    check_tokens(model, tokenizer, resolved.name)
    return TokenTagger(
        TorchLabeler(model.to(device)),
        tokenizer.backend_tokenizer,
        model.config.id2label,
        threshold,
        batch_size=batch_size,
        label_map=label_map,
    )
