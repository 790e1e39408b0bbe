"""Loading `mini-ner`: the encoder of `mini` with an adapter, case shapes and a tagging head."""

from __future__ import annotations

import json
from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer

from privtool.models.bert import BertConfig, BertTokenClassifier
from privtool.models.catalog import EMBEDDED
from privtool.models.quantization import damaged_is_unavailable, load_quantized
from privtool.models.taggers.token_classifier import TokenTagger

_OF_PEFT = "base_model.model."
# Shares of the threshold. In text without capitals and signs, the model is less sure of the same
# names; next to a word list, doubtful words cost little, as the list masks most of them, too.
_SPOKEN, _CAREFUL = 1 / 2, 1 / 14
_LORA_A, _LORA_B = ".lora_A.weight", ".lora_B.weight"


def load_embedded_tagger(
    folder: Path,
    device: torch.device,
    batch_size: int,
    threshold: float | None = None,
    *,
    weak_names: bool = False,
    careful: bool = False,
) -> TokenTagger:
    """Load the tagger onto its device.

    `threshold` None is the one that it was trained for, half of it in text without capitals and
    signs, and with `careful` a fourteenth of it. With `weak_names`, listed names and words next to
    persons need a lower score. Raise `UnavailableError` for damaged files.
    """
    with damaged_is_unavailable("mini-ner"):
        model, labels, trained_threshold = load_classifier(folder)
        tokenizer = Tokenizer.from_file(str(EMBEDDED / "mini" / "tokenizer.json"))
    spoken = threshold
    if threshold is None:
        threshold, spoken = (
            trained_threshold * share
            for share in ((_CAREFUL, _CAREFUL) if careful else (1.0, _SPOKEN))
        )
    return TokenTagger(
        model.to(device),
        tokenizer,
        labels,
        threshold,
        batch_size=batch_size,
        shapes=True,
        first_piece=True,
        weak_names=weak_names,
        spoken_threshold=spoken,
    )


def load_classifier(folder: Path) -> tuple[BertTokenClassifier, dict[int, str], float]:
    """Load the model in single precision on the CPU, its labels and its threshold."""
    settings = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    labels = {int(number): label for number, label in settings["id2label"].items()}
    config = BertConfig.read(folder / "config.json")
    model = BertTokenClassifier(config, len(labels), _weights(folder))
    return model.eval(), labels, settings["threshold"]


def _weights(folder: Path) -> dict[str, torch.Tensor]:
    """Return the weights of `mini` with the adapter in a folder merged into them."""
    encoder = {
        name: weight
        for name, weight in load_quantized(EMBEDDED / "mini" / "model.safetensors").items()
        # The adapter brings its own token types: they are case shapes.
        if name.startswith("bert.") and "token_type" not in name
    }
    settings = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))
    adapter = {
        name.removeprefix(_OF_PEFT): weight.float()
        for name, weight in load_file(folder / "adapter_model.safetensors").items()
    }
    return merged(encoder, adapter, settings["lora_alpha"] / settings["r"])


def merged(
    weights: dict[str, torch.Tensor], adapter: dict[str, torch.Tensor], scale: float
) -> dict[str, torch.Tensor]:
    """Merge a LoRA adapter into weights; its other tensors are added or replace those of a name.

    Source: Hu et al. 2022, LoRA.
    """
    both = dict(weights)
    for name, tensor in adapter.items():
        if name.endswith(_LORA_A):
            layer = name.removesuffix(_LORA_A)
            weight = f"{layer}.weight"
            both[weight] = weights[weight] + (adapter[layer + _LORA_B] @ tensor) * scale
        elif not name.endswith(_LORA_B):
            both[name] = tensor
    return both
