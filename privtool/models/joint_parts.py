"""A joiner in parts, so that what a frame or a prediction adds is computed once for all pairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch

from privtool.models.joiners import DenseJoiner
from privtool.models.transducer import Joiner

Layer = Callable[[torch.Tensor], torch.Tensor]


class JointParts(NamedTuple):
    """`join(frame(frames), prediction(predictions))` is what the joiner gives."""

    frame: Layer
    prediction: Layer
    join: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def joint_parts(joiner: Joiner) -> JointParts:
    """The parts of a joiner in evaluation mode; one of unknown kind is left whole."""
    if not isinstance(joiner, DenseJoiner):
        return JointParts(_as_it_is, _as_it_is, joiner)
    output = joiner.output

    def join(frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = output((frames + predictions).tanh())
        return found

    return JointParts(joiner.from_frame, joiner.from_prediction, join)


def _as_it_is(value: torch.Tensor) -> torch.Tensor:
    return value
