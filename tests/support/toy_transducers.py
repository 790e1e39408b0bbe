"""Transducers of a few numbers for tests of the search."""

import itertools

import torch
from torch import nn

from privtool.models.asr.transducer.model import Encoded, Transducer
from privtool.models.lm.incremental import State

WIDTH = 32  # of frames


class Frames(nn.Module):
    """An encoder that gives its features back."""

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

    def start(self, count: int, device: torch.device) -> tuple[torch.Tensor, State]:
        zeros = torch.zeros(count, self.width, device=device)
        start = torch.full((count,), self.embedding.num_embeddings - 1, device=device)
        return self.step(start, (zeros, zeros))

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        hidden, cell = self.cell(self.embedding(tokens), (state[0], state[1]))
        return hidden, (hidden, cell)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        prediction, state = self.start(len(tokens), tokens.device)
        found = [prediction]
        for place in range(tokens.shape[1]):
            prediction, state = self.step(tokens[:, place], state)
            found.append(prediction)
        return torch.stack(found, 1)


class Joiner(nn.Module):
    def __init__(self, width: int, tokens: int) -> None:
        super().__init__()
        self.from_frame = self.from_prediction = nn.Identity()
        self.output = nn.Linear(width, tokens + 1)

    def join(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        return self(frames, predictions)

    def forward(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.output(torch.tanh(frames + predictions))
        return found


def toy(tokens: int, seed: int = 0, blank: float = 3.0) -> Transducer:
    """A random transducer that is rather sure; `blank` is added to the score of the blank."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = Transducer(Frames(WIDTH), TinyLstm(tokens, WIDTH), Joiner(WIDTH, tokens), tokens)
        with torch.no_grad():
            model.joiner.output.weight *= 4.0  # type: ignore[attr-defined]
            model.joiner.output.bias[tokens] += blank  # type: ignore[attr-defined]
    return model.eval()


def clips(lengths: list[int], seed: int = 1) -> tuple[torch.Tensor, torch.Tensor]:
    """Random frames (clips, frames, WIDTH) and their lengths."""
    made = torch.Generator().manual_seed(seed)
    frames = torch.randn(len(lengths), max(lengths, default=0), WIDTH, generator=made)
    return frames, torch.tensor(lengths, dtype=torch.long)


class Counting(nn.Module):
    """A predictor that tells how many tokens were said."""

    width = 1

    def start(self, count: int, device: torch.device) -> tuple[torch.Tensor, State]:
        said = torch.zeros(count, 1, device=device)
        return said, (said,)

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        return state[0] + 1, (state[0] + 1,)


class Sure(nn.Module):
    """A joiner for frames that tell how many tokens must have been said by then."""

    def __init__(self, said: list[int], tokens: int) -> None:
        super().__init__()
        self.from_frame = self.from_prediction = nn.Identity()
        self.said, self.blank = torch.tensor([*said, tokens]), tokens

    def join(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        return self(frames, predictions)

    def forward(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        frames, predictions = torch.broadcast_tensors(frames, predictions)
        place = predictions[..., 0].long().clamp_max(len(self.said) - 1)
        lacking = predictions[..., 0] < frames[..., 0]
        token = torch.where(lacking, self.said[place], self.blank)
        return 20.0 * nn.functional.one_hot(token, self.blank + 1).float()


def sure(said: list[int], tokens: int) -> Transducer:
    """A transducer that says a sequence in the frames that ask for it."""
    return Transducer(Frames(1), Counting(), Sure(said, tokens), tokens).eval()


class TableLm:
    """A `PieceLm` of random numbers: a bigram; the state is (last token,)."""

    def __init__(self, tokens: int, seed: int = 5) -> None:
        made = torch.Generator().manual_seed(seed)
        self.table = torch.randn(tokens + 1, tokens + 1, generator=made).mul(2).log_softmax(1)

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        last = torch.full((count,), len(self.table) - 1)
        return self.table[last, :-1], (last,)

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        return self.table[tokens, :-1], (tokens,)

    def finish(self, state: State) -> torch.Tensor:
        return self.table[state[0], -1]

    def score(self, tokens: list[int]) -> float:
        """The log-probability of a whole sequence, its end included."""
        ids = [len(self.table) - 1, *tokens, len(self.table) - 1]
        return sum(self.table[a, b].item() for a, b in itertools.pairwise(ids))
