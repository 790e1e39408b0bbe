"""Prediction networks: what tokens come next, by those that came before."""

from __future__ import annotations

import torch
from torch import nn

from privtool.models.asr.transducer.dropout import Dropout
from privtool.models.lm.incremental import State


class LstmPredictor(nn.Module):
    """Embeddings, LSTM layers, and a dense layer with a norm: a `Predictor`.

    Source: the predictor of torchaudio's Emformer transducer; Vats 2023 and Ma 2022 say no more
    than LSTM.
    """

    def __init__(
        self, tokens: int, *, embedding: int, hidden: int, layers: int, output: int, dropout: float
    ) -> None:
        """`output` is the width of a prediction."""
        super().__init__()
        self.width = output
        self.embedding = nn.Embedding(tokens + 1, embedding)  # the last stands before the first
        between = dropout if layers > 1 else 0.0
        self.lstm = nn.LSTM(embedding, hidden, layers, batch_first=True, dropout=between)
        self.dropout = Dropout(dropout)
        self.output = nn.Sequential(nn.Linear(hidden, output), nn.LayerNorm(output))

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """As `Predictor` says."""
        embedded = self.dropout(self.embedding(_with_start(tokens, self.embedding)))
        # Many a CPU has no LSTM in bfloat16; a GPU computes it as it is asked to.
        with torch.autocast("cpu", enabled=False):
            hidden, _ = self.lstm(embedded)
        return self.output(self.dropout(hidden))  # type: ignore[no-any-return]

    def first(self, count: int, device: torch.device) -> tuple[torch.Tensor, State]:
        """As `Predictor` says."""
        nothing = torch.zeros(count, self.lstm.num_layers, self.lstm.hidden_size, device=device)
        start = torch.full((count,), self.embedding.num_embeddings - 1, device=device)
        return self.step(start, (nothing, nothing))

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """As `Predictor` says; the state is (hypotheses, layers, hidden) twice."""
        value = self.dropout(self.embedding(tokens))
        hidden, cells = [], []
        for layer, (weight, recurrent, bias, other) in enumerate(self.lstm.all_weights):
            if layer:
                value = self.lstm_dropout(value)
            gates = nn.functional.linear(value, weight, bias) + nn.functional.linear(
                state[0][:, layer], recurrent, other
            )
            into, kept, new, out = gates.chunk(4, dim=1)
            cell = kept.sigmoid() * state[1][:, layer] + into.sigmoid() * new.tanh()
            value = out.sigmoid() * cell.tanh()
            hidden.append(value)
            cells.append(cell)
        state = (torch.stack(hidden, 1), torch.stack(cells, 1))
        return self.output(self.dropout(value)), state

    def lstm_dropout(self, value: torch.Tensor) -> torch.Tensor:
        """What `nn.LSTM` does between its layers."""
        return nn.functional.dropout(value, self.lstm.dropout, self.training)


class AttentionPredictor(nn.Module):
    """Self-attention to the last tokens, then three dense layers: a `Predictor`.

    Source: Flechl 2022, section 4.2. Attention sees `context` tokens, the start of the clip among
    them, and how far back each is (a learned number for each head, Raffel 2020): so the state is
    as large for the hundredth token as for the first.
    """

    def __init__(
        self, tokens: int, *, width: int, heads: int, context: int, output: int, dropout: float
    ) -> None:
        """`output` is the width of a prediction and of the dense layers."""
        super().__init__()
        if width % heads:
            raise ValueError("the width is no multiple of the heads")
        self.width, self.heads, self.context = output, heads, context
        self.embedding = nn.Embedding(tokens + 1, width)  # the last stands before the first
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, 3 * width)
        self.outer = nn.Linear(width, width)
        self.distance = nn.Parameter(torch.zeros(heads, context))
        self.dropout = Dropout(dropout)
        self.dense = nn.ModuleList(
            nn.Sequential(nn.Linear(before, output), nn.SiLU(), Dropout(dropout))
            for before in (width, output, output)
        )
        self.last = nn.LayerNorm(output)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """As `Predictor` says."""
        started = _with_start(tokens, self.embedding)
        places = torch.arange(started.shape[1], device=tokens.device)
        back = places[:, None] - places
        seen = (back >= 0) & (back < self.context)
        bias = self.distance[:, back.clamp(0, self.context - 1)]
        return self._predicted(started, bias.masked_fill(~seen, -torch.inf)[None])

    def first(self, count: int, device: torch.device) -> tuple[torch.Tensor, State]:
        """As `Predictor` says."""
        start = torch.full((count,), self.embedding.num_embeddings - 1, device=device)
        return self.step(start, (torch.full((count, self.context), -1, device=device),))

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """As `Predictor` says; the state is (hypotheses, context), the last tokens, -1 for none."""
        window = torch.cat((state[0][:, 1:], tokens[:, None]), dim=1)
        back = torch.arange(self.context - 1, -1, -1, device=tokens.device)
        bias = self.distance[None, :, None, back]
        bias = bias.masked_fill((window < 0)[:, None, None, :], -torch.inf)
        return self._predicted(window.clamp_min(0), bias, last=True)[:, 0], (window,)

    def _predicted(self, ids: torch.Tensor, bias: torch.Tensor, last: bool = False) -> torch.Tensor:
        """Predictions (rows, places, width) after each id, or after the last one only."""
        hidden = self.dropout(self.embedding(ids))
        rows, places, width = hidden.shape
        size = width // self.heads
        parts = self.inner(self.norm(hidden)).view(rows, places, 3, self.heads, size)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        if last:
            query, hidden = query[:, :, -1:], hidden[:, -1:]
        bias = bias.to(query.dtype)
        seen = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        seen = seen.transpose(1, 2).flatten(2)
        hidden = hidden + self.dropout(self.outer(seen))
        for number, layer in enumerate(self.dense):
            # Around each but a first one that changes the width.
            added = layer(hidden)
            hidden = hidden + added if number or width == self.width else added
        return self.last(hidden)  # type: ignore[no-any-return]


def _with_start(tokens: torch.Tensor, embedding: nn.Embedding) -> torch.Tensor:
    start = tokens.new_full((len(tokens), 1), embedding.num_embeddings - 1)
    return torch.cat((start, tokens), dim=1)
