"""Joining pieces of recordings without clicks.

At a joint the two recordings are cross-faded over the audio around their edges, so that the result
is exactly as long as its pieces. Edges may move a little, to where the two fit best and are quiet.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.audio.dsp.speech import MonoSamples

FADE = 0.040  # seconds: half on either side, within the errors of aligners
SEARCH = 0.020
_PERIOD = 0.005  # seconds on either side of an edge that are compared: about a period of a voice
_END_STEP = 0.0025
# What makes up for a correlation of one at a joint: ten times `SEARCH`, or 33 decibels.
_PER_SHIFT, _PER_TENFOLD_POWER = 0.1, 0.3
_SILENT_POWER = 1e-8


class AudioPiece(NamedTuple):
    """`samples[start:end]` of a recording, whose rest is used for fades; fixed edges stay."""

    samples: MonoSamples
    start: int
    end: int
    fixed_start: bool = False
    fixed_end: bool = True

    @property
    def size(self) -> int:
        """Its length in samples."""
        return self.end - self.start


class JoinedAudio(NamedTuple):
    """The samples, the pieces with their final edges, and the offset of each in the samples."""

    samples: MonoSamples
    pieces: list[AudioPiece]
    starts: list[int]


def join(
    pieces: Sequence[AudioPiece], rate: int, fade: float = FADE, search: float = SEARCH
) -> JoinedAudio:
    """Concatenate pieces; `fade` and `search` are seconds, zero for none.

    A fade extends over at most a third of the shorter piece, and over no more than its recording
    has around the edge.
    """
    reach = round(search * rate)
    placed: list[AudioPiece] = []
    for piece in pieces:
        if piece.size <= 0:
            continue
        if placed and reach:
            placed[-1], piece = _best_joint(placed[-1], piece, rate, reach)
        placed.append(piece)
    if not placed:
        return JoinedAudio(np.zeros(0, np.float32), [], [])
    sizes = [piece.size for piece in placed]
    bounds = np.concatenate(([0], np.cumsum(sizes)))
    out = np.concatenate([piece.samples[piece.start : piece.end] for piece in placed])
    for (left, right), joint in zip(pairwise(placed), bounds[1:-1].tolist(), strict=True):
        _fade(out, joint, left, right, round(fade * rate))
    return JoinedAudio(out.astype(np.float32, copy=False), placed, bounds[:-1].tolist())


def _fade(out: MonoSamples, joint: int, left: AudioPiece, right: AudioPiece, length: int) -> None:
    """Fade out the left piece and fade in the right one around a joint, in place."""
    half = min(
        length // 2,
        left.size // 3,
        right.size // 3,
        len(left.samples) - left.end,
        right.start,
    )
    if half < 1:
        return
    outgoing = left.samples[left.end - half : left.end + half]
    incoming = right.samples[right.start - half : right.start + half]
    out[joint - half : joint + half] = blend(outgoing, incoming)


def blend(outgoing: MonoSamples, incoming: MonoSamples) -> MonoSamples:
    """Cross-fade two segments of equal length with raised cosines.

    The weights sum to one where the two are equal, and their squares do where they are
    uncorrelated, so that the level is constant in both cases.
    """
    size = len(outgoing)
    rising = 0.5 - 0.5 * np.cos(np.pi * (np.arange(size) + 0.5) / size)
    first, second = outgoing.astype(np.float64), incoming.astype(np.float64)
    scale = float(np.sqrt((first @ first) * (second @ second)))
    correlation = max(0.0, float(first @ second) / scale) if scale > 1e-12 else 0.0
    # The level of the weighted sum of two equally loud segments with that correlation.
    level = np.sqrt(rising**2 + (1 - rising) ** 2 + 2 * correlation * rising * (1 - rising))
    mixed: MonoSamples = ((outgoing * (1 - rising) + incoming * rising) / level).astype(np.float32)
    return mixed


def _best_joint(
    left: AudioPiece, right: AudioPiece, rate: int, reach: int
) -> tuple[AudioPiece, AudioPiece]:
    """Return two pieces with the best of the edges that are `reach` samples away at most.

    A piece loses at most a third at an edge, and edges move less rather than more, which keeps
    words whole.
    """
    best_score, best = -np.inf, (left, right)
    for end in _ends(left, rate, reach):
        ended = left._replace(end=end)
        starts, scores = _scores(ended, right, rate, reach)
        if not len(scores):
            continue
        place = int(scores.argmax())
        score = float(scores[place]) - _PER_SHIFT * abs(end - left.end) / reach
        if score > best_score:
            best_score, best = score, (ended, right._replace(start=int(starts[place])))
    return best


def _ends(piece: AudioPiece, rate: int, reach: int) -> list[int]:
    """Return the ends that a piece may have, its own first."""
    if piece.fixed_end:
        return [piece.end]
    step = max(1, round(_END_STEP * rate))
    most = min(reach, piece.size // 3)
    moves = (sign * move for move in range(step, most + 1, step) for sign in (-1, 1))
    ends = [piece.end, *(piece.end + move for move in moves)]
    return [end for end in ends if end <= len(piece.samples)]


def _scores(
    left: AudioPiece, right: AudioPiece, rate: int, reach: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the starts that a piece may have after another one, and how well they fit."""
    half = round(_PERIOD * rate)
    first = max(0, left.end - half)
    template = left.samples[first : left.end + half].astype(np.float64)
    size, lead = len(template), left.end - first
    reach, scale = (0 if right.fixed_start else reach), reach
    low = max(right.start - reach, lead)
    high = min(right.start + min(reach, right.size // 3), len(right.samples) - size + lead)
    if size < 4 or high < low:
        return np.zeros(0, np.int64), np.zeros(0)
    segment = right.samples[low - lead : high - lead + size].astype(np.float64)
    sums = np.concatenate(([0.0], np.cumsum(segment**2)))
    energy = sums[size:] - sums[:-size]
    powers = energy / size, np.square(template).mean()
    loudness = sum(np.log10(np.maximum(power, 0.0) + _SILENT_POWER) for power in powers)
    starts = np.arange(low, high + 1)
    shifts = np.abs(starts - right.start) / scale
    products = np.correlate(segment, template, mode="valid")
    norms = np.sqrt(np.maximum(energy, 0.0) * float(template @ template))
    fit = np.divide(products, norms, out=np.zeros_like(products), where=norms > 1e-12)
    fit = fit.astype(np.float32)
    return starts, fit - _PER_SHIFT * shifts - _PER_TENFOLD_POWER * loudness
