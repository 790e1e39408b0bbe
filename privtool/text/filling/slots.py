"""Masked texts as slots to fill and the text around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.core.errors import DataError, option
from privtool.core.record import Mask, Record, check_spans, text_of
from privtool.text.filling.words import takes_digits
from privtool.text.labels import Label
from privtool.text.lexicon import one_of
from privtool.text.markers import MASK, foreign_marker, merge_masks


class SlottedText(NamedTuple):
    """Slots (`masks`) and the `segments` of text around them, one more than there are slots.

    A slot's class is the label that its marker names. For other markers it is `WORD` if a word or
    name was masked, and None, which takes numbers too, if not.
    """

    segments: tuple[str, ...]
    masks: tuple[Mask, ...]
    classes: tuple[str | None, ...]


def split_slots(record: Record, marker_texts: Sequence[str], merge: bool) -> SlottedText:
    """Split the text of a record at its `masks`, or without them at every marker text.

    With `merge`, markers that only spaces separate become one slot (Vats 2023, section 4.2.2).
    Raise `DataError` if masks do not fit the text.
    """
    text = text_of(record)
    if record.masks is not UNSET:
        masks: tuple[Mask, ...] = record.masks
    elif marker_texts:
        masks = _find_markers(text, marker_texts, str(record.id))
    else:
        raise DataError(
            "field 'masks' is missing; run `privtool mask` first, or name the marker of a text "
            f"that was masked elsewhere with {option('marker_text')}"
        )
    check_spans(masks, len(text), "masks")
    markers = [text[mask.start : mask.end] for mask in masks]
    for number, (mask, marker) in enumerate(zip(masks, markers, strict=True)):
        if record.masks is not UNSET and marker not in (MASK, f"[{mask.label}]"):
            raise DataError(
                f"masks[{number}] is not over a marker: the text has changed since masking"
            )
    by_class = any(marker != MASK for marker in markers)
    if merge:
        text, masks = merge_masks(text, masks, by_class)
    edges = [0, *(edge for mask in masks for edge in (mask.start, mask.end)), len(text)]
    segments = tuple(text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2))
    classes = tuple(_slot_class(text[mask.start : mask.end], mask) for mask in masks)
    return SlottedText(segments, masks, classes)


def _find_markers(text: str, marker_texts: Sequence[str], scope: str) -> tuple[Mask, ...]:
    """Return the masks of another tool's markers; those of a number are one entity in a record."""
    marker = one_of(set(marker_texts))
    masks: list[Mask] = []
    # No marker is part of a longer word.
    for match in re.finditer(rf"(?:(?<!\w)|(?=\W)){marker}(?:(?!\w)|(?<=\W))", text):
        label, numbered = foreign_marker(match[0]) or (Label.WORD.value, False)
        link = f"{scope} {match[0]}" if numbered else UNSET
        masks.append(Mask(*match.span(), label, "", link=link))
    return tuple(masks)


def _slot_class(marker: str, mask: Mask) -> str | None:
    """Return the class that the marker of a slot names, else that of any word or any number."""
    foreign = foreign_marker(marker)
    if foreign is not None and foreign[0] != Label.WORD.value:
        return foreign[0]
    return None if takes_digits(mask.label) else Label.WORD.value
