"""The index of what a recognizer is trained on: turns, or several joined, and their tokens."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.blocks import Reject
from privtool.core.digest import short_digest
from privtool.core.errors import DataError
from privtool.models.asr.features import FeatureSettings
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.asr.training.turn_store import TurnStore

MOST_TOKENS = 2  # a frame, which is more than anybody says: a text of other audio


class Stretch(NamedTuple):
    """`seconds` of a file from `start` on."""

    path: str
    start: float
    seconds: float


class Limits(NamedTuple):
    """What an example must keep to: at least a window, at most so many `seconds` and `tokens`.

    An encoder makes one frame of `hop` windows of the features; `tokens` are for one frame.
    """

    features: FeatureSettings
    hop: int
    seconds: float
    tokens: float = MOST_TOKENS


class Examples:
    """What is trained on: turns of the store `bounds[i]:bounds[i + 1]` and their tokens."""

    def __init__(
        self,
        store: TurnStore,
        bounds: Sequence[int],
        ids: array[int],
        ends: Sequence[int],
        crowded: Sequence[int],
    ) -> None:
        self._store = store
        self._crowded = crowded
        self._bounds = np.array(bounds, np.int64)  # pairs: first turn, and the one after the last
        self._ids = np.array(ids, np.int32)
        self._ends = np.array([0, *ends], np.int64)
        length = np.array(store.seconds, np.float64)
        total = np.concatenate([[0.0], np.cumsum(length)])
        pairs = self._bounds.reshape(-1, 2)
        self.seconds: NDArray[np.float64] = total[pairs[:, 1]] - total[pairs[:, 0]]

    def __len__(self) -> int:
        return len(self._ends) - 1

    @property
    def tokens(self) -> int:
        """How many tokens all have together."""
        return len(self._ids)

    @property
    def turns(self) -> int:
        """How many turns they are made of."""
        return int(np.diff(self._bounds.reshape(-1, 2)).sum())

    @property
    def crowded(self) -> int:
        """How many have too few frames for CTC."""
        return len(self._crowded)

    @property
    def first_crowded(self) -> tuple[str, int]:
        """The source and line of the first of these."""
        return self.place(self._crowded[0])

    def count(self, token: int) -> int:
        """How often a token occurs."""
        return int((self._ids == token).sum())

    def targets(self, number: int) -> NDArray[np.int64]:
        """The tokens of an example."""
        return self._ids[self._ends[number] : self._ends[number + 1]].astype(np.int64)

    def stretches(self, number: int) -> list[Stretch]:
        """Where the audio of an example is, in order."""
        store, (first, end) = self._store, self._bounds[2 * number : 2 * number + 2].tolist()
        return [
            Stretch(store.paths[store.path[turn]], store.start[turn], store.seconds[turn])
            for turn in range(first, end)
        ]

    def place(self, number: int) -> tuple[str, int]:
        """The source and line of an example's first turn."""
        return self._store.place_of(int(self._bounds[2 * number]))

    def digest(self) -> str:
        """A name that changes when any token, time or order does."""
        parts = (self._ids, self._ends, self._bounds, np.array(self._store.start, np.float64))
        return short_digest(part.tobytes() for part in (*parts, self.seconds))


def examples_of(
    store: TurnStore, tokens: AsrTokens, join: float | None, limits: Limits | None
) -> tuple[Examples, list[Reject]]:
    """The examples of a store's turns, and those that cannot be trained on.

    With `join` consecutive turns of one recording become one example of up to so many seconds, a
    role standing where the speaker's role changes. What lies between the turns is left out: it
    belongs to no record, and may be a turn that may not be used.
    """
    bounds: list[int] = []
    ends: list[int] = []
    ids = array("i")
    bad: list[Reject] = []
    crowded: list[int] = []
    for first, end in _groups(store, join):
        found: list[int] = []
        for turn in range(first, end):
            ids_of_turn = tokens.encode(store.targets[turn], store.role_of(turn))
            goes_on = ids_of_turn[:1] == [tokens.last_role(found)]
            found += ids_of_turn[goes_on:]
        seconds = sum(store.seconds[first:end])
        try:
            if limits is not None and _frames(seconds, len(found), limits) < frames_for_ctc(found):
                crowded.append(len(ends))
        except DataError as error:
            bad.append(Reject(*store.place_of(first), store.id_of(first), str(error), None))
            continue
        bounds += [first, end]
        ids.extend(found)
        ends.append(len(ids))
    return Examples(store, bounds, ids, ends, crowded), bad


def frames_for_ctc(tokens: Sequence[int]) -> int:
    """The frames that CTC needs: one for each token and one between two that are alike.

    A transducer may say any number of tokens in a frame.
    """
    return len(tokens) + sum(one == next for one, next in pairwise(tokens))


def _groups(store: TurnStore, join: float | None) -> Iterator[tuple[int, int]]:
    first, seconds = 0, 0.0
    for turn in range(len(store)):
        more = store.seconds[turn]
        if turn > first and (join is None or seconds + more > join or not store.joins(turn)):
            yield first, turn
            first, seconds = turn, 0.0
        seconds += more
    if len(store):
        yield first, len(store)


def _frames(seconds: float, tokens: int, limits: Limits) -> int:
    """The frames of an example. Raises `DataError` for one that is too long or too short."""
    if seconds > limits.seconds:
        raise DataError(f"the audio is longer than --batch-seconds ({limits.seconds:g})")
    windows = limits.features.frames_of(round(seconds * limits.features.rate))
    if not windows:
        raise DataError(f"the audio is shorter than a window of {limits.features.window:g} s")
    frames = -(-windows // limits.hop)
    if tokens > limits.tokens * frames:
        raise DataError(
            f"the audio has {frames} frames and the text {tokens} tokens: they do not belong "
            "together, or more --tokens are needed"
        )
    return frames
