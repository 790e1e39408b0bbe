"""What a transducer hears in clips: the likeliest token at every turn, for many clips at once.

`greedy` is for measuring while training, `greedy_paths` also tells when and how likely.
The beam search is in `transducer_beam.py`.
"""

from __future__ import annotations

from typing import NamedTuple

import torch

from privtool.models.asr.transducer.joiners import Layer
from privtool.models.asr.transducer.model import Encoded, Transducer
from privtool.models.lm.incremental import State
from privtool.models.runtime.batch_invariance import ROWS, Tensors, in_fixed_rows

MAX_SYMBOLS = 8  # tokens a frame
_AHEAD = 8  # frames that are looked at for the same prediction
_CLIPS = 8


class Path(NamedTuple):
    """The tokens of a clip, the frame in which each was said, and a natural log-probability.

    `lm_score` is the part of `score` that does not come from the clip: what a language model adds,
    with its weight, and a bonus for the length.
    """

    tokens: list[int]
    frames: list[int]
    score: float
    lm_score: float = 0.0


@torch.inference_mode()
def greedy(
    model: Transducer,
    features: torch.Tensor,
    lengths: torch.Tensor,
    max_symbols: int = MAX_SYMBOLS,
) -> list[list[int]]:
    """The tokens of clips with features (clips, frames, features), of which `lengths` count.

    The model must be in evaluation mode.
    """
    encoded = model.encoder(features, lengths)
    return [path.tokens for path in greedy_paths(model, encoded, max_symbols)]


def first(
    model: Transducer, count: int, device: torch.device, layer: Layer | None = None
) -> tuple[torch.Tensor, State]:
    """The prediction (count, width) where nothing was said yet, and the state; both may be changed.

    It is the same for all hypotheses, and to the last bit whatever their number.
    """
    prediction, state = model.predictor.start(ROWS, device)
    if layer is not None:
        prediction = layer(prediction)
    rows = torch.zeros(count, dtype=torch.long, device=device)
    return prediction[rows], tuple(part[rows] for part in state)


class _Places(NamedTuple):
    """Where each clip is: its frame, the tokens said there, the predictor, the score so far."""

    frame: torch.Tensor
    said: torch.Tensor
    prediction: torch.Tensor
    state: State
    score: torch.Tensor


@torch.inference_mode()
def greedy_paths(model: Transducer, encoded: Encoded, max_symbols: int = MAX_SYMBOLS) -> list[Path]:
    """The path of each clip that takes the likeliest token, or blank, at every turn.

    After `max_symbols` tokens in a frame the next is blank. The score is that of the path, blanks
    included. Blanks come in runs, in which the prediction stays the same: several frames are
    looked at together, which finds the same path in fewer turns.
    """
    frames, lengths = encoded.frames, encoded.lengths.to(encoded.frames.device)
    count, device = len(frames), frames.device
    prediction, state = first(model, count, device)
    nothing = torch.zeros(count, dtype=torch.long, device=device)
    at = _Places(nothing.clone(), nothing.clone(), prediction, state, nothing.double())
    said: list[torch.Tensor] = []
    while len(rows := (at.frame < lengths).nonzero()[:, 0]):
        found, tokens = _turn(model, frames, lengths, at, rows, max_symbols)
        if len(found):
            said.append(torch.stack((found, tokens, at.frame[found])).cpu())
            at.said[found] += 1
            _say(model, at, found, tokens)
    paths = [Path([], [], score) for score in at.score.tolist()]
    for rows, tokens, times in said:
        for row, token, time in zip(rows.tolist(), tokens.tolist(), times.tolist(), strict=True):
            paths[row].tokens.append(token)
            paths[row].frames.append(time)
    return paths


def _turn(
    model: Transducer,
    frames: torch.Tensor,
    lengths: torch.Tensor,
    at: _Places,
    rows: torch.Tensor,
    max_symbols: int,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Go to the next token of each clip, or as far as was looked; which found one, and what."""
    places = at.frame[rows, None] + torch.arange(_AHEAD, device=frames.device)
    inside = places < lengths[rows, None]
    seen = frames[rows[:, None], places.clamp_max(frames.shape[1] - 1)]

    def best(seen: torch.Tensor, prediction: torch.Tensor) -> Tensors:
        scores = model.joiner(seen, prediction[:, None]).float().log_softmax(2)
        return *scores.max(2), scores[..., model.blank]

    highest, tokens, blank = in_fixed_rows(best, (seen, at.prediction[rows]), _CLIPS)
    is_token = (tokens != model.blank) & inside
    is_token[:, 0] &= at.said[rows] < max_symbols
    passed = (is_token.cumsum(1) == 0) & inside
    steps = passed.sum(1)
    at.score[rows] += torch.where(passed, blank.double(), 0.0).sum(1)
    at.frame[rows] += steps
    at.said[rows[steps > 0]] = 0
    saying = is_token.any(1).nonzero()[:, 0]
    first, found = steps[saying], rows[saying]
    at.score[found] += highest[saying, first].double()
    return found, tokens[saying, first]


def _say(model: Transducer, at: _Places, rows: torch.Tensor, tokens: torch.Tensor) -> None:
    """Take the predictor of some clips on by a token each."""
    found = predicted(model, tokens, tuple(part[rows] for part in at.state))
    for part, new in zip((at.prediction, *at.state), found, strict=True):
        part[rows] = new


def predicted(
    model: Transducer, tokens: torch.Tensor, state: State, layer: Layer | None = None
) -> Tensors:
    """The predictions after one more token each (hypotheses, width), and the parts of the state.

    A row is the same, to the last bit, whatever the others are. `layer` is applied to predictions.
    """

    def step(tokens: torch.Tensor, *state: torch.Tensor) -> Tensors:
        prediction, after = model.predictor.step(tokens, state)
        return (prediction if layer is None else layer(prediction)), *after

    return in_fixed_rows(step, (tokens, *state))
