"""The entities of a text that phrases fill, and what the text says about each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.core.record import Mask
from privtool.stages.tagged_words import is_tagged
from privtool.stages.typed_text import runs_of
from privtool.text.filling.casing import NAMES, CaseStyle, case_style_of
from privtool.text.filling.slots import SlottedText
from privtool.text.labels import Label, canonical_label
from privtool.text.phrases.cues import topics_of
from privtool.text.phrases.heads import is_headed_word
from privtool.text.phrases.seats import is_unlabeled_phrase
from privtool.text.phrases.slots import PhrasePlace

_CONTEXT = 200  # characters
_SLOTS_BEFORE = 7  # of which the text before a phrase tells
_SLOT = "\ufffc"  # stands for another slot in the text around one
_LISTED = re.compile(r",? (?:and |or )?|, ?(?:and )?(?:uh|um),? ?(?:and )?")
_WRITTEN = re.compile(r'[\d%$\u00a3\u20ac"()<>:;]')
_SAID = re.compile(
    r"\b(?:[Uu]h|[Uu]m|[Yy]eah|[Oo]kay|I|[Yy]ou|[Mm]y|[Ww]e|me|us|[Oo]ur|"
    r"[Ii]t's|[Tt]hat's|[Tt]here's|[Ww]e're|[Tt]hey're|don't|didn't)\b"
)

_COUNTED = re.compile(
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety),? ", re.IGNORECASE
)


class EntityPlace(NamedTuple):
    """The first slot of an entity, its masks and its place."""

    first: int
    masks: tuple[Mask, ...]
    place: PhrasePlace


def places_of(text: SlottedText, shared: int, names: bool = True) -> list[EntityPlace]:
    """Return the places of the entities of a class but `WORD`, without `names` only of values.

    With them, words without a label whose place takes nothing but a name are places, too.
    """
    runs = runs_of(text)
    if names:
        runs = sorted([*_with_states(text, runs), *_seats(text)])
    else:
        runs = [run for run in runs if canonical_label(text.masks[run[0]].label).value not in NAMES]
    whole = " ".join(text.segments)
    topics, spoken = topics_of(whole), _is_spoken(text.segments)
    found: list[EntityPlace] = []
    labels = [text.masks[first].label for first, _ in runs]
    for number, (first, count) in enumerate(runs):
        place = PhrasePlace(
            text.masks[first].label,
            text.segments[first + 1 : first + count],
            _before(text, first),
            _after(text, first + count),
            spoken,
            topics,
            shared,
            _is_listed(text, runs, number - 1) or _is_listed(text, runs, number),
            labels.count(labels[number]) > 1,
            preceding=_neighbor(text, first, first - 1),
            following=_neighbor(text, first + count, first + count),
            after_stop=_neighbor(text, first + count, first + count, ". "),
        )
        found.append(EntityPlace(first, text.masks[first : first + count], place))
    return found


def _seats(text: SlottedText) -> list[tuple[int, int]]:
    """Return the words without a label whose place has one: a party, a state, or a surname.

    "[MASK] ([MASK]., [MASK].)", "Mrs. [MASK]".
    """
    return [
        (number, 1)
        for number, mask in enumerate(text.masks)
        if mask.label == Label.WORD.value and is_tagged(mask.method) and _has_phrase(text, number)
    ]


def _has_phrase(text: SlottedText, number: int) -> bool:
    before, after = _before(text, number), _after(text, number + 1)
    following, stopped = (_neighbor(text, number + 1, number + 1, gap) for gap in (" ", ". "))
    named = is_unlabeled_phrase(before, after, following, stopped)
    return named or is_headed_word(before, after)


def gap_before(text: SlottedText, runs: Sequence[EntityPlace], number: int) -> str | None:
    """Return the text between an entity and the one before it, if their labels are the same."""
    if not 0 < number < len(runs) or runs[number].place.label != runs[number - 1].place.label:
        return None
    return text_between(text, runs, number)


def text_between(text: SlottedText, runs: Sequence[EntityPlace], number: int) -> str | None:
    """Return the text between an entity and the one before it, if no slot is in it."""
    if not 0 < number < len(runs):
        return None
    before = runs[number - 1]
    adjacent = before.first + len(before.masks) == runs[number].first
    return text.segments[runs[number].first] if adjacent else None


def _with_states(text: SlottedText, runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the runs, a city and the state after it as one: "in [MASK], [MASK]."."""
    joined: list[tuple[int, int]] = []
    number = 0
    while number < len(runs):
        if _is_pair(text, runs, number):
            joined.append((runs[number][0], runs[number][1] + runs[number + 1][1]))
            number += 2
        else:
            joined.append(runs[number])
            number += 1
    return joined


def _is_pair(text: SlottedText, runs: list[tuple[int, int]], number: int) -> bool:
    if number + 1 >= len(runs):
        return False
    first, count = runs[number]
    second, more = runs[number + 1]
    masks = (*text.masks[first : first + count], *text.masks[second : second + more])
    return (
        first + count == second
        and text.segments[second] == ", "
        and all(canonical_label(mask.label) is Label.LOCATION for mask in masks)
        and not any(mask.link is not UNSET or mask.merged is True for mask in masks)
        and all("," not in gap for gap in (*text.segments[first + 1 : first + count],))
        and not (number and _is_listed(text, runs, number - 1))
        and not (number + 2 < len(runs) and _is_listed(text, runs, number + 1))
    )


def _is_listed(text: SlottedText, runs: list[tuple[int, int]], number: int) -> bool:
    """Return whether the entity and the next one are neighbors in a list of one label."""
    if not 0 <= number < len(runs) - 1:
        return False
    (first, count), (second, _) = runs[number : number + 2]
    return (
        first + count == second
        and text.masks[first].label == text.masks[second].label
        and _LISTED.fullmatch(text.segments[second]) is not None
    )


def _neighbor(text: SlottedText, segment: int, slot: int, gap: str = " ") -> str:
    """Return the label of a slot that only a gap, in a segment, separates from an entity."""
    near = text.segments[segment] == gap and 0 <= slot < len(text.masks)
    return text.masks[slot].label if near else ""


def _before(text: SlottedText, first: int) -> str:
    return _SLOT.join(text.segments[max(0, first - _SLOTS_BEFORE) : first + 1])[-_CONTEXT:]


def _after(text: SlottedText, next_: int) -> str:
    return _SLOT.join(text.segments[next_ : next_ + 3])[:_CONTEXT]


def _is_spoken(segments: Sequence[str]) -> bool:
    """Return whether numbers are words: in a text without digits that somebody said."""
    text = "\0".join(segments)
    if _WRITTEN.search(text):
        return False
    start = segments[0].lstrip()
    return (
        start[:1].islower()
        or _COUNTED.match(start) is not None
        or _SAID.search(text) is not None
        or case_style_of(text) is CaseStyle.LOWER
    )
