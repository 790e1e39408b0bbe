"""The model behind `multi-ner`: that of Rampart with more labels, its weights rounded to 4 bits.

Weights are read from the graph of Rampart and written back into it. Training sees them as they will
be stored: matrices are rounded in the forward pass, and gradients pass the rounding as if it were
none (Bengio et al. 2013, the straight-through estimator). Embeddings stay as they are.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from torch.nn.utils import parametrize
from transformers import BertConfig, BertForTokenClassification

GRAPH = "onnx/model_q4.onnx"
MORE_LABELS = ("I-ORGANIZATION", "I-DATE", "I-AGE", "I-MONEY", "I-NRP")
_BLOCK, _ZERO = 32, 8  # weights that share a scale, and the code of 0
_CLASSIFIER = "classifier"
_RARE = -6.0  # the bias of a new label
Floats = NDArray[np.float32]


class FourBits(torch.nn.Module):
    """Rounds a matrix as it is stored."""

    def forward(self, weight: torch.Tensor) -> torch.Tensor:
        """Return the rounded weights; their gradient is that of the weights."""
        blocks = weight.detach().reshape(-1, _BLOCK)
        codes, scales = _codes(blocks)
        rounded = ((codes - _ZERO) * scales).reshape(weight.shape)
        return weight + (rounded - weight.detach())


def _codes(blocks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the codes from 0 to 15 of each block, and its scale: the largest number gets 0."""
    places = blocks.abs().argmax(dim=1, keepdim=True)
    scales = blocks.gather(1, places) / -_ZERO
    scales = torch.where(scales == 0, torch.ones_like(scales), scales)
    return (blocks / scales).round().add(_ZERO).clamp(0, 15), scales


def read_model(folder: Path) -> BertForTokenClassification:
    """Return Rampart with the new labels, which are rare at first."""
    config = BertConfig.from_pretrained(folder)
    old = len(config.id2label)
    names = [config.id2label[number] for number in range(old)] + list(MORE_LABELS)
    config.id2label = dict(enumerate(names))
    config.label2id = {name: number for number, name in enumerate(names)}
    config._attn_implementation = "sdpa"
    model = BertForTokenClassification(config)
    state = model.state_dict()
    for name, values in _stored(folder / GRAPH).items():
        if name.startswith(_CLASSIFIER):
            rest = (
                state[name][old:] * 0.1
                if values.ndim == 2
                else torch.full((len(MORE_LABELS),), _RARE)
            )
            values = np.concatenate([values, rest.numpy()])
        state[name] = torch.from_numpy(values.copy())
    model.load_state_dict(state)
    model.bert.embeddings.requires_grad_(requires_grad=False)
    model.bert.embeddings.LayerNorm.requires_grad_(requires_grad=True)
    for layer in model.modules():
        if isinstance(layer, torch.nn.Linear):
            parametrize.register_parametrization(layer, "weight", FourBits())
    return model


def _stored(file: Path) -> dict[str, Floats]:
    """Return the weights in a graph by the names that torch has for them."""
    graph = onnx.load(file).graph
    tensors = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    found = {}
    for name, values in tensors.items():
        if name.endswith("_quantized"):
            base = name.removesuffix("_quantized")
            shifted = values.astype(np.float32) - tensors[f"{base}_zero_point"].astype(np.float32)
            found[base] = shifted * tensors[f"{base}_scale"]
        elif values.dtype == np.float32 and values.ndim == 1 and "::" not in name:
            found[name] = values
    for node in graph.node:
        if node.op_type == "MatMulNBits":
            packed, scales = (tensors[name] for name in node.input[1:3])
            codes = np.stack([packed & 15, packed >> 4], axis=-1).reshape(*scales.shape, _BLOCK)
            weights = (codes.astype(np.float32) - _ZERO) * scales[..., None]
            found[_layer_of(node.name)] = weights.reshape(len(packed), -1)
    return found


def _layer_of(node: str) -> str:
    return node.strip("/").split("/MatMul")[0].replace("/", ".") + ".weight"


def write_model(model: BertForTokenClassification, start: Path, folder: Path) -> None:
    """Write the graph of `start` with the weights of the model, its tokenizer and its labels."""
    (folder / GRAPH).parent.mkdir(parents=True, exist_ok=True)
    made = onnx.load(start / GRAPH)
    state = {
        name.replace(".parametrizations.weight.original", ".weight"): value
        for name, value in model.state_dict().items()
    }
    tensors = {each.name: each for each in made.graph.initializer}
    for name, tensor in tensors.items():
        if name in state:
            tensor.CopyFrom(numpy_helper.from_array(state[name].numpy(), name))
    for node in made.graph.node:
        if node.op_type == "MatMulNBits":
            weight = state[_layer_of(node.name)]
            codes, scales = _codes(weight.reshape(-1, _BLOCK))
            whole = codes.numpy().astype(np.uint8).reshape(len(weight), -1, _BLOCK)
            packed = whole[..., 0::2] | (whole[..., 1::2] << 4)
            parts = packed, scales.numpy().reshape(len(weight), -1)
            for name, values in zip(node.input[1:3], parts, strict=True):
                tensors[name].CopyFrom(numpy_helper.from_array(values, name))
            if node.name.strip("/").startswith(_CLASSIFIER):
                node.attribute.remove(next(each for each in node.attribute if each.name == "N"))
                node.attribute.append(helper.make_attribute("N", len(weight)))
    made.graph.output[0].type.tensor_type.shape.dim[2].dim_value = len(model.config.id2label)
    onnx.save(made, folder / GRAPH)
    (folder / "tokenizer.json").write_bytes((start / "tokenizer.json").read_bytes())
    config = json.loads((start / "config.json").read_text(encoding="utf-8"))
    config["id2label"] = {str(n): name for n, name in model.config.id2label.items()}
    config["label2id"] = dict(sorted(model.config.label2id.items()))
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
