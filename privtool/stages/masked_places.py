"""The places in a raw text that markers stand for, and coarser values instead of markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import msgspec

from privtool.core.blocks import Counts
from privtool.core.record import Mask
from privtool.core.spans import replace_ranges
from privtool.stages.originals import Place
from privtool.stages.tagged_words import KEPT_WORDS
from privtool.text.markers import mask_groups, merge_masks
from privtool.text.policies import Policy
from privtool.text.words import words

GENERALIZED = "generalized"  # a count


class MaskedText(NamedTuple):
    """A masked text, its masks, the place in the raw text of each, and what is coarser."""

    raw: str
    text: str
    masks: tuple[Mask, ...]
    where: Sequence[tuple[int, int]]
    coarser: tuple[Place, ...] = ()

    @property
    def places(self) -> list[Place]:
        """What was replaced, in order."""
        masked = (
            (mask.start, self.text[mask.start : mask.end], self.raw[start:end])
            for mask, (start, end) in zip(self.masks, self.where, strict=True)
        )
        return sorted((*masked, *self.coarser))

    def with_coarser(self, policy: Policy, counts: Counts) -> MaskedText:
        """Return the text with coarser values in place of the markers of entities that have one.

        Entities that stay as they are count as words kept by choice.
        """
        masks: list[Mask] = []
        where: list[tuple[int, int]] = []
        ranges: list[tuple[int, int, str]] = []
        coarser: list[Place] = []
        shift = 0
        pairs = zip(self.masks, self.where, strict=True)
        for _, group in groupby(pairs, key=lambda pair: pair[0].entity):
            entity = list(group)
            (first, (start, _)), (last, (_, end)) = entity[0], entity[-1]
            phrase = self.raw[start:end]
            value = policy.coarser(first.label, phrase)
            if value is None:
                for mask, place in entity:
                    at = mask.start + shift
                    end_at = mask.end + shift
                    masks.append(msgspec.structs.replace(mask, start=at, end=end_at))
                    where.append(place)
                continue
            if value == phrase:
                counts[KEPT_WORDS] += len(entity)
            else:
                counts[GENERALIZED] += 1
                coarser.append((first.start + shift, value, phrase))
            ranges.append((first.start, last.end, value))
            shift += len(value) - (last.end - first.start)
        text = replace_ranges(self.text, ranges)
        return MaskedText(self.raw, text, tuple(masks), where, tuple(coarser))

    def merged(self, by_class: bool) -> MaskedText:
        """Return the text with one marker for consecutive masked words; nothing may be coarser."""
        where, at = list[tuple[int, int]](), 0
        for group in mask_groups(self.text, self.masks, by_class):
            where.append((self.where[at][0], self.where[at + len(group) - 1][1]))
            at += len(group)
        text, masks = merge_masks(self.text, self.masks, by_class)
        return MaskedText(self.raw, text, masks, where)


def masked_text(raw: str, text: str, masks: tuple[Mask, ...]) -> MaskedText:
    """Return a masked text whose masks are a word each, with their places in the raw text."""
    return MaskedText(raw, text, masks, list(_where(raw, masks)))


def _where(raw: str, masks: Sequence[Mask]) -> Iterator[tuple[int, int]]:
    """Yield the place of the word of each mask; the text between masks did not change."""
    at = done = 0
    for mask in masks:
        start = at + mask.start - done
        chunk = raw.rfind(" ", 0, start) + 1, raw.find(" ", start)
        text = raw[chunk[0] : chunk[1] if chunk[1] >= 0 else len(raw)]
        at, done = chunk[0] + _ends(text)[start - chunk[0]], mask.end
        yield start, at


@lru_cache(maxsize=1 << 16)
def _ends(chunk: str) -> dict[int, int]:
    """Return the ends of the words of a chunk without spaces, by their starts."""
    return {word.start: word.end for word in words(chunk)}
