"""An LSTM language model, as a model of transformers saved with safetensors.

Source: Ma 2022, section 4.1: embeddings of 300, two layers of 1,500. The output layer shares its
weights with the embeddings (after a projection to their size); otherwise it would have twice as
many weights as all the rest.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.utils.rnn import pack_sequence, unpack_sequence
from transformers import AutoConfig, AutoModelForCausalLM, PretrainedConfig, PreTrainedModel
from transformers.modeling_outputs import CausalLMOutput

from privtool.models.catalog import LSTM_LM


class LstmLmConfig(PretrainedConfig):  # type: ignore[misc]
    """The sizes of an LSTM language model."""

    model_type = LSTM_LM

    def __init__(
        self,
        vocab_size: int = 1000,
        embedding_size: int = 300,
        hidden_size: int = 1500,
        num_hidden_layers: int = 2,
        dropout: float = 0.1,
        **others: Any,
    ) -> None:
        self.vocab_size, self.embedding_size = vocab_size, embedding_size
        self.hidden_size, self.num_hidden_layers = hidden_size, num_hidden_layers
        self.dropout = dropout
        # The default of transformers 4; since 5, weights are shared only if this says so.
        super().__init__(**{"tie_word_embeddings": True, **others})


class LstmBody(torch.nn.Module):
    """Maps ids (texts, length) to inputs of the output layer (texts, length, embedding)."""

    def __init__(self, config: LstmLmConfig) -> None:
        super().__init__()
        self.embeddings = torch.nn.Embedding(config.vocab_size, config.embedding_size)
        between = config.dropout if config.num_hidden_layers > 1 else 0.0
        self.lstm = torch.nn.LSTM(
            config.embedding_size,
            config.hidden_size,
            config.num_hidden_layers,
            batch_first=True,
            dropout=between,
        )
        self.dropout = torch.nn.Dropout(config.dropout)
        self.projection = torch.nn.Linear(config.hidden_size, config.embedding_size)

    def forward(
        self, input_ids: torch.Tensor, position_ids: torch.Tensor | None = None, **_: Any
    ) -> tuple[torch.Tensor]:
        """Return a tuple; a new text starts wherever `position_ids` (texts, length) are 0."""
        hidden = self.dropout(self.embeddings(input_ids))
        if position_ids is None:
            hidden = self.lstm(hidden)[0]
        else:
            starts = (position_ids.flatten() == 0).nonzero()[:, 0]
            bounds = torch.cat((starts, starts.new_tensor([position_ids.numel()])))
            texts = list(torch.split(hidden.flatten(0, 1), bounds.diff().tolist()))
            packed, _ = self.lstm(pack_sequence(texts, enforce_sorted=False))
            hidden = torch.cat(unpack_sequence(packed)).view(*position_ids.shape, -1)
        return (self.projection(self.dropout(hidden)),)


class LstmLm(PreTrainedModel):  # type: ignore[misc]
    """An `LstmBody`, and an output layer that shares its weights with the embeddings."""

    config_class = LstmLmConfig
    base_model_prefix = "body"
    # transformers 4 reads the keys alone.
    _tied_weights_keys = {"lm_head.weight": "body.embeddings.weight"}  # noqa: RUF012

    def __init__(self, config: LstmLmConfig) -> None:
        super().__init__(config)
        self.body = LstmBody(config)
        self.lm_head = torch.nn.Linear(config.embedding_size, config.vocab_size, bias=False)
        self.post_init()

    def get_input_embeddings(self) -> torch.nn.Module:
        """Return the embeddings, which resizing replaces."""
        return self.body.embeddings

    def set_input_embeddings(self, value: torch.nn.Embedding) -> None:
        self.body.embeddings = value

    def _init_weights(self, module: torch.nn.Module) -> None:
        if isinstance(module, torch.nn.Embedding | torch.nn.Linear):
            torch.nn.init.normal_(module.weight, std=0.05)
        if isinstance(module, torch.nn.Linear) and module.bias is not None:
            torch.nn.init.zeros_(module.bias)

    def forward(self, input_ids: torch.Tensor, **_: Any) -> CausalLMOutput:
        """Return logits (texts, length, words)."""
        return CausalLMOutput(logits=self.lm_head(self.body(input_ids)[0]))


AutoConfig.register(LstmLmConfig.model_type, LstmLmConfig, exist_ok=True)
AutoModelForCausalLM.register(LstmLmConfig, LstmLm, exist_ok=True)
