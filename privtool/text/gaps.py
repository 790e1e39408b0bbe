"""Gaps in place of the private words of a redacted text: markers, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

import regex
from msgspec import UNSET

from privtool.core.record import Mask
from privtool.core.spans import Span, replace_ranges
from privtool.text.markers import MARKERS, marker_for
from privtool.text.words import words

NONE, MASK, CLASS = "none", "mask", "class"
_SPACES = regex.compile(r"\s+")
# A sign after a removed gap. Possessive, so that it takes linear time for long white space.
_DETACHED_SIGN = regex.compile(r"(?<!\s)(\s++)([,.;:!?])(?!\S)")
_MARKER = regex.compile("|".join(map(regex.escape, MARKERS)))


def replace_spans(
    text: str, spans: Sequence[Span], gap: str, method: str
) -> tuple[str, tuple[Mask, ...]]:
    """Replace spans (sorted, disjoint) by markers; return the new text and the masks of these.

    With `none`, spans and the white space around them become one space, and there are no masks.
    """
    if gap == NONE:
        joined = replace_ranges(text, ((span.start, span.end, " ") for span in spans))
        return (_SPACES.sub(" ", joined).strip() if spans else text), ()
    replaced: list[tuple[int, int, str]] = []
    masks: list[Mask] = []
    shift = 0
    for number, span in enumerate(spans, 1):
        marker = marker_for(span.label, gap == CLASS)
        replaced.append((span.start, span.end, marker))
        merged = True if len(words(text[span.start : span.end])) > 1 else UNSET
        start = span.start + shift
        masks.append(Mask(start, start + len(marker), span.label, method, number, merged))
        shift = masks[-1].end - span.end
    return replace_ranges(text, replaced), tuple(masks)


def remove_gaps(text: str, masks: Sequence[Mask]) -> str:
    """Remove the gaps: `masks` (sorted, disjoint, inside the text), and markers without a mask.

    A text without gaps is returned unchanged.
    """
    spaced = gaps_to_spaces(text, masks)
    return text if spaced == text else _SPACES.sub(" ", spaced).strip()


def gaps_to_spaces(text: str, masks: Sequence[Mask]) -> str:
    """Replace the gaps by as many spaces, so that all words keep their offsets.

    A sign after a gap is attached to the word before it. `masks` as in `remove_gaps`.
    """
    joined = replace_ranges(text, ((m.start, m.end, " " * (m.end - m.start)) for m in masks))
    spaced = _MARKER.sub(lambda marker: " " * len(marker.group()), joined)
    return text if spaced == text else _DETACHED_SIGN.sub(r"\2\1", spaced)
