"""A recogniser that hears tokens in noise, made in minutes, whose scores are like real ones.

Each token sounds like one point in the space of features for 120 to 240 ms, in noise. The encoder
of a preset keeps its random weights; predictor and joiner learn, by cross-entropy along the
alignment that is known here, to say a token in the last frame of its sound and else blank.
Searching it costs what searching a recogniser of that size does.
"""

from __future__ import annotations

from typing import NamedTuple

import torch

from privtool.models.transducer import Transducer
from privtool.models.transducer_shapes import SHAPES, new_transducer, set_feature_statistics

_SHORTEST, _LONGEST = 12, 24  # frames of features
_OFTEN = 0.5  # how often a token is followed by one of its usual ones
_USUAL = 8
_CLIPS = 300
FRAMES_A_SECOND = 100


class Clips(NamedTuple):
    """Features (clips, frames, count), lengths, tokens, and the frame in which each ends."""

    features: torch.Tensor
    lengths: torch.Tensor
    tokens: list[list[int]]
    ends: list[list[int]]


class Sounds:
    """How tokens sound and which follow which."""

    def __init__(self, tokens: int, count: int, seed: int, noise: float) -> None:
        self._draws = torch.Generator().manual_seed(seed)
        self._points = torch.randn(tokens, count, generator=self._draws)
        self._next = torch.randint(tokens, (tokens, _USUAL), generator=self._draws)
        self._tokens, self._noise = tokens, noise

    def clips(self, number: int, frames: int) -> Clips:
        """Clips of that many frames, drawn anew in each call."""
        draws, tokens, ends = self._draws, [], []
        features = torch.randn(number, frames, self._points.shape[1], generator=draws)
        features *= self._noise
        for clip in range(number):
            said: list[int] = []
            until: list[int] = []
            while (start := until[-1] if until else 0) < frames - _LONGEST:
                end = start + int(torch.randint(_SHORTEST, _LONGEST, (1,), generator=draws))
                token = int(torch.randint(self._tokens, (1,), generator=draws))
                if said and torch.rand(1, generator=draws) < _OFTEN:
                    token = int(self._next[said[-1], token % _USUAL])
                features[clip, start:end] += self._points[token]
                said.append(token)
                until.append(end)
            tokens.append(said)
            ends.append(until)
        return Clips(features, torch.full((number,), frames), tokens, ends)


def trained(preset: str, tokens: int, sounds: Sounds, steps: int, seed: int) -> Transducer:
    """A transducer of that preset that has learnt the sounds."""
    model = new_transducer(SHAPES[preset], tokens, seed).eval()
    example = sounds.clips(8, 400).features
    set_feature_statistics(model, example.mean((0, 1)), example.std((0, 1)))
    cells = [_cells(model, sounds.clips(1, 400)) for _ in range(_CLIPS)]
    learning = [*model.predictor.parameters(), *model.joiner.parameters()]  # type: ignore[attr-defined]
    optimizer = torch.optim.AdamW(learning, lr=4e-3, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, steps)
    draws = torch.Generator().manual_seed(seed)
    for _ in range(steps):
        some = [cells[clip] for clip in torch.randint(len(cells), (16,), generator=draws).tolist()]
        predictions = torch.cat([model.predictor(cell.said[None])[0, cell.before] for cell in some])
        scores = model.joiner(torch.cat([cell.frames for cell in some]), predictions)
        wanted = torch.cat([cell.wanted for cell in some])
        loss = torch.nn.functional.cross_entropy(scores, wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return model


class _Cells(NamedTuple):
    """Along the alignment of a clip: frames (cells, width), tokens before, what comes next."""

    frames: torch.Tensor
    before: torch.Tensor
    wanted: torch.Tensor
    said: torch.Tensor


@torch.no_grad()
def _cells(model: Transducer, clips: Clips) -> _Cells:
    frames = model.encoder(clips.features, clips.lengths).frames[0]
    said, ends = clips.tokens[0], clips.ends[0]
    places: list[int] = []
    before: list[int] = []
    wanted: list[int] = []
    count = 0
    for frame in range(len(frames)):
        while count < len(said) and ends[count] <= frame * model.encoder.hop:
            places.append(frame)
            before.append(count)
            wanted.append(said[count])
            count += 1
        places.append(frame)
        before.append(count)
        wanted.append(model.blank)
    return _Cells(frames[places], torch.tensor(before), torch.tensor(wanted), torch.tensor(said))
