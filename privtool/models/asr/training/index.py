"""The index of training examples: single or joined turns, and their tokens."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.blocks import Reject
from privtool.core.digest import short_digest
from privtool.core.errors import DataError, option
from privtool.models.asr.features import FeatureSettings
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.asr.training.turn_store import TurnStore

MAX_TOKENS = 2  # per frame; nobody speaks faster, so the text belongs to other audio


class AudioSpan(NamedTuple):
    """`seconds` of a channel of a file, or of all of them averaged, from `start` on."""

    path: str
    start: float
    seconds: float
    channel: int | None = None


class ExampleLimits(NamedTuple):
    """The limits of an example: at least one window, at most `seconds`, and `tokens` per frame.

    A frame of the encoder covers `hop` windows of the features.
    """

    features: FeatureSettings
    hop: int
    seconds: float
    tokens: float = MAX_TOKENS


class Examples:
    """Training examples: ranges of turns of a store, and their tokens."""

    def __init__(
        self,
        store: TurnStore,
        bounds: Sequence[int],
        ids: array[int],
        ends: Sequence[int],
        too_dense_for_ctc: Sequence[int],
    ) -> None:
        self._store = store
        self.too_dense_for_ctc = too_dense_for_ctc  # those with too few frames for CTC
        # Pairs: the first turn, and the one after the last.
        self._bounds = np.array(bounds, np.int64).reshape(-1, 2)
        self._ids = np.array(ids, np.int32)
        self._ends = np.array([0, *ends], np.int64)
        length = np.array(store.seconds, np.float64)
        total = np.concatenate([[0.0], np.cumsum(length)])
        self.seconds: NDArray[np.float64] = total[self._bounds[:, 1]] - total[self._bounds[:, 0]]

    def __len__(self) -> int:
        return len(self._ends) - 1

    @property
    def tokens(self) -> int:
        return len(self._ids)

    @property
    def turns(self) -> int:
        return int(np.diff(self._bounds).sum())

    def count(self, token: int) -> int:
        """Return how often a token occurs."""
        return int((self._ids == token).sum())

    def targets(self, number: int) -> NDArray[np.int64]:
        return self._ids[self._ends[number] : self._ends[number + 1]].astype(np.int64)

    def audio_spans(self, number: int) -> list[AudioSpan]:
        """Return where the audio of an example is, in order."""
        store, (first, end) = self._store, self._bounds[number].tolist()
        return [
            AudioSpan(
                store.paths[store.path[turn]],
                store.start[turn],
                store.seconds[turn],
                store.channel[turn] if store.channel[turn] >= 0 else None,
            )
            for turn in range(first, end)
        ]

    def location(self, number: int) -> tuple[str, int]:
        """Return the source and line of an example's first turn."""
        return self._store.location(int(self._bounds[number, 0]))

    def digest(self) -> str:
        """Return a hash of all tokens, times and channels, in order."""
        store = self._store
        parts = [part.tobytes() for part in (self._ids, self._ends, self._bounds)]
        parts += [np.array(store.start, np.float64).tobytes(), self.seconds.tobytes()]
        if max(store.channel, default=-1) >= 0:  # else as before there were channels
            parts.append(store.channel.tobytes())
        return short_digest(parts)


def make_examples(
    store: TurnStore, tokens: AsrTokens, join: float | None, limits: ExampleLimits | None
) -> tuple[Examples, list[Reject]]:
    """Return the examples of a store's turns, and rejects for turns that cannot be trained on.

    With `join`, consecutive turns of a recording become one example of up to `join` seconds, with
    a role token where the speaker's role changes. Audio between turns is left out: it belongs to
    no record and may be a turn that must not be used.
    """
    bounds: list[int] = []
    ends: list[int] = []
    ids = array("i")
    bad: list[Reject] = []
    too_dense: list[int] = []
    for first, end in _groups(store, join):
        target: list[int] = []
        for turn in range(first, end):
            turn_ids = tokens.encode(store.targets[turn], store.role_of(turn))
            same_role = turn_ids[:1] == [tokens.last_role(target)]
            target += turn_ids[same_role:]
        seconds = sum(store.seconds[first:end])
        try:
            if limits is not None:
                frames = _frames(seconds, len(target), limits)
                if frames < frames_for_ctc(target):
                    too_dense.append(len(ends))
        except DataError as error:
            bad.append(Reject(*store.location(first), store.id_of(first), error.message, None))
            continue
        bounds += [first, end]
        ids.extend(target)
        ends.append(len(ids))
    return Examples(store, bounds, ids, ends, too_dense), bad


def frames_for_ctc(tokens: Sequence[int]) -> int:
    """Return the frames that CTC needs: one per token, and one between two equal tokens.

    A transducer has no such limit, as it may emit several tokens per frame.
    """
    return len(tokens) + sum(one == other for one, other in pairwise(tokens))


def _groups(store: TurnStore, join: float | None) -> Iterator[tuple[int, int]]:
    first, seconds = 0, 0.0
    for turn in range(len(store)):
        more = store.seconds[turn]
        if turn > first and (join is None or seconds + more > join or not store.continues(turn)):
            yield first, turn
            first, seconds = turn, 0.0
        seconds += more
    if len(store):
        yield first, len(store)


def _frames(seconds: float, tokens: int, limits: ExampleLimits) -> int:
    """Return the frames of an example. Raise `DataError` if it is too long or too short."""
    if seconds > limits.seconds:
        raise DataError(f"the audio is longer than {option('batch_seconds')} ({limits.seconds:g})")
    windows = limits.features.frame_count(round(seconds * limits.features.rate))
    if not windows:
        raise DataError(f"the audio is shorter than a window of {limits.features.window:g} s")
    frames = -(-windows // limits.hop)
    if tokens > limits.tokens * frames:
        raise DataError(
            f"the audio has {frames} frames and the text {tokens} tokens: they do not belong "
            f"together, or more {option('tokens')} are needed"
        )
    return frames
