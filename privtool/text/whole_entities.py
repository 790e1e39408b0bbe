"""Entities are widened to whole words: what is left of a cut word would reveal the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import regex
from msgspec import UNSET

from privtool.core.record import Entity, Record
from privtool.core.spans import CHARACTERS, CUT, READ, Counts, in_characters
from privtool.text.words import VISIBLE, words

# One letter, digit, mark or invisible character after another. Scripts without spaces between
# words, or with particles that belong to no name, have runs in which entities end as they should.
_PART = rf"[[{VISIBLE}\p{{Cf}}]--[\p{{Han}}\p{{Hiragana}}\p{{Katakana}}\p{{Hangul}}\p{{Thai}}" \
        r"\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]]"  # fmt: skip
_INSIDE = regex.compile(rf"(?V1)(?<={_PART})(?={_PART})")


def read_given(record: Record, counts: Counts, unit: str | None = None) -> Record:
    """Return a record with whole words as entities, whose offsets are in code points.

    `unit` is what the offsets count; None means characters unless most entities cut words. Add to
    `counts` how many do. Raise what `in_characters` raises.
    """
    text, entities = record.text, record.entities
    if text is UNSET or not entities:
        return record
    spans = in_characters(text, entities, unit or CHARACTERS)
    whole, cut = whole_entities(text, entities, spans)
    if cut:
        counts[CUT] += cut
    if unit != CHARACTERS:  # given explicitly, it is certain
        counts[READ] += len(entities)
    return record if whole == entities else msgspec.structs.replace(record, entities=whole)


def whole_entities(
    text: str, entities: Sequence[Entity], spans: Sequence[tuple[int, int, bool]]
) -> tuple[tuple[Entity, ...], int]:
    """Return entities at the spans of `in_characters`, widened to words; and how many cut words.

    An entity cuts a word if it begins or ends between two letters or digits of it: not before an
    enclitic ("Anna's") or at a hyphen ("York-based"). Entities that then overlap become one, with
    the label of the first. White space at the ends of an entity that cut words is left out.
    """
    around = _words_around(text, {at for start, end, _ in spans for at in (start, end)})
    bounds = [(entity.start, entity.end, True) for entity in entities]
    if not around and bounds == spans and all(entity.text is UNSET for entity in entities):
        return tuple(entities), 0  # the usual case
    cut = 0
    new: list[Entity] = []
    for entity, (first, last, exact) in zip(entities, spans, strict=True):
        words_cut = [(first, last), *(around[at] for at in (first, last) if at in around)]
        start, end = min(start for start, _ in words_cut), max(end for _, end in words_cut)
        if not exact or (start, end) != (first, last):
            cut += 1
            start += len(text[start:end]) - len(text[start:end].lstrip())
            end = start + len(text[start:end].rstrip())
        if (start, end) != (entity.start, entity.end) or entity.text is not UNSET:
            entity = msgspec.structs.replace(entity, start=start, end=end, text=UNSET)
        while new and start < new[-1].end:
            before = new.pop()
            start, end = min(start, before.start), max(end, before.end)
            entity = Entity(start, end, before.label)
        new.append(entity)
    return tuple(new), cut


def _words_around(text: str, places: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Return the bounds of the word around each place that cuts one."""
    inside = {at for at in places if _INSIDE.match(text, at)}
    bounds = [word[:2] for word in words(text)] if inside else []
    return {
        at: (start, end)
        for start, end in bounds
        for at in inside.intersection(range(start + 1, end))
    }
