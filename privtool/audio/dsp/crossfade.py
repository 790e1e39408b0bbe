"""Joining pieces of recordings without clicks.

At a joint the two recordings are cross-faded over the audio around their edges, so that the result
is exactly as long as its pieces. An edge may move a little to where the two fit best.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.audio.dsp.levels import MonoSamples

FADE = 0.040  # seconds: half on either side, within the errors of aligners
SEARCH = 0.020


class AudioPiece(NamedTuple):
    """`samples[start:end]` of a recording, whose rest is used for fades.

    The search for the best joint may move the start, unless it is fixed.
    """

    samples: MonoSamples
    start: int
    end: int
    fixed_start: bool = False

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
    placed = _fit_starts([piece for piece in pieces if piece.size > 0], rate, search)
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
    correlation = max(0.0, _correlation(outgoing, incoming))
    # The level of the weighted sum of two equally loud segments with that correlation.
    level = np.sqrt(rising**2 + (1 - rising) ** 2 + 2 * correlation * rising * (1 - rising))
    mixed: MonoSamples = ((outgoing * (1 - rising) + incoming * rising) / level).astype(np.float32)
    return mixed


def _fit_starts(pieces: Sequence[AudioPiece], rate: int, search: float) -> list[AudioPiece]:
    """Move the start of each piece to where it continues the previous piece best."""
    reach = round(search * rate)
    placed = list(pieces[:1])
    for piece in pieces[1:]:
        moved = piece
        if reach and not piece.fixed_start:
            moved = piece._replace(start=piece.start + _best_shift(placed[-1], piece, rate, reach))
        placed.append(moved)
    return placed


def _best_shift(left: AudioPiece, right: AudioPiece, rate: int, reach: int) -> int:
    """Return the shift of a piece's start: at most `reach` samples, less than a third of it."""
    half = round(0.005 * rate)  # about a period of a voice
    template = left.samples[max(0, left.end - half) : left.end + half].astype(np.float64)
    size = len(template)
    lead = left.end - max(0, left.end - half)
    low = max(-reach, lead - right.start)
    high = min(reach, right.size // 3, len(right.samples) - right.start - size + lead)
    if size < 4 or high <= low:
        return 0
    segment = right.samples[right.start + low - lead : right.start + high - lead + size]
    correlation = _sliding_correlation(template, segment.astype(np.float64))
    shifts = np.arange(low, high + 1)
    # Among equally good shifts prefer small ones, which keep words whole.
    score = correlation - 0.1 * np.abs(shifts) / reach
    return int(shifts[int(score.argmax())])


def _sliding_correlation(
    template: NDArray[np.float64], segment: NDArray[np.float64]
) -> MonoSamples:
    """Return the normalized correlation of a template with each window of a segment."""
    products = np.correlate(segment, template, mode="valid")
    squares = np.concatenate(([0.0], np.cumsum(segment**2)))
    energy = squares[len(template) :] - squares[: -len(template)]
    scale = np.sqrt(np.maximum(energy, 0.0) * float(template @ template))
    correlation: MonoSamples = np.divide(
        products, scale, out=np.zeros_like(products), where=scale > 1e-12
    ).astype(np.float32)
    return correlation


def _correlation(one: MonoSamples, other: MonoSamples) -> float:
    """Return the correlation of two segments of equal length, zero if one is silent."""
    first, second = one.astype(np.float64), other.astype(np.float64)
    scale = float(np.sqrt((first @ first) * (second @ second)))
    return float(first @ second) / scale if scale > 1e-12 else 0.0
