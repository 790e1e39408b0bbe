"""What survives of private phrases in safe texts (definitions: docs/commands/audit-text.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

import regex
from msgspec import UNSET

from privtool.audit.counts import Counts, Key, add
from privtool.audit.kept_records import Gold
from privtool.audit.survival import Alignment, align
from privtool.audit.values import (
    TRIVIAL,
    contained,
    is_direct,
    occurrences,
    parts_of,
    side_parts,
    value_of,
)
from privtool.core.blocks import process_each
from privtool.core.errors import DataError
from privtool.core.record import Id, Record, check_spans, decode_all, id_of, text_of
from privtool.stages.audit_block import Audited, place_of
from privtool.text.labels import canonical_label
from privtool.text.policies import Action, Policy
from privtool.text.words import overlapping_words, words

_GRAPHEME = regex.compile(r"\X")


class Mention(NamedTuple):
    """A private phrase: its label, value, words in the raw text, and which of them are left."""

    label: str
    direct: bool
    start: int
    end: int
    value: tuple[str, ...]
    words: list[int]
    left: list[int]


def mentions_of(gold: Record, alignment: Alignment) -> Iterator[Mention]:
    """Yield the private phrases that have words."""
    text, entities = text_of(gold), gold.entities or ()
    places = overlapping_words(alignment.raw, ((e.start, e.end) for e in entities))
    for entity, numbers in zip(entities, places, strict=True):
        own = [n for n in numbers if alignment.raw[n].key not in TRIVIAL] or [*numbers]
        if not own:
            continue
        yield Mention(
            canonical_label(entity.label).value,
            is_direct(entity.label),
            entity.start,
            entity.end,
            value_of(text[entity.start : entity.end]),
            own,
            [n for n in own if alignment.kept[n]],
        )


def count_survival(counts: Counts, mentions: Sequence[Mention], alignment: Alignment) -> None:
    """Count what survives of mentions: words, graphemes, mentions, entities of the record."""
    entities: dict[tuple[str, tuple[str, ...]], tuple[bool, bool]] = {}
    for mention in mentions:
        label, total, left = mention.label, len(mention.words), len(mention.left)
        for group in ("", label):
            add(counts, Key("token_leak", group), left, total)
            add(counts, Key("mention_leak", group), left > 0, 1)
        if mention.direct:
            add(counts, Key("direct"), left, total)
        graphemes = {n: _graphemes(_inside(alignment, n, mention)) for n in mention.words}
        leaked = sum(graphemes[n] for n in mention.left)
        for group in ("", label):
            add(counts, Key("residual", group), leaked, sum(graphemes.values()))
        keys = tuple(alignment.raw[n].key for n in mention.words)
        _, leaks = entities.get((label, keys), (False, False))
        entities[label, keys] = mention.direct, leaks or left > 0
    for direct, leaks in entities.values():
        add(counts, Key("entity_leak", "direct" if direct else "quasi"), leaks, 1)


def _inside(alignment: Alignment, number: int, mention: Mention) -> str:
    """The part of a word that is in a mention, as long as the word's key shows it."""
    start, end, key = alignment.raw[number]
    clipped = min(end, mention.end) - max(start, mention.start)
    return key if clipped == end - start else key[:clipped]


def _graphemes(text: str) -> int:
    return len(text) if text.isascii() else len(_GRAPHEME.findall(text))


def count_over_masking(counts: Counts, mentions: Sequence[Mention], alignment: Alignment) -> None:
    """Count the graphemes outside mentions that were masked."""
    spans = ((mention.start, mention.end) for mention in mentions)
    private = set(chain.from_iterable(overlapping_words(alignment.raw, spans)))
    masked = total = 0
    for number, (word, kept) in enumerate(zip(alignment.raw, alignment.kept, strict=True)):
        if number not in private:
            graphemes = _graphemes(word.key)
            total += graphemes
            masked += 0 if kept else graphemes
    add(counts, Key("over_masking"), masked, total)


def count_against_policy(
    counts: Counts, mentions: Sequence[Mention], alignment: Alignment, raw: str, policy: Policy
) -> None:
    """Count mentions that a policy does not keep, and those with a word left that it keeps out."""
    for mention in mentions:
        if policy.action(mention.label) is Action.KEEP:
            continue
        coarser = policy.coarser(mention.label, raw[mention.start : mention.end]) or ""
        allowed = {word.key for word in words(coarser)}
        left = any(alignment.raw[number].key not in allowed for number in mention.left)
        for group in ("", mention.label):
            add(counts, Key("policy_left", group), left, 1)


def public_parts(raw: str, mentions: Sequence[Mention]) -> list[str]:
    """Return the parts of the raw text outside mentions: values there are public words, too."""
    parts: list[str] = []
    at = 0
    for mention in mentions:
        parts += [*parts_of(raw[at : mention.start]), ""]
        at = mention.end
    return parts + parts_of(raw[at:])


@dataclass(slots=True)
class AuditTextStage:
    """Compares safe records with the gold records of the same ids."""

    gold: Gold
    others: Mapping[str | int, bytes] | None = None
    policy: Policy | None = None
    _ids: set[Id] = field(default_factory=set)

    def audit(self, records: Iterable[Record]) -> Iterator[Audited | str]:
        return process_each(records, self._compared, lambda _, audited: audited)

    def _compared(self, record: Record) -> Audited:
        """What survives in a record, and in that of the other system if there is one."""
        gold = self.gold.of(record)
        if self.others is None:
            return self._audit(record, *gold)
        if id_of(record) not in self.others:
            raise DataError("the other system has no record with this id")
        other = self._audit(decode_all(self.others[id_of(record)]), *gold)
        return self._audit(record, *gold)._replace(other=other.counts)

    def drain(self) -> set[Id]:
        """Return the ids of the records since the last call."""
        ids, self._ids = self._ids, set()
        return ids

    def _audit(self, record: Record, gold: Record, unit: str) -> Audited:
        raw, safe = text_of(gold), text_of(record)
        replaced: list[tuple[int, int]] = []
        for name in ("masks", "fills"):
            spans: Any = getattr(record, name)
            if spans is not UNSET:
                check_spans(spans, len(safe), name)
                replaced += [(span.start, span.end) for span in spans]
        alignment = align(raw, safe, sorted(replaced))
        mentions = list(mentions_of(gold, alignment))
        counts: Counts = Counter()
        self._ids.add(id_of(record))
        count_survival(counts, mentions, alignment)
        count_over_masking(counts, mentions, alignment)
        if self.policy is not None:
            count_against_policy(counts, mentions, alignment, raw, self.policy)
        seen = self._count_emission(counts, record, safe, raw, mentions)
        self._count_replay(counts, record, alignment, safe)
        places = [
            place_of(record, each.label, each, phrase=raw[each.start : each.end], how=how)
            for each, seen_here in zip(mentions, seen, strict=True)
            if (how := "survives" if each.left else "re-emitted" if seen_here else "")
        ]
        return Audited(unit, counts, places)

    def _count_emission(
        self, counts: Counts, record: Record, safe: str, raw: str, mentions: Sequence[Mention]
    ) -> list[bool]:
        """Count phrases that can be read anywhere; return which ones of the mentions."""
        values = {mention.value for mention in mentions if mention.value}
        values -= contained(public_parts(raw, mentions), values)
        side = side_parts(record)
        found = contained([*parts_of(safe), "", *side], values)
        seen = [mention.value in found for mention in mentions]
        for mention, seen_here in zip(mentions, seen, strict=True):
            if mention.value in values:
                add(counts, Key("reemission", mention.label), seen_here, 1)
                add(counts, Key("reemission"), seen_here, 1)
        whole = any(
            seen_here or mention.left == mention.words
            for mention, seen_here in zip(mentions, seen, strict=True)
        )
        partly = whole or any(mention.left for mention in mentions)
        add(counts, Key("document_leak"), whole, 1)
        add(counts, Key("document_leak_strict"), partly, 1)
        add(counts, Key("field_leak"), any(occurrences(side, self.gold.direct)), 1)
        return seen

    def _count_replay(
        self, counts: Counts, record: Record, alignment: Alignment, safe: str
    ) -> None:
        masks = [] if record.masks is UNSET else [(m.start, m.end) for m in record.masks]
        marked = set(chain.from_iterable(overlapping_words(alignment.safe, masks)))
        hits = total = 0
        for run in alignment.new:
            parts: list[str] = []
            for number in run:
                start, end, _ = alignment.safe[number]
                parts += [""] if number in marked else parts_of(safe[start:end])
            total += sum(map(bool, parts))
            hits += sum(map(len, occurrences(parts, self.gold.values)))
        add(counts, Key("replay"), hits, total)
