"""Training turns, compactly stored without audio, and the training examples that they become.

What reads turns does not load torch.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.blocks import Reject
from privtool.core.errors import DataError, option
from privtool.core.rng import short_digest

if TYPE_CHECKING:
    from privtool.models.asr.tokenizer import AsrTokens


class Turn(NamedTuple):
    """An utterance: `seconds` of a file from `start` on, and its target.

    `line` is its line in the source. Without `channel` all channels are averaged. `audio` is a
    number that other audio seldom has.
    """

    line: int
    id: str | int | None
    path: str
    start: float
    seconds: float
    target: str
    speaker: str | None
    channel: int | None = None
    audio: int = 0


class PackedStrings:
    """A list of strings in one block of memory."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._bounds = array("q", [0])

    def __len__(self) -> int:
        return len(self._bounds) - 1

    def __getitem__(self, number: int) -> str:
        return self._bytes[self._bounds[number] : self._bounds[number + 1]].decode(
            errors="surrogateescape"
        )

    def add(self, text: str) -> None:
        """Append a string; bytes of a path that are not UTF-8 are kept."""
        self._bytes += text.encode(errors="surrogateescape")
        self._bounds.append(len(self._bytes))


class TurnStore:
    """Turns whose tokens are not known yet; `roles`, in any case, are speakers with a token."""

    def __init__(self, roles: Sequence[str]) -> None:
        self.roles = tuple(roles)
        numbers = {role: number for number, role in enumerate(roles)}
        self._numbers = {role.lower(): number for role, number in numbers.items()} | numbers
        self.paths, self.targets, self._sources = PackedStrings(), PackedStrings(), PackedStrings()
        self._ids = PackedStrings()
        self.path, self.line = array("q"), array("q")
        self.start, self.seconds = array("d"), array("d")
        self.role, self.source = array("h"), array("i")
        self.channel = array("i")  # -1 for all
        self.audio = array("Q")

    def __len__(self) -> int:
        return len(self.line)

    def add(self, source: str, turns: Sequence[Turn]) -> None:
        """Add turns of a source."""
        if not len(self._sources) or self._sources[len(self._sources) - 1] != source:
            self._sources.add(source)
        for turn in turns:
            if not len(self.paths) or self.paths[len(self.paths) - 1] != turn.path:
                self.paths.add(turn.path)
            self.path.append(len(self.paths) - 1)
            self.targets.add(turn.target)
            self.line.append(turn.line)
            self._ids.add(json.dumps(turn.id))
            self.source.append(len(self._sources) - 1)
            self.start.append(turn.start)
            self.seconds.append(turn.seconds)
            self.channel.append(-1 if turn.channel is None else turn.channel)
            self.audio.append(turn.audio)
            speaker = turn.speaker or ""
            number = self._numbers.get(speaker, self._numbers.get(speaker.lower(), -1))
            self.role.append(number)

    def texts(self) -> Iterator[str]:
        """Return the targets, in order."""
        return (self.targets[number] for number in range(len(self)))

    def drop_texts(self) -> None:
        """Free the memory of the targets, which are not needed after tokenization."""
        self.targets = PackedStrings()

    def location(self, turn: int) -> tuple[str, int]:
        """Return the source and line of a turn."""
        return self._sources[self.source[turn]], self.line[turn]

    def id_of(self, turn: int) -> str | int | None:
        """Return the id of a turn's record."""
        record_id: str | int | None = json.loads(self._ids[turn])
        return record_id

    def role_of(self, turn: int) -> str | None:
        """Return the role of a turn's speaker."""
        return self.roles[self.role[turn]] if self.role[turn] >= 0 else None


_MAX_TOKENS = 2  # per frame; nobody speaks faster, so the text belongs to other audio


class AudioSpan(NamedTuple):
    """`seconds` of a channel of a file, or of all of them averaged, from `start` on."""

    path: str
    start: float
    seconds: float
    channel: int | None = None


class Examples:
    """Training examples: turns of a store, and their tokens."""

    def __init__(
        self,
        store: TurnStore,
        turns: Sequence[int],
        ids: array[int],
        ends: Sequence[int],
        too_dense_for_ctc: Sequence[int],
    ) -> None:
        self._store = store
        self.too_dense_for_ctc = too_dense_for_ctc  # those with too few frames for CTC
        self._turns = np.array(turns, np.int64)
        self._ids = np.array(ids, np.int32)
        self._ends = np.array([0, *ends], np.int64)
        self.seconds: NDArray[np.float64] = np.array(store.seconds, np.float64)[self._turns]

    def __len__(self) -> int:
        return len(self._turns)

    @property
    def tokens(self) -> int:
        return len(self._ids)

    def count(self, token: int) -> int:
        """Return how often a token occurs."""
        return int((self._ids == token).sum())

    def targets(self, number: int) -> NDArray[np.int64]:
        return self._ids[self._ends[number] : self._ends[number + 1]].astype(np.int64)

    def audio_span(self, number: int) -> AudioSpan:
        """Return where the audio of an example is."""
        store, turn = self._store, int(self._turns[number])
        return AudioSpan(
            store.paths[store.path[turn]],
            store.start[turn],
            store.seconds[turn],
            store.channel[turn] if store.channel[turn] >= 0 else None,
        )

    def location(self, number: int) -> tuple[str, int]:
        """Return the source and line of an example."""
        return self._store.location(int(self._turns[number]))

    def digest(self) -> str:
        """Return a hash of all tokens, times, channels, and what is known of audio, in order."""
        store = self._store
        parts = self._ids, self._ends, self._turns, self.seconds
        of_turns = store.start, store.channel, store.audio
        return short_digest(part.tobytes() for part in (*parts, *of_turns))


def make_examples(
    store: TurnStore, tokens: AsrTokens, longest: float | None = None
) -> tuple[Examples, list[Reject]]:
    """Return the examples of a store's turns, and rejects for turns that cannot be trained on.

    With `longest`, in seconds, these are also longer turns, and more than `_MAX_TOKENS` per frame.
    """
    turns: list[int] = []
    ends: list[int] = []
    ids = array("i")
    bad: list[Reject] = []
    too_dense: list[int] = []
    for turn in range(len(store)):
        target = tokens.encode(store.targets[turn], store.role_of(turn))
        try:
            frames = _frames(store.seconds[turn], len(target), longest)
        except DataError as error:
            bad.append(Reject(*store.location(turn), store.id_of(turn), error.message))
            continue
        if frames < frames_for_ctc(target):
            too_dense.append(len(turns))
        turns.append(turn)
        ids.extend(target)
        ends.append(len(ids))
    return Examples(store, turns, ids, ends, too_dense), bad


def frames_for_ctc(tokens: Sequence[int]) -> int:
    """Return the frames that CTC needs: one per token, and one more between equal tokens."""
    return len(tokens) + sum(one == other for one, other in pairwise(tokens))


def _frames(seconds: float, tokens: int, longest: float | None) -> int:
    """Return the frames of an example. Raise `DataError` if it is too long or too short."""
    from privtool.models.asr.features import RATE, WINDOW, frame_count
    from privtool.models.asr.transducer.encoders import REDUCTION

    if longest is not None and seconds > longest:
        raise DataError(f"the audio is longer than {option('batch_seconds')} ({longest:g})")
    windows = frame_count(round(seconds * RATE))
    if not windows:
        raise DataError(f"the audio is shorter than a window of {WINDOW / RATE:g} s")
    frames = -(-windows // REDUCTION)
    if longest is not None and tokens > _MAX_TOKENS * frames:
        raise DataError(
            f"the audio has {frames} frames and the text {tokens} tokens: they do not belong "
            f"together, or more {option('tokens')} are needed"
        )
    return frames
