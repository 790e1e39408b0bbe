"""Where a turn is private, with a margin, and the turn with room tone there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from privtool.audio.levels import Samples
from privtool.audio.room_tone import room_tone
from privtool.core.record import Entity, WordTime

MARGIN = 0.06  # seconds; aligners err by 20 to 100 ms
_FADE = 0.005


class Stretch(NamedTuple):
    """From `start` to `end` (seconds of the turn), and the entities that are spoken there."""

    start: float
    end: float
    entities: tuple[int, ...]


def private_stretches(
    entities: Sequence[Entity], words: Sequence[WordTime], seconds: float, margin: float = MARGIN
) -> list[Stretch] | None:
    """The stretches of a turn's entities, apart from one another and in order of time.

    They reach `margin` seconds over the words, but into a neighbouring word that is not private no
    further than its middle. None if an entity does not say where it is spoken, or out of order.
    """
    found: list[Stretch] = []
    for number, entity in enumerate(entities):
        if entity.audio_start is UNSET or entity.audio_end is UNSET:
            return None
        start, end = entity.audio_start, entity.audio_end
        if not 0 <= start <= end or (found and start < found[-1].start):
            return None
        low = max([(w.start + w.end) / 2 for w in words if w.end <= start + 1e-6], default=0.0)
        high = min([(w.start + w.end) / 2 for w in words if w.start >= end - 1e-6], default=seconds)
        start = max(0.0, min(start, max(start - margin, low)))
        end = min(seconds, max(end, min(end + margin, high)))
        if found and start <= found[-1].end:
            last = found.pop()
            start, end = min(last.start, start), max(last.end, end)
            found.append(Stretch(start, end, (*last.entities, number)))
        else:
            found.append(Stretch(start, end, (number,)))
    return found


def wiped(turn: Samples, rate: int, stretches: Sequence[Stretch], seed: int) -> Samples:
    """The turn with room tone in its private stretches, faded in and out inside of them.

    All samples outside stay as they are. The tone is that of the pauses outside.
    """
    public = np.ones(len(turn), bool)
    bounds = [(max(0, int(s.start * rate)), int(np.ceil(s.end * rate))) for s in stretches]
    for start, end in bounds:
        public[start:end] = False
    made: Samples = turn.copy()
    for number, (start, end) in enumerate(bounds):
        size = len(made[start:end])
        made[start:end] = room_tone(turn[public], rate, size, seed + number) * _edges(size, rate)
    return made


def _edges(size: int, rate: int) -> Samples:
    """Rises from zero and falls to it over 5 ms, so that no tone begins with a click."""
    fade = min(round(_FADE * rate), size // 2)
    shape = np.ones(size, np.float32)
    rising = (0.5 - 0.5 * np.cos(np.pi * (np.arange(fade) + 0.5) / max(1, fade))).astype(np.float32)
    shape[:fade], shape[size - fade :] = rising, rising[::-1]
    return shape
