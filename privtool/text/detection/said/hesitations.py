"""Hesitations: what a speaker says between the parts of a number, an address or a name."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Sequence
from itertools import accumulate

from privtool.core.spans import Span
from privtool.text.detection.confidence import FAINT
from privtool.text.detection.said.items import NUMBERS, SINGLES
from privtool.text.detection.view import TextView
from privtool.text.english.calendar import MONTHS
from privtool.text.english.numbers import ORDINAL_ENDINGS, ORDINALS
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words
from privtool.text.tokens import Tokens

_MARKS = words("hesitations.marks")
_LINKS = words("hesitations.links")
HESITATIONS = _MARKS | _LINKS
_PERIODS = words("hesitations.periods")
_BEFORE_PERIOD = words("hesitations.before-period")
_AFTER = {"one": _PERIODS, "a": _PERIODS | {"little"}, "i": words("hesitations.after-i")}
_AFTER_OH = words("hesitations.after-oh")
_GOES_ON = words("hesitations.goes-on")
_WORDS = HESITATIONS | {"one", "oh", "o"}
_ITEMS = NUMBERS | ORDINALS.keys() | ORDINAL_ENDINGS | SINGLES | MONTHS.keys() | {"the", "of"}
_EXAMPLES = frozenset(("like", "for", "as"))
_BEFORE_EXAMPLES = frozenset(("in", "for", "like"))
_SIGNS = frozenset([",", ".", "…", ";", "-", "—", "!", "?", "'", ":"])
_PAUSES = frozenset((",", "…", "-", "—", ";"))
_NEXT = Regex(r"\s*([^\W\d_]+|\S)")
_MOST_TOKENS = 16


def fluent_text(view: TextView, *, anywhere: bool) -> tuple[str, list[tuple[int, int]]]:
    """Return the text without hesitations, and the ranges that were removed.

    Those that follow no number, letter or month are removed only with `anywhere`.
    """
    tokens = view.tokens
    removed: list[tuple[int, int]] = []
    stop = 0
    for index in tokens.places(_WORDS) if not _MARKS.isdisjoint(tokens.word) else ():
        if index >= stop and (anywhere or _follows_item(tokens, index)):
            stop = _hesitation_stop(tokens, index)
            if stop > index:
                removed.append(_range(view, index, stop))
    kept, position = [], 0
    for start, end in removed:
        kept.append(view.plain[position:start])
        position = end
    return "".join((*kept, view.plain[position:])), removed


def _range(view: TextView, first: int, stop: int) -> tuple[int, int]:
    """Return the offsets of a hesitation with the comma before it."""
    tokens = view.tokens
    start = tokens.start[first]
    until = tokens.start[stop] if stop < len(tokens) else len(view.plain)
    if first > 1 and tokens.word[first - 1] in _PAUSES and tokens.touches(first - 1):
        return tokens.start[first - 1], until - (view.plain[until - 1] == " ")
    return start, until


def interrupts(
    fluent: str, removed: Sequence[tuple[int, int]], hints: Container[str], *, anywhere: bool
) -> bool:
    """Return whether one of the hesitations may interrupt a value: a quick test.

    A value goes on with a word that finders look for, one of the `hints` of the text; `anywhere`
    with any word, such as the name of a street.
    """
    for cut in _cuts(removed):
        after = _NEXT.match(fluent, cut) if cut else None
        if after is not None:
            word = after[1].lower()
            plain = word.isalpha() and word.isascii() and word not in hints
            if anywhere or not plain or word in _GOES_ON:
                return True
    return False


def original_spans(
    fluent: str, spans: Sequence[Span], removed: Sequence[tuple[int, int]]
) -> list[Span]:
    """Return the spans of the fluent text that a hesitation interrupts, in the whole text."""
    lengths = list(accumulate((end - start for start, end in removed), initial=0))
    cuts = _cuts(removed)
    interrupted = []
    for span in spans:
        before, inside = bisect_right(cuts, span.start), bisect_right(cuts, span.end - 1)
        if inside > before and span.score > FAINT:
            first = fluent[span.start : cuts[before]].strip(" ,.-").lower()
            if first not in ("a", "i", "o"):
                start, end = span.start + lengths[before], span.end + lengths[inside]
                interrupted.append(span._replace(start=start, end=end))
    return interrupted


def _cuts(removed: Sequence[tuple[int, int]]) -> list[int]:
    """Return where in the fluent text the removed ranges were."""
    lengths = accumulate((end - start for start, end in removed), initial=0)
    return [start - length for (start, _), length in zip(removed, lengths, strict=False)]


def _follows_item(tokens: Tokens, index: int) -> bool:
    """Return whether a number, a letter or a month is before a token, perhaps with a pause."""
    last = index - 2 if tokens.at(index - 1) in _PAUSES else index - 1
    return tokens.at(last) in _ITEMS or tokens.at(last - 1) in _BEFORE_EXAMPLES


def _hesitation_stop(tokens: Tokens, first: int) -> int:
    """Return where the hesitation that starts at token `first` stops, else `first`."""
    marked, stop = False, first
    for index in range(first, min(len(tokens), first + _MOST_TOKENS)):
        word = tokens.word[index]
        if word in _SIGNS:
            continue
        if word not in _WORDS or not _hesitates(tokens, index):
            break
        marked = marked or word in _MARKS
        stop = index + 1
    if not marked or stop == first:
        return first
    while tokens.at(stop) in _SIGNS:
        stop += 1
    return stop


def _hesitates(tokens: Tokens, index: int) -> bool:
    """Return whether the word at `index` may be part of a hesitation."""
    word, before, after = tokens.word[index], tokens.at(index - 1), tokens.at(index + 1)
    if word in _AFTER:
        return after in _AFTER[word]
    if word in ("oh", "o"):
        return after in _AFTER_OH and before not in NUMBERS
    if word in _PERIODS:
        return before in _BEFORE_PERIOD
    if word in _EXAMPLES and before in SINGLES:
        return not after.startswith(before)  # "b like boy"
    return True
