"""Assembling a turn with new audio in place of its private regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privtool.audio.dsp.crossfade import AudioPiece, join
from privtool.audio.dsp.levels import MonoSamples


class SurrogateClip(NamedTuple):
    """Pieces of audio that replace `start` to `end` (seconds) of a turn."""

    start: float
    end: float
    pieces: tuple[AudioPiece, ...]


class AssembledTurn(NamedTuple):
    """The new turn, and where old and new audio is in it.

    `kept` has (start, end, new start) of the parts kept, in seconds; `piece_times` has, for each
    surrogate, the start and end of each of its pieces in seconds.
    """

    samples: MonoSamples
    kept: list[tuple[float, float, float]]
    piece_times: list[list[tuple[float, float]]]

    def new_times(self, start: float, end: float) -> tuple[float, float] | None:
        """Return the new times of a segment of the old turn; None if it was removed.

        Parts of the segment that were removed are left out.
        """
        best = None
        for kept_start, kept_end, new_start in self.kept:
            overlap = min(end, kept_end) - max(start, kept_start)
            if overlap > 0 and (best is None or overlap > best[0]):
                shift = new_start - kept_start
                best = overlap, max(start, kept_start) + shift, min(end, kept_end) + shift
        return None if best is None else (best[1], best[2])


def assemble(turn: MonoSamples, rate: int, surrogates: Sequence[SurrogateClip]) -> AssembledTurn:
    """Put surrogates, which must be sorted and disjoint, into a turn.

    Fades use a few milliseconds of the audio to be replaced: the caller must already have put room
    tone there.
    """
    pieces: list[AudioPiece] = []
    owners: list[int] = []  # the surrogate of a piece, -1 for the turn's own
    position = 0
    for number, surrogate in enumerate(surrogates):
        start, end = (round(time * rate) for time in surrogate[:2])
        pieces.append(AudioPiece(turn, position, min(start, len(turn))))
        owners.append(-1)
        pieces += surrogate.pieces
        owners += [number] * len(surrogate.pieces)
        position = min(max(end, position), len(turn))
    pieces.append(AudioPiece(turn, position, len(turn)))
    owners.append(-1)
    used = [(piece, owner) for piece, owner in zip(pieces, owners, strict=True) if piece.size > 0]
    joined = join([piece for piece, _ in used], rate)
    kept: list[tuple[float, float, float]] = []
    piece_times: list[list[tuple[float, float]]] = [[] for _ in surrogates]
    for piece, start, (_, owner) in zip(joined.pieces, joined.starts, used, strict=True):
        if owner < 0:
            kept.append((piece.start / rate, piece.end / rate, start / rate))
        else:
            piece_times[owner].append((start / rate, (start + piece.size) / rate))
    return AssembledTurn(joined.samples, kept, piece_times)
