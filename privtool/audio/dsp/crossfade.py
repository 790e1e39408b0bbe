"""Putting pieces of recordings one after another without a click.

At a joint the two recordings are faded into one another over what lies around their edges, so that
the result is exactly as long as its pieces. An edge may be moved a little to where the two fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.audio.dsp.levels import Samples

FADE = 0.040  # seconds: half on either side, within what aligners err by
SEARCH = 0.020


class AudioPiece(NamedTuple):
    """`samples[start:end]` of a recording, of which the rest is there for fades.

    `fixed` edges stay where they are; others may be moved by the search for the best joint.
    """

    samples: Samples
    start: int
    end: int
    fixed_start: bool = False

    @property
    def size(self) -> int:
        """Its length in samples."""
        return self.end - self.start


class JoinedAudio(NamedTuple):
    """The samples, the pieces as their edges were moved, and where in the samples each begins."""

    samples: Samples
    pieces: list[AudioPiece]
    starts: list[int]


def join(
    pieces: Sequence[AudioPiece], rate: int, fade: float = FADE, search: float = SEARCH
) -> JoinedAudio:
    """The pieces one after another; `fade` and `search` are seconds, zero for none.

    A fade reaches into a third of the shorter piece at most (and what its recording has around the
    edge).
    """
    placed = _searched([piece for piece in pieces if piece.size > 0], rate, search)
    if not placed:
        return JoinedAudio(np.zeros(0, np.float32), [], [])
    sizes = [piece.size for piece in placed]
    bounds = np.concatenate(([0], np.cumsum(sizes)))
    out = np.concatenate([piece.samples[piece.start : piece.end] for piece in placed])
    for (left, right), at in zip(pairwise(placed), bounds[1:-1].tolist(), strict=True):
        _fade(out, at, left, right, round(fade * rate))
    return JoinedAudio(out.astype(np.float32, copy=False), placed, bounds[:-1].tolist())


def _fade(out: Samples, at: int, left: AudioPiece, right: AudioPiece, wanted: int) -> None:
    """Blend the two around a joint: the left one fades out as the right one fades in."""
    half = min(
        wanted // 2,
        left.size // 3,
        right.size // 3,
        len(left.samples) - left.end,
        right.start,
    )
    if half < 1:
        return
    outgoing = left.samples[left.end - half : left.end + half]
    incoming = right.samples[right.start - half : right.start + half]
    out[at - half : at + half] = blend(outgoing, incoming)


def blend(outgoing: Samples, incoming: Samples) -> Samples:
    """A raised-cosine cross-fade of two stretches of one length.

    The shares add up to one where the two are alike, and their squares do where they have nothing
    in common, so that the level stays the same in both cases.
    """
    size = len(outgoing)
    rising = 0.5 - 0.5 * np.cos(np.pi * (np.arange(size) + 0.5) / size)
    alike = max(0.0, _likeness(outgoing, incoming))
    # The level of a sum of two equally loud stretches whose correlation is `alike`.
    level = np.sqrt(rising**2 + (1 - rising) ** 2 + 2 * alike * rising * (1 - rising))
    mixed: Samples = ((outgoing * (1 - rising) + incoming * rising) / level).astype(np.float32)
    return mixed


def _searched(pieces: Sequence[AudioPiece], rate: int, search: float) -> list[AudioPiece]:
    """The pieces with the starts moved to where they continue the piece before them best."""
    reach = round(search * rate)
    found = list(pieces[:1])
    for piece in pieces[1:]:
        moved = piece
        if reach and not piece.fixed_start:
            moved = piece._replace(start=piece.start + _best_shift(found[-1], piece, rate, reach))
        found.append(moved)
    return found


def _best_shift(left: AudioPiece, right: AudioPiece, rate: int, reach: int) -> int:
    """How far to move the start of a piece, at most `reach` samples, less than a third of it."""
    half = round(0.005 * rate)  # a period of a voice or so
    before = left.samples[max(0, left.end - half) : left.end + half].astype(np.float64)
    size = len(before)
    lead = left.end - max(0, left.end - half)
    low = max(-reach, lead - right.start)
    high = min(reach, right.size // 3, len(right.samples) - right.start - size + lead)
    if size < 4 or high <= low:
        return 0
    stretch = right.samples[right.start + low - lead : right.start + high - lead + size]
    likeness = _sliding_likeness(before, stretch.astype(np.float64))
    shifts = np.arange(low, high + 1)
    # Among places that fit about as well the nearest one: words stay whole.
    score = likeness - 0.1 * np.abs(shifts) / reach
    return int(shifts[int(score.argmax())])


def _sliding_likeness(wanted: NDArray[np.float64], stretch: NDArray[np.float64]) -> Samples:
    """The normalized correlation of `wanted` with every window of its length in a stretch."""
    products = np.correlate(stretch, wanted, mode="valid")
    squares = np.concatenate(([0.0], np.cumsum(stretch**2)))
    power = squares[len(wanted) :] - squares[: -len(wanted)]
    scale = np.sqrt(np.maximum(power, 0.0) * float(wanted @ wanted))
    found: Samples = np.divide(
        products, scale, out=np.zeros_like(products), where=scale > 1e-12
    ).astype(np.float32)
    return found


def _likeness(one: Samples, other: Samples) -> float:
    """The correlation of two stretches of one length, zero where one is silent."""
    first, second = one.astype(np.float64), other.astype(np.float64)
    scale = float(np.sqrt((first @ first) * (second @ second)))
    return float(first @ second) / scale if scale > 1e-12 else 0.0
