"""Greedy search of a transducer, for many clips at once.

`greedy_tokens` is for measuring during training; `greedy_paths` also gives times and scores.
"""

from __future__ import annotations

from typing import NamedTuple

import torch

from privtool.models.asr.transducer.model import Encoded, Layer, Transducer
from privtool.models.lm.incremental import State
from privtool.models.runtime.numerics import ROWS, Tensors, batch_invariant_many

MAX_SYMBOLS = 8  # tokens per frame
_LOOKAHEAD = 8  # frames that are scored with the same prediction
_CLIPS = 8


class TokenPath(NamedTuple):
    """Tokens, their frames, a natural log-probability, and the weighted language model's share."""

    tokens: list[int]
    frames: list[int]
    score: float
    lm_score: float = 0.0


@torch.inference_mode()
def greedy_tokens(
    model: Transducer, features: torch.Tensor, lengths: torch.Tensor
) -> list[list[int]]:
    """Return the tokens of padded clips (clips, frames, features) by an evaluating model."""
    return [path.tokens for path in greedy_paths(model, model.encoder(features, lengths))]


def start_predictor(
    model: Transducer, count: int, device: torch.device, layer: Layer | None = None
) -> tuple[torch.Tensor, State]:
    """Return predictions (count, width) before the first token, and the state there.

    They are bit-identical for all hypotheses, whatever their number. The caller may change them.
    `layer` is applied to predictions.
    """
    prediction, state = model.predictor.start(ROWS, device)
    if layer is not None:
        prediction = layer(prediction)
    rows = torch.zeros(count, dtype=torch.long, device=device)
    return prediction[rows], tuple(part[rows] for part in state)


class _Cursors(NamedTuple):
    """The position of each clip: frame, tokens in that frame, predictor, score so far."""

    frame: torch.Tensor
    symbols: torch.Tensor
    prediction: torch.Tensor
    state: State
    score: torch.Tensor


@torch.inference_mode()
def greedy_paths(
    model: Transducer, encoded: Encoded, max_symbols: int = MAX_SYMBOLS
) -> list[TokenPath]:
    """Return the path of each clip that takes the likeliest token, or blank, at every step.

    After `max_symbols` tokens in a frame the next is blank. The score includes blanks. As the
    prediction does not change over a run of blanks, several frames are scored per step.
    """
    frames, lengths = encoded.frames, encoded.lengths.to(encoded.frames.device)
    count, device = len(frames), frames.device
    prediction, state = start_predictor(model, count, device)
    zeros = torch.zeros(count, dtype=torch.long, device=device)
    cursors = _Cursors(zeros.clone(), zeros.clone(), prediction, state, zeros.double())
    emitted: list[torch.Tensor] = []
    while len(rows := (cursors.frame < lengths).nonzero()[:, 0]):
        emitting, tokens = _advance(model, frames, lengths, cursors, rows, max_symbols)
        if len(emitting):
            emitted.append(torch.stack((emitting, tokens, cursors.frame[emitting])).cpu())
            cursors.symbols[emitting] += 1
            state = tuple(part[emitting] for part in cursors.state)
            results = step_predictor(model, tokens, state)
            for part, result in zip((cursors.prediction, *cursors.state), results, strict=True):
                part[emitting] = result
    paths = [TokenPath([], [], score) for score in cursors.score.tolist()]
    for rows, tokens, times in emitted:
        for row, token, time in zip(rows.tolist(), tokens.tolist(), times.tolist(), strict=True):
            paths[row].tokens.append(token)
            paths[row].frames.append(time)
    return paths


def _advance(
    model: Transducer,
    frames: torch.Tensor,
    lengths: torch.Tensor,
    cursors: _Cursors,
    rows: torch.Tensor,
    max_symbols: int,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Move clips past scored frames; return those that emit a token, and the tokens."""
    ahead = cursors.frame[rows, None] + torch.arange(_LOOKAHEAD, device=frames.device)
    mask = ahead < lengths[rows, None]
    window = frames[rows[:, None], ahead.clamp_max(frames.shape[1] - 1)]

    def best(window: torch.Tensor, prediction: torch.Tensor) -> Tensors:
        logprobs = model.joiner(window, prediction[:, None]).float().log_softmax(2)
        return *logprobs.max(2), logprobs[..., model.blank]

    highest, tokens, blank = batch_invariant_many(best, (window, cursors.prediction[rows]), _CLIPS)
    is_token = (tokens != model.blank) & mask
    is_token[:, 0] &= cursors.symbols[rows] < max_symbols
    passed = (is_token.cumsum(1) == 0) & mask
    steps = passed.sum(1)
    cursors.score[rows] += torch.where(passed, blank.double(), 0.0).sum(1)
    cursors.frame[rows] += steps
    cursors.symbols[rows[steps > 0]] = 0
    emits = is_token.any(1).nonzero()[:, 0]
    first, emitting = steps[emits], rows[emits]
    cursors.score[emitting] += highest[emits, first].double()
    return emitting, tokens[emits, first]


def step_predictor(
    model: Transducer, tokens: torch.Tensor, state: State, layer: Layer | None = None
) -> Tensors:
    """Return predictions (hypotheses, width) after one more token each, and the new state.

    A row is bit-identical whatever the other rows are. `layer` is applied to predictions.
    """

    def step(tokens: torch.Tensor, *state: torch.Tensor) -> Tensors:
        prediction, after = model.predictor.step(tokens, state)
        return (prediction if layer is None else layer(prediction)), *after

    return batch_invariant_many(step, (tokens, *state))
