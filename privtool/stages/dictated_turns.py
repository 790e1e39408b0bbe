"""Values dictated one digit or letter per turn: which turns of a conversation are parts of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from privtool.stages.name_set import NameSet, context_of_turn, name_hash
from privtool.text.detection.said.turns import LONGEST_TURN, Announcement, TurnKind, read_turn

_MOST_OPEN = 10_000  # conversations at a time
_FEWEST = {Announcement.NONE: 7, Announcement.HINT: 4, Announcement.CUE: 3}  # items
_MOST_PER_TURN = 2  # items of a turn that count
_MOST_BETWEEN = 7  # cost of the turns between two items
_COSTS = {TurnKind.PAUSE: 1, TurnKind.OTHER: 3, TurnKind.EDGE: 3}
_MOST_PENDING = 32  # turns of a run that is not long enough yet
_DICTATED = "\0dictated"  # no name has a NUL


class TurnSign(NamedTuple):
    """What is remembered of a turn: its line, and hashes of its conversation and text."""

    line: int
    group: int
    kind: int
    announcement: int
    clear: int
    weak: int
    turn: int


def turn_sign(line: int, group: str, text: str) -> TurnSign:
    reading = read_turn(text)
    return TurnSign(
        line=line,
        group=name_hash(group, _DICTATED),
        kind=reading.kind,
        announcement=reading.announcement,
        clear=min(reading.clear, _MOST_PER_TURN),
        weak=min(reading.weak, 1),
        turn=turn_hash(group, text) if reading.items else 0,
    )


def turn_hash(group: str, text: str) -> int:
    """Return the hash of a dictated turn in its conversation."""
    return name_hash(context_of_turn(group, text), _DICTATED)


def is_dictated(known: NameSet, group: str, text: str) -> bool:
    """Return whether a turn was found to be a part of a dictated value."""
    return len(text) <= LONGEST_TURN and turn_hash(group, text) in known


@dataclass(slots=True)
class _Run:
    """The items of a conversation since the last announcement or the last other talk."""

    announcement: Announcement = Announcement.NONE
    between: int = 0
    clear: int = 0  # items
    weak: int = 0  # turns of words that may be items
    others: int = 0
    pending: list[int] = field(default_factory=list)

    @property
    def items(self) -> int:
        """How many turns count: those of words that may be items only after an announcement."""
        announced = self.announcement is not Announcement.NONE
        return self.clear + self.weak if announced and self.clear else self.clear


class DictatedTurns:
    """Joins the turns of conversations, in bounded memory."""

    def __init__(self) -> None:
        self._runs: dict[int, _Run] = {}

    def add(self, sign: TurnSign) -> Iterator[int]:
        """Yield the hashes of the turns that are known to be dictated with this one."""
        run = self._runs.pop(sign.group, None) or _Run()
        self._runs[sign.group] = run
        if len(self._runs) > _MOST_OPEN:
            del self._runs[next(iter(self._runs))]
        announces = sign.announcement > run.announcement or not run.pending
        if sign.announcement and announces:
            run.announcement = max(run.announcement, Announcement(sign.announcement))
            run.between = run.others = 0
        if _is_item(run, sign):
            yield from _add_item(run, sign)
        elif not (sign.announcement and announces):
            run.between += _COSTS.get(TurnKind(sign.kind), _MOST_BETWEEN + 1)
            run.others += sign.kind == TurnKind.OTHER
            if run.between > _MOST_BETWEEN or run.others > run.items + 1:
                self._runs[sign.group] = _Run(Announcement(sign.announcement))


def _is_item(run: _Run, sign: TurnSign) -> bool:
    if sign.kind == TurnKind.EDGE:
        return run.announcement is not Announcement.NONE or run.clear > 1
    return sign.kind == TurnKind.ITEM


def _add_item(run: _Run, sign: TurnSign) -> Iterator[int]:
    """Yield the hashes of the turns of a run that is long enough."""
    announced = run.announcement is not Announcement.NONE
    run.between = 0 if sign.clear else run.between + (not announced)
    run.clear += sign.clear
    run.weak += sign.weak
    run.pending.append(sign.turn)
    del run.pending[:-_MOST_PENDING]
    if run.items >= _FEWEST[run.announcement] and run.others * 2 <= run.items:
        yield from run.pending
        run.pending.clear()
