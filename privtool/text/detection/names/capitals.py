"""What the capitals of a text say of its words."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from privtool.text.lazy_regex import Regex
from privtool.text.unicode import fold_to_ascii, without_emoji

_WORD = Regex(r"[^\W\d_]+")
_SENTENCE_END = frozenset('.?!:;\n\r"\u201c\u201d*>|-\u2014([')
_MOST_CAPITALS = 0.6
_FEW_WORDS, _FEWEST_WORDS = 8, 3


class Capitals:
    """The capitals of runs of letters of one text. Offsets are those of the text."""

    def __init__(self, text: str) -> None:
        self._text = fold_to_ascii(without_emoji(text))

    @cached_property
    def _words(self) -> list[tuple[int, int]]:
        return [match.span() for match in _WORD.finditer(self._text)]

    @cached_property
    def mark_names(self) -> bool:
        """Whether capitals mark names: neither all words have one nor none."""
        capitals = sum(self._text[start].isupper() for start, _ in self._words)
        number = len(self._words)
        short = number <= _FEW_WORDS and (capitals < number or number <= _FEWEST_WORDS)
        if not capitals or not (short or capitals <= _MOST_CAPITALS * number):
            return False
        letters = sum(map(str.isupper, self._text))  # in a text in capitals they mark nothing
        return letters <= max(1, 4 * sum(map(str.islower, self._text)))

    @cached_property
    def inside(self) -> frozenset[int]:
        """The starts of words with a capital that no start of a sentence explains."""
        if not self.mark_names:
            return frozenset()
        return frozenset(
            start
            for (_, before), (start, _) in pairwise(self._words)
            if self._text[start].isupper() and _SENTENCE_END.isdisjoint(self._text[before:start])
        )
