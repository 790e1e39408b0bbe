"""What is remembered of conversations: hashes of names, and turns that are parts of a value.

Names are in a set of bounded memory, which never loses one and keeps hashes instead of texts. A
value may be dictated one digit or letter a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from privtool.text.detection.dictation.turns import LONGEST_TURN, Announcement, TurnKind, read_turn

_SHORT = 60  # characters


def is_short(text: str) -> bool:
    """Return whether a text may be an answer that needs its question to be understood."""
    return len(text) <= _SHORT


def context_of_turn(group: str, text: str) -> str:
    """Return the context of names that are private in records with this text alone."""
    return f"{group}\0{text}"


def name_hash(context: str, name: str) -> int:
    """Return the hash of a name in a context, of 128 bits."""
    digest = blake2b(f"{context}\0{name}".encode("utf-8", "surrogatepass"), digest_size=16)
    return int.from_bytes(digest.digest(), "little")


_BITS = 1 << 29  # 64 MiB
_PROBES = 4
_HALF = (1 << 64) - 1
MOST_NAMES = 20_000_000  # up to here a look-up errs 4 times in 10,000


class NameSet:
    """A Bloom filter of 128-bit hashes. Source: Bloom 1970; double hashing: Kirsch 2006.

    It may have what was not added, ever more often over `MOST_NAMES`: then words are masked that
    are no names. It depends neither on the order nor on repetitions.
    """

    def __init__(self, bits: int = _BITS) -> None:
        self._bits = bits
        self._bytes = bytearray(bits // 8)
        self.size = 0  # distinct names, about

    def add_all(self, hashes: Iterable[int]) -> None:
        for value in hashes:
            is_new = False
            for place in self._places(value):
                byte, bit = place >> 3, 1 << (place & 7)
                is_new = is_new or not self._bytes[byte] & bit
                self._bytes[byte] |= bit
            self.size += is_new

    def __contains__(self, value: int) -> bool:
        return all(self._bytes[place >> 3] >> (place & 7) & 1 for place in self._places(value))

    def _places(self, value: int) -> Iterable[int]:
        low, high = value & _HALF, value >> 64 | 1
        return ((low + probe * high) % self._bits for probe in range(_PROBES))


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
        # An edge is an item of a value that was announced or has begun.
        begun = run.announcement is not Announcement.NONE or run.clear > 1
        if sign.kind == TurnKind.ITEM or (sign.kind == TurnKind.EDGE and begun):
            announced = run.announcement is not Announcement.NONE
            run.between = 0 if sign.clear else run.between + (not announced)
            run.clear += sign.clear
            run.weak += sign.weak
            run.pending.append(sign.turn)
            del run.pending[:-_MOST_PENDING]
            if run.items >= _FEWEST[run.announcement] and run.others * 2 <= run.items:
                yield from run.pending
                run.pending.clear()
        elif not (sign.announcement and announces):
            run.between += _COSTS.get(TurnKind(sign.kind), _MOST_BETWEEN + 1)
            run.others += sign.kind == TurnKind.OTHER
            if run.between > _MOST_BETWEEN or run.others > run.items + 1:
                self._runs[sign.group] = _Run(Announcement(sign.announcement))
