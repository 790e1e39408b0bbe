"""Words with a capital inside a sentence, whatever they mean: "to Love, 27 Tannery St"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import FAINT
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.known_names import lexicon
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words

# Function words begin what is quoted or goes on, except those that are names, too; the others have
# a capital for what they are, and name nobody.
_NO_NAMES = (words("grammar.function") - {"will", "may"}) | words("capitals.public")
_DIGITS = Regex(r"[ -]\d[\dA-Z-]")
_AFTER_DIGITS = Regex(r"\d\d[ -]\Z")


class InnerCapitals:
    """Tags common words with a capital where a sentence gives none, initials, and parts of codes.

    Most are titles, headings and emphasis, so it is for joined methods: there, the words that a
    list keeps are all that is left of a name, a house or a street.
    """

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return for each text its spans, sorted and disjoint, in offsets of the text."""
        public = lexicon().dates | _NO_NAMES
        return [list(_find(CasedWords(text), public)) for text in texts]


def _find(words: CasedWords, public: frozenset[str]) -> Iterator[Span]:
    found = set()
    for index in reversed(range(len(words))):
        shown = words.plain[words.start[index] : words.end[index]]
        if len(shown) == 1:
            private = shown.isupper() and _is_initial(words, index)
        elif shown.isupper():
            private = _is_beside_digits(words, index)
        elif not words.capital(index) or words.opens(index):
            private = False
        elif shown == "The":
            private = index + 1 in found and words.gap(index + 1) == " "
        else:
            private = words.lower[index] not in public
        if private:
            found.add(index)
    for index in sorted(found):
        yield Span(words.start[index], words.end[index], Label.WORD.value, FAINT)


def _is_initial(words: CasedWords, index: int) -> bool:
    return index + 1 < len(words) and words.is_initial(index) and words.after(index) == "."


def _is_beside_digits(words: CasedWords, index: int) -> bool:
    """Return whether capitals may be part of a code or an address: "GYM 40-2281", "OH 45419"."""
    start, end = words.start[index], words.end[index]
    before = words.plain[max(start - 3, 0) : start]
    return bool(_AFTER_DIGITS.match(before) or _DIGITS.match(words.plain, end))
