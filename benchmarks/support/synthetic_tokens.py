"""Synthetic tokens in noise, and a transducer that recognizes them with realistic scores.

Nothing is trained. Joiner and predictor have the sizes of a preset; the joiner's weights are set so
that a frame which ends a token makes it likely until it is emitted. The cost of a search depends on
the sizes and on the confidence, which `noise` sets.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn

from privtool.models.asr.checkpoint import SHAPES, new_transducer
from privtool.models.asr.transducer.model import DenseJoiner, Encoded, LstmPredictor, Transducer
from privtool.models.lm.incremental import State

_SHORTEST, _LONGEST = 3, 7  # frames of a token, of 40 ms each
_SURE, _BLANK = 55.0, 12.0
_ALIKE = 0.8  # of how tokens sound is that of others
FRAMES_A_SECOND = 25


class Spoken(NamedTuple):
    """Clips as an encoder would give them, and their tokens."""

    encoded: Encoded
    tokens: list[list[int]]


class Remembering(nn.Module):
    """A predictor that costs what one of LSTM layers does, and knows the last token."""

    table: torch.Tensor

    def __init__(self, inner: LstmPredictor, table: torch.Tensor) -> None:
        super().__init__()
        self.inner, self.width = inner, inner.width
        self.register_buffer("table", table)

    def start(self, count: int, device: torch.device) -> tuple[torch.Tensor, State]:
        prediction, state = self.inner.start(count, device)
        return prediction * 0, state

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        prediction, state = self.inner.step(tokens, state)
        return prediction * 0 + self.table[tokens], state

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        predictions: torch.Tensor = self.inner(tokens) * 0
        predictions[:, 1:] += self.table[tokens]
        return predictions


def speaking(preset: str, tokens: int, seed: int) -> tuple[Transducer, torch.Tensor]:
    """A transducer with predictor and joiner of a preset, and how its tokens sound."""
    model = new_transducer(SHAPES[preset], tokens, seed).eval()
    draws = torch.Generator().manual_seed(seed)
    joiner, width = model.joiner, SHAPES[preset].output
    assert isinstance(joiner, DenseJoiner)
    assert isinstance(model.predictor, LstmPredictor)
    sounds = torch.randn(tokens, width, generator=draws)
    for token in range(1, tokens, 2):  # pairs sound alike
        sounds[token] = _ALIKE * sounds[token - 1] + (1 - _ALIKE**2) ** 0.5 * sounds[token]
    with torch.no_grad():
        joiner.from_frame.weight.copy_(torch.eye(width))
        joiner.from_frame.bias.zero_()
        joiner.from_prediction.weight.copy_(torch.eye(width))
        joiner.output.weight[:-1] = _SURE * sounds.tanh() / width
        joiner.output.weight[-1] = 0
        joiner.output.bias.zero_()
        joiner.output.bias[-1] = _BLANK
    model.predictor = Remembering(model.predictor, -sounds)
    return model, sounds


def spoken(sounds: torch.Tensor, clips: int, frames: int, noise: float, seed: int) -> Spoken:
    """Return clips of random tokens, none twice in a row."""
    draws = torch.Generator().manual_seed(seed)
    encoded = noise * torch.randn(clips, frames, sounds.shape[1], generator=draws)
    tokens: list[list[int]] = []
    for clip in range(clips):
        emitted, frame = [-1], 0
        while True:
            frame += int(torch.randint(_SHORTEST, _LONGEST, (1,), generator=draws))
            token = int(torch.randint(len(sounds), (1,), generator=draws))
            if frame >= frames:
                break
            if token != emitted[-1]:
                encoded[clip, frame] += sounds[token]
                emitted.append(token)
        tokens.append(emitted[1:])
    return Spoken(Encoded(encoded, torch.full((clips,), frames)), tokens)
