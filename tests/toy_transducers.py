"""Transducers of a few numbers for tests of the search."""

from __future__ import annotations

import torch
from torch import nn

from privtool.models.transducer import Encoded, State, Transducer


class Frames(nn.Module):
    """An encoder that gives its features back."""

    hop = 1

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width

    def forward(self, features: torch.Tensor, lengths: torch.Tensor) -> Encoded:
        return Encoded(features, lengths)


class TinyLstm(nn.Module):
    """A predictor: embedding and LSTM cell; the state is (hidden, cell)."""

    def __init__(self, tokens: int, width: int) -> None:
        super().__init__()
        self.width = width
        self.embedding = nn.Embedding(tokens + 1, width)
        self.cell = nn.LSTMCell(width, width)

    def first(self, count: int, device: torch.device) -> tuple[torch.Tensor, State]:
        zeros = torch.zeros(count, self.width, device=device)
        start = torch.full((count,), self.embedding.num_embeddings - 1, device=device)
        return self.step(start, (zeros, zeros))

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        hidden, cell = self.cell(self.embedding(tokens), (state[0], state[1]))
        return hidden, (hidden, cell)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        prediction, state = self.first(len(tokens), tokens.device)
        found = [prediction]
        for place in range(tokens.shape[1]):
            prediction, state = self.step(tokens[:, place], state)
            found.append(prediction)
        return torch.stack(found, 1)


class Joiner(nn.Module):
    def __init__(self, width: int, tokens: int) -> None:
        super().__init__()
        self.output = nn.Linear(width, tokens + 1)

    def forward(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.output(torch.tanh(frames + predictions))
        return found


def toy(
    tokens: int, width: int = 32, seed: int = 0, sharp: float = 4.0, blank: float = 3.0
) -> Transducer:
    """A random transducer over frames of `width`; the larger `sharp`, the surer it is.

    `blank` is added to the score of the blank.
    """
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = Transducer(Frames(width), TinyLstm(tokens, width), Joiner(width, tokens), tokens)
        with torch.no_grad():
            model.joiner.output.weight *= sharp  # type: ignore[attr-defined]
            model.joiner.output.bias[tokens] += blank  # type: ignore[attr-defined]
    return model.eval()


def clips(lengths: list[int], width: int = 32, seed: int = 1) -> tuple[torch.Tensor, torch.Tensor]:
    """Random frames (clips, frames, width) and their lengths."""
    made = torch.Generator().manual_seed(seed)
    frames = torch.randn(len(lengths), max(lengths, default=0), width, generator=made)
    return frames, torch.tensor(lengths, dtype=torch.long)
