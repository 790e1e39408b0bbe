"""BERT in plain torch, with a masked-LM head or a token classifier, for the embedded models.

transformers takes seconds to import. Modules, configuration and outputs have its names, so that
weights load by name and both implementations can be called alike. Source: Devlin et al. 2019, BERT.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention


class BertConfig(NamedTuple):
    """The shape of an encoder."""

    vocab_size: int
    hidden_size: int
    num_hidden_layers: int
    num_attention_heads: int
    intermediate_size: int
    max_position_embeddings: int
    type_vocab_size: int
    layer_norm_eps: float
    pad_token_id: int
    model_type: str = "bert"
    is_decoder: bool = False

    @classmethod
    def read(cls, file: Path) -> BertConfig:
        """Read a `config.json`; other keys are ignored."""
        settings = json.loads(file.read_text(encoding="utf-8"))
        return cls(**{name: settings[name] for name in cls._fields if name in settings})


class EncoderOutput(NamedTuple):
    """Hidden states: (rows, length, width)."""

    last_hidden_state: torch.Tensor


class HeadOutput(NamedTuple):
    """Scores before the softmax: (rows, length, tokens or labels)."""

    logits: torch.Tensor


class _Linear(nn.Linear):
    def reset_parameters(self) -> None:
        """Skip random weights, which take long and would be replaced."""


class _Embedding(nn.Embedding):
    def reset_parameters(self) -> None:
        """Skip them here too."""


class _Embeddings(nn.Module):
    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        width = config.hidden_size
        self.word_embeddings = _Embedding(config.vocab_size, width)
        self.position_embeddings = _Embedding(config.max_position_embeddings, width)
        self.token_type_embeddings = _Embedding(config.type_vocab_size, width)
        self.LayerNorm = nn.LayerNorm(width, eps=config.layer_norm_eps)

    def forward(self, ids: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        embedded = self.word_embeddings(ids) + self.token_type_embeddings(types)
        embedded += self.position_embeddings.weight[: ids.shape[1]]
        normalized: torch.Tensor = self.LayerNorm(embedded)
        return normalized


class _SelfAttention(nn.Module):
    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        width = config.hidden_size
        self.num_attention_heads = config.num_attention_heads
        self.query = _Linear(width, width)
        self.key = _Linear(width, width)
        self.value = _Linear(width, width)

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        query, key, value = (
            layer(hidden).unflatten(-1, (self.num_attention_heads, -1)).transpose(1, 2)
            for layer in (self.query, self.key, self.value)
        )
        attended = scaled_dot_product_attention(query, key, value, attn_mask=mask)
        return attended.transpose(1, 2).flatten(2)


class _ResidualOutput(nn.Module):
    """The last dense layer of a block, the residual connection and layer norm."""

    def __init__(self, inputs: int, config: BertConfig) -> None:
        super().__init__()
        self.dense = _Linear(inputs, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden: torch.Tensor, block_input: torch.Tensor) -> torch.Tensor:
        normalized: torch.Tensor = self.LayerNorm(self.dense(hidden) + block_input)
        return normalized


class _Attention(nn.Module):
    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.self = _SelfAttention(config)
        self.output = _ResidualOutput(config.hidden_size, config)

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        states: torch.Tensor = self.output(self.self(hidden, mask), hidden)
        return states


def _dense(inputs: int, outputs: int) -> OrderedDict[str, nn.Module]:
    return OrderedDict(dense=_Linear(inputs, outputs), activation=nn.GELU())


class _Layer(nn.Module):
    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.attention = _Attention(config)
        self.intermediate = nn.Sequential(_dense(config.hidden_size, config.intermediate_size))
        self.output = _ResidualOutput(config.intermediate_size, config)

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        attended = self.attention(hidden, mask)
        states: torch.Tensor = self.output(self.intermediate(attended), attended)
        return states


class _Layers(nn.Module):
    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.layer = nn.ModuleList(_Layer(config) for _ in range(config.num_hidden_layers))

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        for layer in self.layer:
            hidden = layer(hidden, mask)
        return hidden


class BertEncoder(nn.Module):
    """Embeddings and layers."""

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = _Embeddings(config)
        self.encoder = _Layers(config)

    def forward(
        self,
        input_ids: torch.Tensor,
        attention_mask: torch.Tensor,
        token_type_ids: torch.Tensor | None = None,
    ) -> EncoderOutput:
        """Encode token ids (rows, length); `attention_mask` is 0 at padding."""
        types = torch.zeros_like(input_ids) if token_type_ids is None else token_type_ids
        hidden = self.embeddings(input_ids, types)
        return EncoderOutput(self.encoder(hidden, attention_mask[:, None, None].bool()))


class _BertWithHead(nn.Module):
    base_model_prefix = "bert"

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.config = config
        self.bert = BertEncoder(config)

    @property
    def device(self) -> torch.device:
        return self.bert.embeddings.word_embeddings.weight.device


class BertMaskedLM(_BertWithHead):
    """A masked language model."""

    def __init__(self, config: BertConfig, weights: Mapping[str, torch.Tensor]) -> None:
        """Take over weights without the decoder; raise `RuntimeError` if their names differ."""
        super().__init__(config)
        width = config.hidden_size
        transform = _dense(width, width)
        transform["LayerNorm"] = nn.LayerNorm(width, eps=config.layer_norm_eps)
        decoder = _Linear(width, config.vocab_size)
        predictions = OrderedDict(transform=nn.Sequential(transform), decoder=decoder)
        self.cls = nn.ModuleDict({"predictions": nn.Sequential(predictions)})
        all_weights = with_decoder(weights)
        del all_weights["cls.predictions.bias"]
        self.load_state_dict(all_weights, assign=True)
        decoder.weight = self.bert.embeddings.word_embeddings.weight

    def get_output_embeddings(self) -> nn.Module:
        """Return the layer that scores tokens."""
        return self.cls.get_submodule("predictions.decoder")

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> HeadOutput:
        """Score all tokens at all positions."""
        hidden = self.bert(input_ids, attention_mask).last_hidden_state
        return HeadOutput(self.cls["predictions"](hidden))


class BertTokenClassifier(_BertWithHead):
    """A model that labels tokens."""

    def __init__(
        self, config: BertConfig, labels: int, weights: Mapping[str, torch.Tensor]
    ) -> None:
        """Take over weights; raise `RuntimeError` if their names differ."""
        super().__init__(config)
        self.classifier = _Linear(config.hidden_size, labels)
        self.load_state_dict(weights, assign=True)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> HeadOutput:
        """Score all labels at all positions."""
        hidden = self.bert(input_ids, attention_mask, token_type_ids).last_hidden_state
        return HeadOutput(self.classifier(hidden))


def with_decoder(weights: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Add the decoder of a masked LM: it shares the token embeddings and is not stored."""
    return {
        **weights,
        "cls.predictions.decoder.weight": weights["bert.embeddings.word_embeddings.weight"],
        "cls.predictions.decoder.bias": weights["cls.predictions.bias"],
    }
