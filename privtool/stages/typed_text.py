"""The slots of a text that are part of one entity, and the text once they are filled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from privtool.core.record import Mask
from privtool.text.filling.slots import SlottedText
from privtool.text.labels import Label
from privtool.text.lexicon import words as lexicon_words
from privtool.text.words import words

Run = tuple[int, int]  # the first slot of an entity and the number of its slots
SHORT = 3  # letters of words that may be said again


def runs_of(text: SlottedText) -> list[Run]:
    """Return the first slot and the number of slots of each entity of a class but `WORD`.

    Where masks do not say which entity they belong to, slots of one label with a space between
    them are one.
    """
    runs: list[Run] = []
    before: Mask | None = None
    for number, mask in enumerate(text.masks):
        if mask.label == Label.WORD.value:
            before = None
            continue
        gap = text.segments[number]
        if before is not None and before.label == mask.label and _are_one(before, mask, gap):
            runs[-1] = runs[-1][0], runs[-1][1] + 1
        else:
            runs.append((number, 1))
        before = mask
    return runs


def _are_one(one: Mask, other: Mask, gap: str) -> bool:
    if one.entity is UNSET or other.entity is UNSET:
        return gap == " "
    return one.entity == other.entity and "\n" not in gap


def said_words(segments: Sequence[str]) -> frozenset[str]:
    """Return the words of a text, in lower case, that say more than how others relate."""
    found = {word.key for segment in segments for word in words(segment)}
    return frozenset(word for word in found if len(word) > SHORT) - lexicon_words("fills.no_nouns")


def joined_segments(segments: Sequence[str], chosen: Mapping[int, str]) -> list[str]:
    """Return the segments between the slots that have no word yet."""
    joined = [segments[0]]
    for number, segment in enumerate(segments[1:]):
        if number in chosen:
            joined[-1] += chosen[number] + segment
        else:
            joined.append(segment)
    return joined
