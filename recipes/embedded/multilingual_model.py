"""The model behind `multi-ner`: multilingual-e5-small with a head, its matrices rounded to 4 bits.

Training sees the matrices as they will be stored: they are rounded in the forward pass, and
gradients pass the rounding as if it were none (Bengio et al. 2013, the straight-through
estimator). The embeddings of pieces stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch.nn.utils import parametrize
from transformers import BertConfig, BertForTokenClassification

LABELS = (
    *("PERSON", "LOCATION", "ADDRESS", "ZIP", "ORGANIZATION", "DATE", "AGE", "MONEY", "MISC"),
    *("EMAIL", "PHONE", "URL", "ID", "NATIONAL_ID"),
)
BLOCK = 64  # weights of a matrix that share a scale
ZERO = 8  # the code of 0
_ORIGINAL = ".parametrizations.weight.original"


def configured(pieces: int, sizes: Mapping[str, int]) -> BertConfig:
    """Return the configuration of a tagger with so many pieces."""
    names = ["O", *(f"I-{label}" for label in LABELS)]
    return BertConfig(
        vocab_size=pieces,
        pad_token_id=1,
        id2label=dict(enumerate(names)),
        label2id={name: number for number, name in enumerate(names)},
        **sizes,
    )


def four_bits(weight: torch.Tensor, block: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the codes from 0 to 15 of each block, and its scale: the largest number gets 0."""
    blocks = weight.reshape(-1, block)
    highest, lowest = blocks.amax(1, keepdim=True), blocks.amin(1, keepdim=True)
    scales = torch.where(-lowest >= highest, lowest, highest) / -ZERO
    scales = torch.where(scales == 0, torch.ones_like(scales), scales)
    return (blocks / scales).round_().add_(ZERO).clamp_(0, 15), scales


class FourBits(torch.nn.Module):
    """Rounds a matrix as it is stored, once `on` is set for all."""

    on = False

    def forward(self, weight: torch.Tensor) -> torch.Tensor:
        """Return the rounded weights; their gradient is that of the weights."""
        if not FourBits.on:
            return weight
        codes, scales = four_bits(weight.detach(), BLOCK)
        rounded = codes.sub_(ZERO).mul_(scales).view(weight.shape)
        return weight + (rounded - weight.detach())


def read_model(folder: Path) -> BertForTokenClassification:
    """Return the model that training starts from, with a new head."""
    config = BertConfig.from_pretrained(folder)
    config._attn_implementation = "sdpa"
    model = BertForTokenClassification(config)
    model.load_state_dict(load_file(folder / "model.safetensors"), strict=False)
    model.bert.embeddings.requires_grad_(requires_grad=False)
    model.bert.embeddings.LayerNorm.requires_grad_(requires_grad=True)
    for layer in model.modules():
        if isinstance(layer, torch.nn.Linear):
            parametrize.register_parametrization(layer, "weight", FourBits())
    return model


def weights_of(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Return the weights by their names, before they are rounded."""
    state = model.state_dict().items()
    return {name.replace(_ORIGINAL, ".weight"): value.float() for name, value in state}
