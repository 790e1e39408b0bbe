"""What the capitals of a text say: `CasedWords`, and `InnerCapitals`, a tagger.

`InnerCapitals` finds words with a capital inside a sentence, whatever they mean: "to Love, 27
Tannery St".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import add

from privtool.core.spans import Span
from privtool.text.known_names import lexicon
from privtool.text.labels import FAINT, Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words as listed
from privtool.text.unicode import fold_to_ascii, lower_same_length, without_emoji

_WORD = Regex(r"[^\W\d_]+")
_SENTENCE_END = frozenset('.?!:;\n\r"\u201c\u201d*>|-\u2014([')
_MOST_CAPITALS = 0.6
_FEW_WORDS, _FEWEST_WORDS = 8, 3
# Function words begin what is quoted or goes on, except those that are names, too; the others have
# a capital for what they are, and name nobody.
_NO_NAMES = (listed("grammar.function") - {"will", "may"}) | listed("capitals.public")


class CasedWords:
    """Runs of letters of one text, in order. Offsets are those of the text."""

    def __init__(self, text: str) -> None:
        self.plain = fold_to_ascii(without_emoji(text))
        self.lower: list[str] = _WORD.findall(lower_same_length(self.plain))

    @cached_property
    def start(self) -> list[int]:
        """The start offsets of the words."""
        return [match.start() for match in _WORD.finditer(lower_same_length(self.plain))]

    @cached_property
    def end(self) -> list[int]:
        """The end offsets of the words."""
        return list(map(add, self.start, map(len, self.lower)))

    @cached_property
    def cased(self) -> bool:
        """Whether capitals mark names: neither all words have one nor none."""
        initials = [self.plain[start].isupper() for start in self.start]
        capitals, number = sum(initials), len(initials)
        short = number <= _FEW_WORDS and (capitals < number or number <= _FEWEST_WORDS)
        if not capitals or not (short or capitals <= _MOST_CAPITALS * number):
            return False
        letters = sum(map(str.isupper, self.plain))  # in a text in capitals they mark nothing
        return letters <= max(1, 4 * sum(map(str.islower, self.plain)))

    @cached_property
    def inner_capitals(self) -> dict[int, int]:
        """The words with a capital that no start of a sentence explains, by their start."""
        if not self.cased:
            return {}
        return {
            start: index
            for index, start in enumerate(self.start)
            if self.plain[start].isupper() and not self._opens(index)
        }

    def is_acronym(self, index: int) -> bool:
        """Return whether a word is written in capitals only, in a text that is not."""
        start, end = self.start[index], self.end[index]
        return self.cased and end - start > 1 and self.plain[start:end].isupper()

    def _opens(self, index: int) -> bool:
        """Return whether a word starts a sentence, where any word has a capital."""
        gap = self.plain[self.end[index - 1] if index else 0 : self.start[index]]
        return index == 0 or not _SENTENCE_END.isdisjoint(gap)


class InnerCapitals:
    """Tags words with a capital where a sentence gives none, but acronyms, titles and days.

    Most are headings and emphasis, so it is for joined methods: there, the words that a list keeps
    are all that is left of a name, a house or a street.
    """

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return for each text its spans, sorted and disjoint, in offsets of the text."""
        public = lexicon().dates | _NO_NAMES
        return [
            [
                Span(start, words.end[index], Label.WORD.value, FAINT)
                for start, index in words.inner_capitals.items()
                if words.lower[index] not in public and not words.is_acronym(index)
            ]
            for words in map(CasedWords, texts)
        ]
