"""`mini-ner` in torch: the encoder of `mini` with its adapter merged, and a tagging head."""

from __future__ import annotations

import json
from pathlib import Path

import torch
from safetensors.torch import load_file

from privtool.models.bert import BertConfig, BertTokenClassifier
from privtool.models.runtime.weights import load_quantized

_OF_PEFT = "base_model.model."
_LORA_A, _LORA_B = ".lora_A.weight", ".lora_B.weight"


def load_classifier(folder: Path) -> BertTokenClassifier:
    """Load the model in single precision on the CPU."""
    settings = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config = BertConfig.read(folder / "config.json")
    return BertTokenClassifier(config, len(settings["id2label"]), _weights(folder)).eval()


def _weights(folder: Path) -> dict[str, torch.Tensor]:
    """Return the weights of `mini` with the adapter in a folder merged into them."""
    encoder = {
        name: weight
        for name, weight in load_quantized(folder.with_name("mini") / "model.safetensors").items()
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
