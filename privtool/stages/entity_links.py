"""Links of masks: the same entity of a context has the same one, which never shows the entity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from privtool.core.fields import group_of
from privtool.core.record import Mask, Record
from privtool.core.spans import Span
from privtool.stages.tagged_words import first_spans, is_tagged
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.prf import Key, normalized, pseudonym
from privtool.text.words import words

_LINK = "link"


class EntityLinks(NamedTuple):
    """Links by a secret key: records with the same value of `field` are a context.

    A record without the field is a context of its own.
    """

    key: Key
    field: str

    def check(self, record: Record) -> None:
        """Raise `DataError` if the value of the field cannot be a context."""
        group_of(record, self.field)

    def add(
        self, record: Record, spans: Sequence[Span], masks: Sequence[Mask], *, whole: bool
    ) -> tuple[Mask, ...]:
        """Return the masks of a raw record; those of words that a span covers get a link.

        The words of an entity share a link. But those of a person have one each, as parts of a
        name are used alone, unless `whole`.
        """
        found = words("" if isinstance(record.text, msgspec.UnsetType) else record.text)
        covered = [found[number].key for number in sorted(first_spans(found, spans))]
        tagged = [number for number, mask in enumerate(masks) if is_tagged(mask.method)]
        runs: dict[tuple[int | msgspec.UnsetType, int], list[str]] = {}
        run_of: dict[int, tuple[int | msgspec.UnsetType, int]] = {}
        for number, word in zip(tagged, covered, strict=True):
            apart = not whole and canonical_label(masks[number].label) is Label.PERSON
            run_of[number] = masks[number].entity, number if apart else -1
            runs.setdefault(run_of[number], []).append(word)
        linked = list(masks)
        for number, run in run_of.items():
            label = canonical_label(masks[number].label)
            link = self._link(record, label, " ".join(runs[run]))
            linked[number] = msgspec.structs.replace(masks[number], link=link)
        return tuple(linked)

    def _link(self, record: Record, label: Label, phrase: str) -> str:
        context = group_of(record, self.field)
        if context is None:
            context = f"record:{type(record.id).__name__}:{record.id}"
        value = f"{len(context)}:{context}:{label.value}:{normalized(phrase)}"
        return pseudonym(self.key, _LINK, value)
