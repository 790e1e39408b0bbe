"""The entities of a text that phrases fill, and what the text says about each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.core.record import Mask
from privtool.stages.tagged_words import is_tagged
from privtool.text.filling.casing import CaseStyle, case_style_of
from privtool.text.filling.slots import SlottedText
from privtool.text.fills.place import CHAT, PROSE, SLOT, SPOKEN, FillPlace
from privtool.text.labels import Label, canonical_label
from privtool.text.words import words

NAMES = frozenset((Label.PERSON, Label.LOCATION, Label.ORGANIZATION, Label.MISC, Label.WORD))
_CONTEXT = 200  # characters
_SLOTS_BEFORE, _SLOTS_AFTER = 7, 3  # of which the text around a phrase tells
_LISTED = re.compile(r",? (?:and |or )?|, ?(?:and )?(?:uh|um),? ?(?:and )?")
_UPPER = re.compile(r"(?: [a-z]+)?(?:,? (?:to|and|or|through|until)|-) [$\u00a3\u20ac]?")
_WRITTEN = re.compile(r'[\d%$\u00a3\u20ac"()<>:;]')
_SAID = re.compile(
    r"\b(?:I|[Yy]ou|[Mm]y|[Ww]e|me|us|[Oo]ur|"
    r"[Ii]t's|[Tt]hat's|[Tt]here's|[Ww]e're|[Tt]hey're|don't|didn't)\b"
)
_CHAT = re.compile(
    r"\b(?:[Ii](?!\.)|[Ii]['\u2019]\w+|[Mm]y|me|[Yy]ou|[Yy]our|[Ll]ol|gonna|[Yy]eah)\b|!"
)
_TITLED = re.compile(r"\b(?:mrs?|ms|dr)\.\s+$", re.IGNORECASE)
# What writers hardly do: they hesitate, repeat themselves, stop in the middle of a sentence.
_HESITANT = re.compile(
    r"\b(?:uh|um|yeah|okay|you know|i mean|i guess)\b|\b(\w[\w']*(?: \w[\w']*){0,2}), \1\b|,\s*$",
    re.IGNORECASE,
)
_LOOSE = re.compile(r"(?:and|well|so|but|oh|see|because|now|yes|no)\b|.*[\w\0]\s*$", re.I | re.S)


Run = tuple[int, int]  # the first slot of an entity and the number of its slots


class EntityPlace(NamedTuple):
    """The first slot of an entity, its masks and its place."""

    first: int
    masks: tuple[Mask, ...]
    place: FillPlace


def places_of(text: SlottedText, shared: int, names: bool = True) -> list[EntityPlace]:
    """Return the places of the entities of a class, without `names` only of values."""
    runs = runs_of(text)
    if names:
        runs = _with_states(text, runs)
    else:
        runs = [run for run in runs if canonical_label(text.masks[run[0]].label) not in NAMES]
    style = style_of(text.segments)
    topics = frozenset(word.key for segment in text.segments for word in words(segment))
    found: list[EntityPlace] = []
    for number, (first, count) in enumerate(runs):
        place = FillPlace(
            text.masks[first].label,
            text.segments[first + 1 : first + count],
            SLOT.join(text.segments[max(0, first - _SLOTS_BEFORE) : first + 1])[-_CONTEXT:],
            SLOT.join(text.segments[first + count :][:_SLOTS_AFTER])[:_CONTEXT],
            style,
            topics,
            shared,
            _is_listed(text, runs, number - 1) or _is_listed(text, runs, number),
            is_upper=_UPPER.fullmatch(text.segments[first]) is not None,
            is_lower=_UPPER.fullmatch(text.segments[first + count]) is not None,
        )
        found.append(EntityPlace(first, text.masks[first : first + count], place))
    return found


def runs_of(text: SlottedText) -> list[Run]:
    """Return the first slot and the number of slots of each entity of a class.

    That includes words of a tagger without a label after a title: "Mrs. [MASK]". Where masks do not
    say which entity they belong to, slots of one label with a space between them are one.
    """
    runs: list[Run] = []
    before: Mask | None = None
    for number, mask in enumerate(text.masks):
        gap = text.segments[number]
        titled = is_tagged(mask.method) and _TITLED.search(gap)
        if mask.label == Label.WORD.value and not titled:
            before = None
            continue
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


def style_of(segments: Sequence[str]) -> str:
    """Return the style of a text: spoken if it has no digits and sounds like it."""
    text = "\0".join(segments)
    if not _WRITTEN.search(text):
        said = _HESITANT.search(text) or (_LOOSE.match(text) and _SAID.search(text))
        if said or text.lstrip()[:1].islower() or case_style_of(text) is CaseStyle.LOWER:
            return SPOKEN
    return CHAT if _CHAT.search(text) else PROSE


def _with_states(text: SlottedText, runs: list[Run]) -> list[Run]:
    """Return the runs, a city and the state after it as one: "in [MASK], [MASK]."."""
    joined: list[Run] = []
    for number, (first, count) in enumerate(runs):
        if number and joined[-1] == runs[number - 1] and _is_pair(text, runs, number - 1):
            joined[-1] = joined[-1][0], joined[-1][1] + count
        else:
            joined.append((first, count))
    return joined


def _is_pair(text: SlottedText, runs: list[Run], number: int) -> bool:
    if text.segments[runs[number + 1][0]] != ", ":
        return False
    (first, count), (second, more) = runs[number : number + 2]
    masks = text.masks[first : second + more]
    listed = _is_listed(text, runs, number - 1) or _is_listed(text, runs, number + 1)
    return (
        first + count == second
        and not listed
        and all(canonical_label(mask.label) is Label.LOCATION for mask in masks)
        and not any(mask.link is not UNSET or mask.merged is True for mask in masks)
        and not any("," in gap for gap in text.segments[first + 1 : first + count])
    )


def _is_listed(text: SlottedText, runs: list[Run], number: int) -> bool:
    """Return whether the entity and the next one are neighbors in a list of one label."""
    if not 0 <= number < len(runs) - 1:
        return False
    (first, count), (second, _) = runs[number : number + 2]
    return (
        first + count == second
        and text.masks[first].label == text.masks[second].label
        and _LISTED.fullmatch(text.segments[second]) is not None
    )
