"""How records were masked: markers, methods and word lists, to mask held-out records likewise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.fields import entities_of, id_of, text_of
from privtool.core.record import Mask, Record, check_spans
from privtool.text.markers import MASK


@dataclass
class MaskStyle:
    """What the masked records have in common."""

    by_class: bool = False
    methods: dict[str, Counter[str]] = field(default_factory=dict)
    word_lists: dict[str, str] = field(default_factory=dict)

    def learn(self, record: Record) -> None:
        """Take over the style of a masked record. Raise `DataError` for any other one."""
        if record.masks is UNSET:
            raise DataError("field 'masks' is missing: masked records come from privtool mask")
        text = text_of(record)
        check_spans(record.masks, len(text), "masks")
        for mask in record.masks:
            self.by_class |= text[mask.start : mask.end] != MASK
            self.methods.setdefault(mask.label, Counter())[mask.method] += 1
        if record.word_lists is not UNSET:
            self.word_lists |= record.word_lists

    def masked(self, record: Record) -> Record:
        """Return a raw record with its entities masked. Raise `DataError` for one without them."""
        if record.entities is UNSET:
            raise DataError(
                "a held-out record needs 'entities': get them by `privtool mask --annotate` with "
                "the options that masked the other records"
            )
        text, parts, masks = text_of(record), [], []
        check_spans(entities_of(record), len(text), "entities")
        end = length = 0
        for entity in entities_of(record):
            marker = f"[{entity.label}]" if self.by_class else MASK
            parts += [text[end : entity.start], marker]
            start = length + entity.start - end
            length, end = start + len(marker), entity.end
            masks.append(Mask(start, length, entity.label, self._method(entity.label)))
        return Record(
            id=id_of(record),
            text="".join([*parts, text[end:]]),
            masks=tuple(masks),
            word_lists=dict(self.word_lists) or UNSET,
        )

    def _method(self, label: str) -> str:
        """Return the most frequent method of a label; of an unseen one, that of all labels."""
        counts = self.methods.get(label) or _sum(self.methods.values())
        return min(counts, key=lambda method: (-counts[method], method), default="")


def _sum(counters: Iterable[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for each in counters:
        total.update(each)
    return total
