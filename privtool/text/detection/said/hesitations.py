"""Hesitations: what a speaker says between the parts of a number, an address or a name."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Sequence
from functools import cache
from itertools import accumulate

from privtool.core.spans import Span
from privtool.text.detection.view import TextView
from privtool.text.labels import FAINT
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words
from privtool.text.rules.word_patterns import WordPatterns

MARKS = words("hesitations.marks")
HESITATIONS = MARKS | words("hesitations.links")
_GOES_ON = words("hesitations.goes-on")
_PAUSES = frozenset((",", "…", "-", "—", ";"))
_NEXT = Regex(r"\s*([^\W\d_]+|\S)")


@cache
def _pattern(*, anywhere: bool) -> WordPatterns:
    return WordPatterns(["{hesitation}" if anywhere else "{hesitation.after}"])


def fluent_text(view: TextView, *, anywhere: bool) -> tuple[str, list[tuple[int, int]]]:
    """Return the text without hesitations, and the ranges that were removed.

    Those that follow no number, letter or month are removed only with `anywhere`.
    """
    removed = [
        _range(view, first, stop)
        for _, first, stop in _pattern(anywhere=anywhere).matches(view.tokens, "")
    ]
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
    fluent: str, removed: Sequence[tuple[int, int]], needed: Container[str], *, anywhere: bool
) -> bool:
    """Return whether one of the hesitations may interrupt a value: a quick test.

    A value goes on with a word that is `needed` by finders; `anywhere` with any word, such as the
    name of a street.
    """
    for cut in _cuts(removed):
        after = _NEXT.match(fluent, cut) if cut else None
        if after is not None:
            word = after[1].lower()
            plain = word.isalpha() and word.isascii() and word not in needed
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
