"""Hesitations: what a speaker says between the parts of a number, an address or a name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property

from privtool.core.spans import Span, replace_ranges
from privtool.text.detection.view import TextView, in_whole_text, offsets_without
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


class FluentText:
    """A text without hesitations; those after no number, letter or month only with `anywhere`."""

    def __init__(self, view: TextView, *, anywhere: bool) -> None:
        found = _pattern(anywhere=anywhere).matches(view.tokens, "")
        self._plain, self._original, self._anywhere = view.plain, view.original, anywhere
        self._removed = [_range(view, first, stop) for _, first, stop in found]

    @cached_property
    def text(self) -> str:
        """The text that is left."""
        return replace_ranges(self._plain, ((start, end, "") for start, end in self._removed))

    @cached_property
    def _kept(self) -> list[int]:
        return offsets_without(self._plain, self._removed)

    def may_have_values(self, wanted: Callable[[str], bool]) -> bool:
        """Return whether one of the hesitations may interrupt a value: a quick test.

        A value goes on with a word that is `wanted` by finders; where hesitations are removed
        anywhere, with any word, such as the name of a street.
        """
        for _, end in self._removed:
            cut = bisect_left(self._kept, end)
            after = _NEXT.match(self.text, cut) if cut else None
            if after is not None:
                word = after[1].lower()
                plain = word.isalpha() and word.isascii() and not wanted(word)
                if self._anywhere or not plain or word in _GOES_ON:
                    return True
        return False

    def interrupted(self, spans: Iterable[Span]) -> Iterator[Span]:
        """Yield the spans of this text that a hesitation interrupts, in the whole text."""
        for span in spans:
            whole = in_whole_text(span, self._kept)
            if whole.end - whole.start > span.end - span.start and span.score > FAINT:
                cut, _ = self._removed[bisect_left(self._removed, (whole.start,))]
                if self._original[whole.start : cut].strip(" ,.-") not in ("a", "i", "o"):
                    yield whole


def _range(view: TextView, first: int, stop: int) -> tuple[int, int]:
    """Return the offsets of a hesitation with the comma before it."""
    tokens = view.tokens
    start = tokens.start[first]
    until = tokens.start[stop] if stop < len(tokens) else len(view.plain)
    if first > 1 and tokens.word[first - 1] in _PAUSES and tokens.touches(first - 1):
        return tokens.start[first - 1], until - (view.plain[until - 1] == " ")
    return start, until
