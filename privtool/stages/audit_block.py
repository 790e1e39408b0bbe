"""What an audit makes of a block of records: counts by unit, and the places of leaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from privtool.audit.counts import Counts
from privtool.core.blocks import Format, Reject, decode_lines, rejected
from privtool.core.named_fields import NamedFields
from privtool.core.reading import Block
from privtool.core.record import Record


class Audited(NamedTuple):
    """What was counted in a record, for its unit, and where it leaks (JSON, private).

    `other` is what was counted in the record of another system, where two are compared. A record
    that is not `counted` is not one of those whose number and units the result gives.
    """

    unit: str
    counts: Counts
    places: Sequence[dict[str, Any]] = ()
    other: Counts | None = None
    counted: bool = True


def place_of(record: Record, label: str, where: Any, **more: object) -> dict[str, Any]:
    """Return a place of a leak; `where` has its `start` and `end` in the raw text."""
    return {"id": record.id, "label": label, "start": where.start, "end": where.end, **more}


class AuditStage(Protocol):
    """Attacks records: gives what it counted in each, or the reason for a reject, in order.

    `drain` returns what was found across records since the last call, picklable, or `None`.
    """

    def audit(self, records: Iterable[Record]) -> Iterable[Audited | str]: ...

    def drain(self) -> Any: ...


class AuditTally(NamedTuple):
    """The counts of a block by unit, its records by unit, places, and bad lines."""

    counts: dict[str, Counts]
    others: dict[str, Counts]
    records: Counter[str]
    places: bytes
    across: Any
    rejects: list[Reject]


class AuditBlock:
    """Builds a stage in its process; decodes blocks and audits their good records."""

    def __init__(
        self,
        build: Callable[[], AuditStage],
        keep_going: bool,
        with_places: bool,
        fields: NamedFields | None = None,
    ) -> None:
        self._stage, self._keep_going, self._with_places = build(), keep_going, with_places
        self._format = Format(unknown_fields=True, require_ids=True, fields=fields)

    def __call__(self, block: Block) -> AuditTally:
        decoded, rejects = decode_lines(block, self._format, self._keep_going)
        tally = AuditTally({}, {}, Counter(), b"", None, [])
        places: list[bytes] = []
        outcomes = self._stage.audit([record for _, record in decoded])
        for (number, record), outcome in zip(decoded, outcomes, strict=True):
            if isinstance(outcome, str):
                rejects.append(rejected(block, number, record, outcome))
                if not self._keep_going:
                    break
                continue
            if outcome.counted:
                tally.records[outcome.unit] += 1
            tally.counts.setdefault(outcome.unit, Counter()).update(outcome.counts)
            if outcome.other is not None:
                tally.others.setdefault(outcome.unit, Counter()).update(outcome.other)
            if self._with_places:
                places += [msgspec.json.encode(place) + b"\n" for place in outcome.places]
        rejects.sort(key=lambda reject: reject.number)
        return tally._replace(places=b"".join(places), across=self._stage.drain(), rejects=rejects)
