"""A turn with other audio where its private stretches were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privtool.audio.dsp.crossfade import AudioPiece, JoinedAudio, join
from privtool.audio.dsp.levels import Samples


class SurrogateClip(NamedTuple):
    """Pieces of audio that take the place of `start` to `end` (seconds) of a turn."""

    start: float
    end: float
    pieces: tuple[AudioPiece, ...]


class AssembledTurn(NamedTuple):
    """The new turn, where what was kept of the old one has gone, and where the pieces are.

    `kept` are (start, end, new start) in seconds; `places` has, for each surrogate, the start and
    the end in seconds of each of its pieces.
    """

    samples: Samples
    kept: list[tuple[float, float, float]]
    places: list[list[tuple[float, float]]]

    def moved(self, start: float, end: float) -> tuple[float, float] | None:
        """The new times of a stretch of the old turn; None if none of it was kept.

        What reaches into a stretch that was taken out ends there.
        """
        best = None
        for begin, finish, now in self.kept:
            inside = min(end, finish) - max(start, begin)
            if inside > 0 and (best is None or inside > best[0]):
                shift = now - begin
                best = inside, max(start, begin) + shift, min(end, finish) + shift
        return None if best is None else (best[1], best[2])


def assemble(turn: Samples, rate: int, surrogates: Sequence[SurrogateClip]) -> AssembledTurn:
    """The turn with its surrogates, which must be in order and apart from one another.

    Fades reach a few milliseconds into what is taken out: that must not be there any more, but
    room tone in its place.
    """
    pieces: list[AudioPiece] = []
    owners: list[int] = []  # the surrogate of a piece, -1 for the turn's own
    at = 0
    for number, surrogate in enumerate(surrogates):
        start, end = (round(time * rate) for time in surrogate[:2])
        pieces.append(AudioPiece(turn, at, min(start, len(turn))))
        owners.append(-1)
        pieces += surrogate.pieces
        owners += [number] * len(surrogate.pieces)
        at = min(max(end, at), len(turn))
    pieces.append(AudioPiece(turn, at, len(turn)))
    owners.append(-1)
    used = [(piece, owner) for piece, owner in zip(pieces, owners, strict=True) if piece.size > 0]
    joined = join([piece for piece, _ in used], rate)
    return _located(joined, [owner for _, owner in used], rate, len(surrogates))


def _located(
    joined: JoinedAudio, owners: Sequence[int], rate: int, surrogates: int
) -> AssembledTurn:
    kept: list[tuple[float, float, float]] = []
    places: list[list[tuple[float, float]]] = [[] for _ in range(surrogates)]
    for piece, start, owner in zip(joined.pieces, joined.starts, owners, strict=True):
        if owner < 0:
            kept.append((piece.start / rate, piece.end / rate, start / rate))
        else:
            places[owner].append((start / rate, (start + piece.size) / rate))
    return AssembledTurn(joined.samples, kept, places)
