"""Markers of masked words, text that looks like one, labels by form for masks without a tagger."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from msgspec import UNSET

from privtool.core.record import Entity, Mask
from privtool.core.spans import Span, replace_ranges
from privtool.text.labels import Label, canonical_label, is_known_label

MASK = "[MASK]"
MARKERS = (MASK, *(f"[{label.value}]" for label in Label))  # all markers that `mask` writes

# Anything that a person, a model or this tool would read as a marker: bracketed capitals and
# special tokens of language models. In an input they are data and are masked like unknown words.
LOOKALIKE = (
    r"\[(?:[A-Z][A-Z0-9_]*|(?i:mask|sep|cls|pad|unk))\]"
    r"|</?(?i:s|mask|unk|pad|bos|eos)>"
    r"|<\|[A-Za-z_]{1,32}\|>"
)
_LOOKALIKE = re.compile(LOOKALIKE)
_LINE_END = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")  # as for str.splitlines


def marker_for(label: str, by_class: bool) -> str:
    """Return the marker of a mask: `[MASK]`, or the label in brackets."""
    return f"[{label}]" if by_class else MASK


def lookalike_label(text: str) -> Label | None:
    """Return the label that a marker-like text names (or `WORD`), None for ordinary text."""
    return _label_of(text) if text[:1] in ("[", "<") and _LOOKALIKE.fullmatch(text) else None


def _label_of(marker: str) -> Label:
    name = marker[1:-1]
    return Label(name) if name in Label.__members__ else Label.WORD


def lookalikes(text: str) -> list[Span]:
    """Return all that looks like a marker: in an input it is data (rule 4 of docs/design.md)."""
    if "[" not in text and "<" not in text:
        return []  # nearly always
    return [
        Span(*match.span(), _label_of(match.group()).value) for match in _LOOKALIKE.finditer(text)
    ]


def unlabeled_lookalikes(text: str, entities: Sequence[Entity]) -> list[Span]:
    """Return the lookalikes of a text that are not inside an entity."""
    covered = sorted((each.start, each.end) for each in entities)
    ends = [0, *(end for _, end in covered)]
    found = ((each, bisect_right(covered, (each.start, len(text)))) for each in lookalikes(text))
    return [each for each, before in found if each.end > ends[before]]


def merge_masks(
    text: str, masks: Sequence[Mask], by_class: bool = False
) -> tuple[str, tuple[Mask, ...]]:
    """Merge masks that only spaces separate (Vats 2023, section 4.2.2).

    Return the new text and masks. A merged mask has the methods of all its parts, the label of the
    first part of known class, the number of the first entity, and the link if all parts have the
    same.
    """
    new: list[Mask] = []
    replaced: list[tuple[int, int, str]] = []
    shift = 0
    for group in mask_groups(text, masks, by_class):
        first, end = group[0], group[-1].end
        marker = text[first.start : first.end]
        replaced.append((first.start, end, marker))
        moved = (first.start + shift, first.start + shift + len(marker))
        label = next((mask.label for mask in group if mask.label != Label.WORD.value), first.label)
        methods = dict.fromkeys("+".join(mask.method for mask in group).split("+"))
        merged = len(group) > 1 or first.merged
        link = first.link if all(mask.link == first.link for mask in group) else UNSET
        new.append(Mask(*moved, label, "+".join(methods), first.entity, merged, link))
        shift += len(marker) - (end - first.start)
    return replace_ranges(text, replaced), tuple(new)


def mask_groups(text: str, masks: Sequence[Mask], by_class: bool = False) -> list[list[Mask]]:
    """Return the masks that `merge_masks` makes one: those that only spaces separate.

    Masks in different lines are not merged: speakers may differ. With class markers, masks of
    different labels are not merged.
    """
    groups: list[list[Mask]] = []
    for mask in masks:
        last = groups[-1][-1] if groups else None
        gap = text[last.end : mask.start] if last else ""
        if (
            last is not None
            and (not gap or (gap.isspace() and not _LINE_END.search(gap)))
            and (last.label == mask.label or not by_class)
        ):
            groups[-1].append(mask)
        else:
            groups.append([mask])
    return groups


_FOREIGN = re.compile(
    r"(?P<open>\[|<|\{\{?|\(\()\s?(?P<label>[A-Z][A-Z_ -]{1,38}?)(?P<number>[_ -]?\d{1,4})?\s?"
    r"(?:\]|>|\}\}?|\)\))"
)
"""Class markers as many tools write them: `<PERSON>`, `{{DATE_TIME}}`, `[NAME_1]`."""


def foreign_marker(text: str) -> tuple[str, bool] | None:
    """Return the label that a marker of any tool names, and whether it has a number; else None."""
    match = _FOREIGN.fullmatch(text)
    if match is None or not is_known_label(match["label"]):
        return None
    return canonical_label(match["label"]).value, match["number"] is not None


def markers_left(text: str) -> int:
    """Return how many class markers of any tool a text has."""
    if not any(sign in text for sign in "[<{("):
        return 0  # nearly always
    found = (match.group() for match in _FOREIGN.finditer(text))
    return sum(marker == MASK or foreign_marker(marker) is not None for marker in found)


TAG = r"(?i:<(?!unk>)[^<>\s]{1,40}>)"
"""The pattern of a tag, for `re` and `regex`."""
_CURRENCY = frozenset("$€£¥₹₽₩")
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?(?:[ap]m?)?|\d{1,2}[ap]m", re.IGNORECASE)
_DATE = re.compile(r"\d{1,4}([/\-.])\d{1,2}\1\d{1,4}|(?:19|20)\d\d")
_URL = re.compile(r"(?:https?|ftp|file):|www\.|[^@]*\.[a-z]{2,7}(?:[/:?#]|$)", re.IGNORECASE)


def shape_label(word: str, before: str) -> Label:
    """Return the label that the form of a word suggests; `before` is the text in front of it.

    Ordinary words are `WORD`: the form does not show whether a word is a name.
    """
    if word.isalpha():
        return Label.WORD
    label = lookalike_label(word)
    if label is not None:
        return label
    if "@" in word[1:]:
        return Label.EMAIL
    if word[0] == "@":
        return Label.USERNAME
    if any(c.isdigit() for c in word):
        if before[-1:] in _CURRENCY:
            return Label.MONEY
        if _TIME.fullmatch(word):
            return Label.TIME
        if _DATE.fullmatch(word):
            return Label.DATE
        if not _URL.match(word):
            return Label.ID if any(c.isalpha() for c in word) else Label.NUMBER
    return Label.URL if _URL.match(word) and len(word) > 4 else Label.WORD
