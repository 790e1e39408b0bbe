"""A transducer (Graves 2012): an encoder of frames, a predictor of tokens, and a joiner.

The blank is the last token, so that all others keep their ids of the tokenizer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import torch
from torch import nn

from privtool.models.lm.incremental import State

CONFORMER, EMFORMER = "conformer", "emformer"
LSTM, ATTENTION = "lstm", "attention"
_BYTES = 8  # in a random number


class TransducerShape(NamedTuple):
    """All sizes of a transducer; those of another kind of encoder or predictor are zero.

    Encoder blocks have `layers`, `width`, `heads` and `feed_forward`; `kernel` is the conformer's
    convolution, `channels` the subsampling's. The Emformer has `segment`, `left` and `right`, in
    frames of the encoder. `output` is the width of frames, predictions, attention in
    the predictor and the joiner. `predictor_width` is the width of the LSTM predictor's embeddings
    and layers, `context` the number of tokens that the attention predictor sees.
    """

    encoder: str
    layers: int
    width: int
    heads: int
    feed_forward: int
    output: int
    kernel: int = 0
    channels: int = 0
    segment: int = 0
    left: int = 0
    right: int = 0
    predictor: str = LSTM
    predictor_layers: int = 1
    predictor_width: int = 256
    predictor_heads: int = 0
    context: int = 0
    dropout: float = 0.1
    ctc: bool = True


class Encoded(NamedTuple):
    """Encoded clips: `frames` (clips, frames, width), `lengths` (clips)."""

    frames: torch.Tensor
    lengths: torch.Tensor


def length_mask(lengths: torch.Tensor, frames: int) -> torch.Tensor:
    """Return a boolean mask (clips, frames): True inside a clip, False in padding."""
    return torch.arange(frames, device=lengths.device) < lengths[:, None]


class FeatureScaling(nn.Module):
    """Normalization by the mean and standard deviation of the training set."""

    mean: torch.Tensor
    deviation: torch.Tensor  # the name in saved weights

    def __init__(self, count: int) -> None:
        """Start as the identity; see `set_statistics`."""
        super().__init__()
        self.register_buffer("mean", torch.zeros(count))
        self.register_buffer("deviation", torch.ones(count))

    def set_statistics(self, mean: torch.Tensor, std: torch.Tensor) -> None:
        """Set mean and standard deviation (count), floored so that a constant band stays small."""
        self.mean.copy_(mean)
        self.deviation.copy_(std.clamp_min(1e-3))

    def forward(self, features: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """Return normalized features (clips, frames, count), with zeros in padding."""
        scaled = (features - self.mean) / self.deviation
        return scaled.masked_fill(~length_mask(lengths, features.shape[1])[:, :, None], 0)


class Encoder(Protocol):
    """Maps features to frames. The frames of a clip must not depend on the rest of its batch."""

    width: int  # of a frame
    scaling: FeatureScaling

    def __call__(self, features: torch.Tensor, lengths: torch.Tensor) -> Encoded:
        """Encode features (clips, frames, features); what follows `lengths` is padding."""


class Predictor(Protocol):
    """A language model of tokens. `step` over a sequence equals one call on all of it."""

    width: int  # of a prediction

    def start(self, count: int, device: torch.device) -> tuple[torch.Tensor, State]:
        """Return predictions (count, width) before the first token, and the state there."""

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """Return predictions after one more token each, and the state; rows are independent."""

    def __call__(self, tokens: torch.Tensor) -> torch.Tensor:
        """Return predictions (rows, tokens + 1, width) before each token and after the last."""


Layer = Callable[[torch.Tensor], torch.Tensor]


class Transducer(nn.Module):
    """Encoder, predictor, joiner and, if any, a linear CTC layer; `tokens` excludes the blank."""

    def __init__(
        self, encoder: Any, predictor: Any, joiner: Any, tokens: int, ctc: nn.Linear | None = None
    ) -> None:
        """Each part is a module with the methods of its type below."""
        super().__init__()
        self.encoder: Encoder = encoder
        self.predictor: Predictor = predictor
        self.joiner: DenseJoiner = joiner
        self.ctc = ctc
        self.tokens = tokens

    @property
    def blank(self) -> int:
        return self.tokens


class Dropout(nn.Module):
    """Zeroes elements with probability `p` in training and scales up the rest.

    On a CPU `p` is rounded to a multiple of 1/256; elsewhere this is torch's own dropout.
    """

    def __init__(self, p: float) -> None:
        """Raise `ValueError` unless 0 <= p < 1."""
        super().__init__()
        if not 0 <= p < 1:
            raise ValueError("the dropout probability must be at least 0 and less than 1")
        self.p = p
        self._threshold = min(255, round(p * 256))

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """Return a tensor of the same shape."""
        if not self.training or not self._threshold:
            return hidden
        if hidden.device.type != "cpu":
            return nn.functional.dropout(hidden, self.p)
        count = hidden.numel()
        drawn = torch.empty(-(-count // _BYTES), dtype=torch.int64).random_(-(1 << 63), None)
        kept = drawn.view(torch.uint8)[:count].view(hidden.shape) >= self._threshold
        return hidden * (kept * (256 / (256 - self._threshold))).to(hidden.dtype)


class LstmPredictor(nn.Module):
    """Embeddings, LSTM layers, and a dense layer with layer norm: a `Predictor`.

    Source: the predictor of torchaudio's Emformer transducer; Vats 2023 and Ma 2022 only say
    "LSTM".
    """

    def __init__(self, shape: TransducerShape, tokens: int) -> None:
        super().__init__()
        self.width = shape.output
        width, layers = shape.predictor_width, shape.predictor_layers
        self.embedding = nn.Embedding(tokens + 1, width)  # the last one is the start symbol
        between = shape.dropout if layers > 1 else 0.0
        self.lstm = nn.LSTM(width, width, layers, batch_first=True, dropout=between)
        self.dropout = Dropout(shape.dropout)
        self.output = nn.Sequential(nn.Linear(width, self.width), nn.LayerNorm(self.width))

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        embedded = self.dropout(self.embedding(_with_start(tokens, self.embedding)))
        # Many CPUs have no LSTM in bfloat16.
        with torch.autocast("cpu", enabled=False):
            hidden, _ = self.lstm(embedded)
        return self.output(self.dropout(hidden))  # type: ignore[no-any-return]

    def start(self, count: int, device: torch.device) -> tuple[torch.Tensor, State]:
        zeros = torch.zeros(count, self.lstm.num_layers, self.lstm.hidden_size, device=device)
        start = torch.full((count,), self.embedding.num_embeddings - 1, device=device)
        return self.step(start, (zeros, zeros))

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """See `Predictor`; the state is two tensors (hypotheses, layers, hidden)."""
        value = self.dropout(self.embedding(tokens))
        hidden, cells = [], []
        for layer, (w_ih, w_hh, b_ih, b_hh) in enumerate(self.lstm.all_weights):
            gates = nn.functional.linear(value, w_ih, b_ih) + nn.functional.linear(
                state[0][:, layer], w_hh, b_hh
            )
            in_gate, forget_gate, new, out_gate = gates.chunk(4, dim=1)
            cell = forget_gate.sigmoid() * state[1][:, layer] + in_gate.sigmoid() * new.tanh()
            value = out_gate.sigmoid() * cell.tanh()
            hidden.append(value)
            cells.append(cell)
        state = (torch.stack(hidden, 1), torch.stack(cells, 1))
        return self.output(self.dropout(value)), state


class AttentionPredictor(nn.Module):
    """Self-attention to the last tokens, then three dense layers: a `Predictor`.

    Source: Flechl 2022, section 4.2. Attention sees `context` tokens, the start symbol included,
    with a learned bias per head for each distance (Raffel 2020). So the size of the state does
    not grow with the hypothesis.
    """

    def __init__(self, shape: TransducerShape, tokens: int) -> None:
        """Raise `ValueError` unless the width is a multiple of the number of heads."""
        super().__init__()
        width, dropout = shape.output, shape.dropout
        self.width, self.heads, self.context = width, shape.predictor_heads, shape.context
        if width % self.heads:
            raise ValueError("the width must be a multiple of the number of heads")
        self.embedding = nn.Embedding(tokens + 1, width)  # the last one is the start symbol
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, 3 * width)
        self.outer = nn.Linear(width, width)
        self.distance = nn.Parameter(torch.zeros(self.heads, self.context))
        self.dropout = Dropout(dropout)
        self.dense = nn.ModuleList(
            nn.Sequential(nn.Linear(width, width), nn.SiLU(), Dropout(dropout)) for _ in range(3)
        )
        self.last = nn.LayerNorm(width)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        ids = _with_start(tokens, self.embedding)
        positions = torch.arange(ids.shape[1], device=tokens.device)
        distance = positions[:, None] - positions
        visible = (distance >= 0) & (distance < self.context)
        bias = self.distance[:, distance.clamp(0, self.context - 1)]
        return self._predict(ids, bias.masked_fill(~visible, -torch.inf)[None])

    def start(self, count: int, device: torch.device) -> tuple[torch.Tensor, State]:
        start = torch.full((count,), self.embedding.num_embeddings - 1, device=device)
        return self.step(start, (torch.full((count, self.context), -1, device=device),))

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """See `Predictor`; the state is the last tokens (hypotheses, context), -1 for none."""
        window = torch.cat((state[0][:, 1:], tokens[:, None]), dim=1)
        distance = torch.arange(self.context - 1, -1, -1, device=tokens.device)
        bias = self.distance[None, :, None, distance]
        bias = bias.masked_fill((window < 0)[:, None, None, :], -torch.inf)
        return self._predict(window.clamp_min(0), bias, last=True)[:, 0], (window,)

    def _predict(self, ids: torch.Tensor, bias: torch.Tensor, last: bool = False) -> torch.Tensor:
        """Return predictions (rows, positions, width) after each id, or after the last one only."""
        hidden = self.dropout(self.embedding(ids))
        rows, positions, width = hidden.shape
        size = width // self.heads
        parts = self.inner(self.norm(hidden)).view(rows, positions, 3, self.heads, size)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        if last:
            query, hidden = query[:, :, -1:], hidden[:, -1:]
        bias = bias.to(query.dtype)
        context = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        context = context.transpose(1, 2).flatten(2)
        hidden = hidden + self.dropout(self.outer(context))
        for layer in self.dense:
            hidden = hidden + layer(hidden)
        return self.last(hidden)  # type: ignore[no-any-return]


def _with_start(tokens: torch.Tensor, embedding: nn.Embedding) -> torch.Tensor:
    start = tokens.new_full((len(tokens), 1), embedding.num_embeddings - 1)
    return torch.cat((start, tokens), dim=1)


class DenseJoiner(nn.Module):
    """Frame and prediction concatenated, then two dense layers.

    Source: Flechl 2022, section 4.2. Each half of the first layer is applied to its own part and
    the results are added: the same as a layer on the concatenation, but computed once per frame
    and once per prediction instead of once per pair. So is dropout.
    """

    def __init__(self, tokens: int, width: int, dropout: float) -> None:
        """`width` is the width of frames and of predictions."""
        super().__init__()
        self.from_frame = nn.Linear(width, width)
        self.from_prediction = nn.Linear(width, width, bias=False)
        self.dropout = Dropout(dropout)
        self.output = nn.Linear(width, tokens + 1)

    def forward(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        """Return unnormalized scores (..., tokens + 1); the inputs are broadcast.

        In evaluation mode that is `join(from_frame(frames), from_prediction(predictions))`.
        """
        projected = self.from_frame(self.dropout(frames))
        return self.join(projected, self.from_prediction(self.dropout(predictions)))

    def join(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        return self.output((frames + predictions).tanh())  # type: ignore[no-any-return]
