"""How records were masked: markers, methods and word lists, to mask held-out records likewise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.fields import entities_of, id_of, text_of
from privtool.core.record import Mask, Record, check_spans
from privtool.text.markers import MASK, merge_masks
from privtool.text.word_lists import WordList
from privtool.text.words import overlapping_words, words


@dataclass
class MaskStyle:
    """What the masked records have in common."""

    by_class: bool = False
    by_word: bool = False
    """Whether consecutive masked words have a marker each."""
    methods: dict[str, Counter[str]] = field(default_factory=dict)
    word_lists: dict[str, str] = field(default_factory=dict)

    def learn(self, record: Record) -> None:
        """Take over the style of a masked record. Raise `DataError` for any other one."""
        if record.masks is UNSET:
            raise DataError("field 'masks' is missing: masked records come from privtool mask")
        text = text_of(record)
        check_spans(record.masks, len(text), "masks")
        end = len(text)
        for mask in record.masks:
            self.by_class |= text[mask.start : mask.end] != MASK
            self.by_word |= mask.start - end > 0 and text[end : mask.start].isspace()
            end = mask.end
            self.methods.setdefault(mask.label, Counter())[mask.method] += 1
        if record.word_lists is not UNSET:
            self.word_lists |= record.word_lists

    def masked(self, record: Record, find_list: Callable[[str], WordList]) -> Record:
        """Return a raw record with the words of its entities masked.

        `find_list` returns the word list of a reference: a mask says which lists do not keep its
        word, which tells an attacker much. Raise `DataError` for a record without entities.
        """
        if record.entities is UNSET:
            raise DataError(
                "a held-out record needs 'entities': get them by `privtool mask --annotate` with "
                "the options that masked the other records"
            )
        text, parts, masks = text_of(record), [], []
        entities = entities_of(record)
        check_spans(entities, len(text), "entities")
        found = words(text)
        entity_of: dict[int, int] = {}
        covered = overlapping_words(found, ((each.start, each.end) for each in entities))
        for number, indices in enumerate(covered):
            entity_of |= dict.fromkeys(set(indices) - entity_of.keys(), number)
        lists = {method: find_list(each) for method, each in self.word_lists.items()}
        end = length = 0
        for index in sorted(entity_of):
            label = entities[entity_of[index]].label
            marker = f"[{label}]" if self.by_class else MASK
            word = found[index]
            parts += [text[end : word.start], marker]
            start = length + word.start - end
            length, end = start + len(marker), word.end
            method = self._method(label, word.key, lists)
            masks.append(Mask(start, length, label, method, 1 + entity_of[index]))
        masked, of_words = "".join([*parts, text[end:]]), tuple(masks)
        if not self.by_word:
            masked, of_words = merge_masks(masked, of_words, self.by_class)
        return Record(
            id=id_of(record),
            text=masked,
            masks=of_words,
            word_lists=dict(self.word_lists) or UNSET,
        )

    def _method(self, label: str, key: str, lists: Mapping[str, WordList]) -> str:
        """Return the methods that mask a word: the lists that lack it, and others of its label.

        Where that is none, those that mask most words of the label; of an unseen one, most words.
        """
        counts = self.methods.get(label) or sum(self.methods.values(), Counter[str]())
        usual = min(counts, key=lambda method: (-counts[method], method), default="")
        lacking = [method for method, words in lists.items() if not words.keeps(key)]
        others = [method for method in usual.split("+") if method not in lists]
        return "+".join(filter(None, (*lacking, *others))) or usual
