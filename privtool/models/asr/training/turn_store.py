"""Compact storage of training turns: some hundred bytes each, without audio."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Turn(NamedTuple):
    """An utterance: `seconds` of a file from `start` on, and its target.

    `line` is its line in the source. Without `channel` all channels are averaged.
    """

    line: int
    id: str | int | None
    path: str
    start: float
    seconds: float
    target: str
    speaker: str | None
    channel: int | None = None


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
    """Turns whose tokens are not known yet; `roles` are the speakers that have a token.

    Roles match in any case, as their tags in texts do.
    """

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
