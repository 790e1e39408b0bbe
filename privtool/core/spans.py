"""Spans of a text: as taggers return them, and as other tools wrote them.

privtool counts code points. Java, JavaScript and .NET count UTF-16 units, other tools bytes of
UTF-8, so that their entities are shifted after the first character that is longer there.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from privtool.core.errors import DataError, option
from privtool.core.record import Entity, Record, check_spans


class Span(NamedTuple):
    """A section `text[start:end]` (code points, half open) with a label of `text/labels.py`.

    `score` is the confidence in [0, 1]; rules report 1. `doubtful` are the parts, in order, whose
    label is a guess: it is hardly likelier than all others, or that they are public. `rule` is the
    id of the rule that gave the label, if one did.
    """

    start: int
    end: int
    label: str
    score: float = 1.0
    doubtful: tuple[tuple[int, int], ...] = ()
    rule: str = ""

    def doubted(self) -> Span:
        """Return the span with a label that is a guess."""
        return self._replace(doubtful=((self.start, self.end),))


def replace_ranges(text: str, replacements: Iterable[tuple[int, int, str]]) -> str:
    """Return the text with (start, end, new text) in place of ranges, sorted and disjoint."""
    pieces: list[str] = []
    done = 0
    for start, end, new in replacements:
        pieces += (text[done:start], new)
        done = end
    return "".join([*pieces, text[done:]])


def merge_overlapping(spans: Iterable[Span], label_of_longer: bool = False) -> list[Span]:
    """Return spans in order, with those that overlap merged.

    A merged span has the highest score, and the label and rule of the first, or the longer, of its
    parts.
    """
    spans = sorted(spans)
    if len(spans) < 2:
        return spans
    merged: list[Span] = []
    for span in spans:
        if not merged or span.start >= merged[-1].end:
            merged.append(span)
            continue
        last = merged[-1]
        longer = label_of_longer and span.end - span.start > last.end - last.start
        end, score = max(last.end, span.end), max(last.score, span.score)
        one = span if longer else last
        merged[-1] = Span(last.start, end, one.label, score, (), one.rule)
    return merged


Counts = Counter[str]
ReadEntities = Callable[[Record, Counts], Record]  # picklable
CHARACTERS, UTF16, BYTES = "characters", "utf16", "bytes"
CUT, READ = "cut entities", "entities read"  # counts
_UNITS = f"its offsets, which may count UTF-16 units or bytes: see {option('offsets')}"
_FEW = 0.05  # of the entities
_FEWEST_CUT = 5  # a short record may be "25kg" and "5pm" alone


def in_characters(
    text: str, entities: Sequence[Entity], unit: str = CHARACTERS
) -> list[tuple[int, int, bool]]:
    """Return start and end of entities in code points, and whether both were the edge of one.

    An offset inside a character is moved outwards. Raise `DataError` for entities outside the text,
    that overlap, or whose own `text` is another one.
    """
    edges = None if unit == CHARACTERS or text.isascii() else _edges(text, unit)
    length = len(text) if edges is None else edges[-1]
    if any(length < entity.end <= len(text.encode("utf-8", "replace")) for entity in entities):
        raise DataError(f"an entity ends after the text by {_UNITS}")
    check_spans(entities, length, "entities")
    found: list[tuple[int, int, bool]] = []
    for number, entity in enumerate(entities):
        start, end, whole = entity.start, entity.end, True
        if edges is not None:
            start, end = bisect_right(edges, start) - 1, bisect_left(edges, end)
            whole = (edges[start], edges[end]) == (entity.start, entity.end)
        own = entity.text
        if isinstance(own, str) and own.strip() != text[start:end].strip():
            raise DataError(f"entities[{number}].text does not match the text at {_UNITS}")
        found.append((start, end, whole))
    return found


def _edges(text: str, unit: str) -> list[int]:
    """Return the offset of each character in units, and that of the end."""
    if unit == UTF16:
        widths = (1 + (char > "\uffff") for char in text)
    else:
        widths = (1 + (char > "\x7f") + (char > "\u07ff") + (char > "\uffff") for char in text)
    return list(accumulate(widths, initial=0))


def refuse_cut(counts: Counts) -> None:
    """Raise `DataError` if most of the entities that were read cut words: they are shifted.

    Only entities whose unit may be another one are counted as `READ`.
    """
    cut, read = counts[CUT], counts[READ]
    if cut >= _FEWEST_CUT and 2 * cut > read > 0:
        raise DataError(
            f"{cut:,} of {read:,} entities begin or end inside a word: if their offsets count "
            f"UTF-16 units or bytes, use {option('offsets')} utf16 or bytes; if they are right, "
            f"{option('offsets')} characters"
        )


def cut_summary(counts: Counts) -> list[str]:
    """Return the part of a summary on entities that cut words, if any do.

    It doubts the offsets if these are more than a few.
    """
    cut, read = counts[CUT], counts[READ]
    if not cut:
        return []
    said = "1 entity cuts a word" if cut == 1 else f"{cut:,} entities cut words"
    doubtful = cut > _FEW * read > 0
    return [f"{said}: do the offsets count UTF-16 units or bytes?" if doubtful else said]
