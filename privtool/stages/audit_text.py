"""What survives of private phrases in safe texts (definitions: docs/commands/audit-text.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from privtool.audit.counts import Counts, Key, add
from privtool.audit.gold import Gold
from privtool.audit.kept_records import KeptRecord
from privtool.audit.mentions import (
    Mention,
    count_against_policy,
    count_over_masking,
    count_survival,
    mentions_of,
    public_parts,
)
from privtool.audit.survival import Alignment, align
from privtool.audit.values import (
    contains,
    occurrences,
    parts_of,
    side_parts,
)
from privtool.core.errors import DataError
from privtool.core.fields import id_of, text_of
from privtool.core.record import Id, Record, check_spans, decode_all
from privtool.stages.audit_block import Audited
from privtool.text.policies import Policy
from privtool.text.words import overlapping_words


class AuditTextStage:
    """Compares safe records with the gold records of the same ids."""

    def __init__(
        self,
        gold: Gold,
        others: Mapping[str | int, bytes] | None = None,
        policy: Policy | None = None,
    ) -> None:
        self._gold, self._others, self._policy = gold, others, policy
        self._ids: set[Id] = set()

    def audit(self, records: Sequence[Record]) -> Iterator[Audited | str]:
        for record in records:
            try:
                yield self._compared(record)
            except DataError as error:
                yield error.message

    def _compared(self, record: Record) -> Audited:
        """What survives in a record, and in that of the other system if there is one."""
        gold = self._gold.of(record)
        if self._others is None:
            return self._audit(record, gold)
        if id_of(record) not in self._others:
            raise DataError("the other system has no record with this id")
        other = self._audit(decode_all(self._others[id_of(record)]), gold)
        return self._audit(record, gold)._replace(other=other.counts)

    def drain(self) -> set[Id]:
        """Return the ids of the records since the last call."""
        ids, self._ids = self._ids, set()
        return ids

    def _audit(self, record: Record, gold: KeptRecord) -> Audited:
        raw, safe = text_of(gold.record), text_of(record)
        replaced = _replaced(record, safe)
        alignment = align(raw, safe, replaced)
        mentions = list(mentions_of(gold.record, alignment))
        counts: Counts = Counter()
        self._ids.add(id_of(record))
        count_survival(counts, mentions, alignment)
        count_over_masking(counts, mentions, alignment)
        if self._policy is not None:
            count_against_policy(counts, mentions, alignment, raw, self._policy)
        seen = self._count_emission(counts, record, safe, raw, mentions)
        self._count_replay(counts, record, alignment, safe)
        return Audited(gold.unit, counts, _places(record, raw, mentions, seen))

    def _count_emission(
        self, counts: Counts, record: Record, safe: str, raw: str, mentions: Sequence[Mention]
    ) -> list[bool]:
        """Count phrases that can be read anywhere; return which ones of the mentions."""
        public = public_parts(raw, mentions)
        side = side_parts(record)
        parts = [*parts_of(safe), "", *side]
        seen: list[bool] = []
        for mention in mentions:
            looked_for = bool(mention.value) and not contains(public, mention.value)
            seen.append(looked_for and contains(parts, mention.value))
            if looked_for:
                add(counts, Key("reemission", mention.label), seen[-1], 1)
                add(counts, Key("reemission"), seen[-1], 1)
        whole = any(
            seen_here or (mention.left and mention.whole)
            for mention, seen_here in zip(mentions, seen, strict=True)
        )
        partly = whole or any(mention.left for mention in mentions)
        add(counts, Key("document_leak"), whole, 1)
        add(counts, Key("document_leak_strict"), partly, 1)
        found = next(occurrences(side, self._gold.direct), None)
        add(counts, Key("field_leak"), found is not None, 1)
        return seen

    def _count_replay(
        self, counts: Counts, record: Record, alignment: Alignment, safe: str
    ) -> None:
        masks = [] if record.masks is UNSET else [(m.start, m.end) for m in record.masks]
        marked = {n for numbers in overlapping_words(alignment.safe, masks) for n in numbers}
        hits = total = 0
        for run in alignment.new:
            parts: list[str] = []
            for number in run:
                start, end, _ = alignment.safe[number]
                parts += [""] if number in marked else parts_of(safe[start:end])
            total += sum(map(bool, parts))
            hits += sum(map(len, occurrences(parts, self._gold.values)))
        add(counts, Key("replay"), hits, total)


def _replaced(record: Record, safe: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for name in ("masks", "fills"):
        found: Any = getattr(record, name)
        if found is not UNSET:
            check_spans(found, len(safe), name)
            spans += [(span.start, span.end) for span in found]
    return sorted(spans)


def _places(
    record: Record, raw: str, mentions: Sequence[Mention], seen: Sequence[bool]
) -> list[dict[str, Any]]:
    places: list[dict[str, Any]] = []
    for mention, seen_here in zip(mentions, seen, strict=True):
        if mention.left or seen_here:
            places.append(
                {
                    "id": record.id,
                    "label": mention.label,
                    "start": mention.start,
                    "end": mention.end,
                    "phrase": raw[mention.start : mention.end],
                    "how": "survives" if mention.left else "re-emitted",
                }
            )
    return places
