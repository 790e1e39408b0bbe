"""The words of a text in lower case, and what their capitals say."""

from __future__ import annotations

from functools import cached_property

from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words
from privtool.text.unicode import fold_to_ascii, lower_same_length, without_emoji

_WORD = Regex(r"[^\W\d_]+")
_SENTENCE_END = frozenset('.?!:;\n\r"\u201c\u201d*>|-\u2014([')
_MOST_CAPITALS = 0.6
_WORDS_OF_A_LETTER = frozenset("aiu")
_FEW_WORDS, _FEWEST_WORDS = 8, 3


class CasedWords:
    """Runs of letters of one text, in order. Offsets are those of the text."""

    __slots__ = ("__dict__", "lower", "plain")

    def __init__(self, text: str) -> None:
        self.plain = fold_to_ascii(without_emoji(text))
        self.lower: list[str] = _WORD.findall(lower_same_length(self.plain))

    def __len__(self) -> int:
        return len(self.lower)

    @cached_property
    def _edges(self) -> tuple[list[int], list[int]]:
        spans = [match.span() for match in _WORD.finditer(lower_same_length(self.plain))]
        return [start for start, _ in spans], [end for _, end in spans]

    @property
    def start(self) -> list[int]:
        """The start offsets of the words."""
        return self._edges[0]

    @property
    def end(self) -> list[int]:
        """The end offsets of the words."""
        return self._edges[1]

    @cached_property
    def cased(self) -> bool:
        """Whether capitals mark names: neither all words have one nor none."""
        initials = [self.plain[start].isupper() for start in self.start]
        capitals, number = sum(initials), len(initials)
        short = number <= _FEW_WORDS and (capitals < number or number <= _FEWEST_WORDS)
        return capitals > 0 and not self.shouted and (short or capitals <= _MOST_CAPITALS * number)

    @cached_property
    def shouted(self) -> bool:
        """Whether the text is in capitals."""
        capitals = sum(map(str.isupper, self.plain))
        return capitals > 1 and capitals > 4 * sum(map(str.islower, self.plain))

    def capital(self, index: int) -> bool:
        """Return whether a word has a capital that marks a name."""
        return self.cased and self.plain[self.start[index]].isupper()

    def gap(self, index: int) -> str:
        """Return the text between a word and the one before it, with single spaces."""
        before = self.end[index - 1] if index else 0
        gap = self.plain[before : self.start[index]]
        while "  " in gap:
            gap = gap.replace("  ", " ")
        return gap

    def after(self, index: int) -> str:
        """Return the character after a word, a line end at the end of the text."""
        end = self.end[index]
        return self.plain[end] if end < len(self.plain) else "\n"

    def opens(self, index: int) -> bool:
        """Return whether a word starts a sentence, where any word has a capital."""
        return index == 0 or not _SENTENCE_END.isdisjoint(self.gap(index))

    def joined(self, index: int) -> bool:
        """Return whether only a space, hyphen or the point of an initial precedes a word."""
        gap = self.gap(index)
        if gap in (" ", "-", "'"):
            return index > 0
        return gap in (". ", ".") and index > 0 and len(self.lower[index - 1]) == 1

    def is_initial(self, index: int) -> bool:
        """Return whether a word is a single letter before another one, and no word or ending."""
        word = self.lower[index]
        return (
            len(word) == 1
            and self.gap(index) != "'"
            and self.joined(index + 1)
            and (self.after(index) == "." or word not in _WORDS_OF_A_LETTER)
        )

    def is_acronym(self, index: int) -> bool:
        """Return whether a word is written in capitals only, in a text that is not."""
        start, end = self.start[index], self.end[index]
        return self.cased and end - start > 1 and self.plain[start:end].isupper()

    def in_compound(self, index: int) -> bool:
        """Return whether a word is a part of a word such as "X-ray" or "Wi Fi"."""
        return any(
            0 < second < len(self)
            and self.gap(second) in (" ", "-")
            and " ".join(self.lower[second - 1 : second + 1]) in words("function.compounds")
            for second in (index, index + 1)
        )
