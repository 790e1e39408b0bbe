"""Assembling a turn with new audio in place of its private regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privtool.audio.dsp.crossfade import AudioPiece, join
from privtool.audio.dsp.levels import MonoSamples
from privtool.audio.editing.regions import Region
from privtool.audio.intervals import Interval


class TimedPiece(NamedTuple):
    """A piece, and the times of the words in it, in seconds of its samples; None if unknown."""

    audio: AudioPiece
    words: tuple[Interval, ...] | None = None


class AssembledTurn(NamedTuple):
    """The new turn, and where old and new audio is in it.

    `kept` has (start, end, new start) of the parts kept, in seconds; `piece_times` has, for each
    surrogate, the start and end of each of its pieces in seconds. `word_times` has those of the
    words in its pieces, or None if they are unknown.
    """

    samples: MonoSamples
    kept: list[tuple[float, float, float]]
    piece_times: list[list[Interval]]
    word_times: list[list[Interval] | None]

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


def assemble(
    turn: MonoSamples,
    rate: int,
    regions: Sequence[Region],
    surrogates: Sequence[Sequence[TimedPiece]],
) -> AssembledTurn:
    """Put the pieces of surrogates into the regions of a turn, which are sorted and disjoint.

    Fades use a few milliseconds of the audio to be replaced: the caller must already have put room
    tone there.
    """
    pieces: list[TimedPiece] = []
    owners: list[int] = []  # the surrogate of a piece, -1 for the turn's own
    position = 0
    for number, (region, own) in enumerate(zip(regions, surrogates, strict=True)):
        start, end = round(region.start * rate), round(region.end * rate)
        pieces.append(TimedPiece(AudioPiece(turn, position, min(start, len(turn)))))
        owners.append(-1)
        pieces += own
        owners += [number] * len(own)
        position = min(max(end, position), len(turn))
    pieces.append(TimedPiece(AudioPiece(turn, position, len(turn))))
    owners.append(-1)
    used = [(piece, owner) for piece, owner in zip(pieces, owners, strict=True) if piece.audio.size]
    joined = join([piece.audio for piece, _ in used], rate)
    kept: list[tuple[float, float, float]] = []
    piece_times: list[list[Interval]] = [[] for _ in surrogates]
    word_times: list[list[Interval] | None] = [[] for _ in surrogates]
    for piece, start, (timed, owner) in zip(joined.pieces, joined.starts, used, strict=True):
        if owner < 0:
            kept.append((piece.start / rate, piece.end / rate, start / rate))
            continue
        place = Interval(start / rate, (start + piece.size) / rate)
        piece_times[owner].append(place)
        known = word_times[owner]
        if timed.words is None or known is None:
            word_times[owner] = None
        else:
            known += [_moved(word, place.start - piece.start / rate, place) for word in timed.words]
    return AssembledTurn(joined.samples, kept, piece_times, word_times)


def _moved(word: Interval, seconds: float, within: Interval) -> Interval:
    """Return an interval moved in time, without what is outside another one then."""
    times = (min(max(time + seconds, within.start), within.end) for time in word)
    return Interval(*times)
