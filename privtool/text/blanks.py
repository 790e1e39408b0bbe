"""Blanks in a text where private words were: markers, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from privtool.core.record import Mask
from privtool.core.spans import Span
from privtool.text.markers import MARKERS, marker_for

NONE, MASK, CLASS = "none", "mask", "class"
_SPACES = regex.compile(r"\s+")
# A sign that followed what is gone; linear in time, however long the white space is.
_LOST_SIGN = regex.compile(r"(?<!\s)(\s++)([,.;:!?])(?!\S)")
_MARKER = regex.compile("|".join(map(regex.escape, MARKERS)))


def replace_spans(
    text: str, spans: Sequence[Span], blank: str, method: str
) -> tuple[str, tuple[Mask, ...]]:
    """The text without its spans (sorted, disjoint), and the masks of the markers in their place.

    With `none` the spans and the white space around them become one space, and there are no masks.
    """
    if blank == NONE:
        kept, at = [], 0
        for span in spans:
            kept.append(text[at : span.start])
            at = span.end
        joined = " ".join([*kept, text[at:]]) if spans else text
        return (_SPACES.sub(" ", joined).strip() if spans else text), ()
    pieces: list[str] = []
    masks: list[Mask] = []
    done = length = 0
    for span in spans:
        marker = marker_for(span.label, blank == CLASS)
        pieces += [text[done : span.start], marker]
        length += span.start - done
        masks.append(Mask(length, length + len(marker), span.label, method))
        length += len(marker)
        done = span.end
    return "".join([*pieces, text[done:]]), tuple(masks)


def remove_blanks(text: str, masks: Sequence[Mask]) -> str:
    """The text without what stands in it for private words: what is said is the rest.

    `masks` are sorted, disjoint and inside the text; markers that none of them names go too. A
    text without any stays as it is.
    """
    left = blanks_to_spaces(text, masks)
    return text if left == text else _SPACES.sub(" ", left).strip()


def blanks_to_spaces(text: str, masks: Sequence[Mask]) -> str:
    """The text with spaces in place of its blanks, so that all words stay where they are.

    A sign that followed a blank follows the word before it. `masks` are as above.
    """
    pieces: list[str] = []
    at = 0
    for mask in masks:
        pieces += (text[at : mask.start], " " * (mask.end - mask.start))
        at = mask.end
    left = _MARKER.sub(lambda found: " " * len(found.group()), "".join([*pieces, text[at:]]))
    return text if left == text else _LOST_SIGN.sub(r"\2\1", left)
