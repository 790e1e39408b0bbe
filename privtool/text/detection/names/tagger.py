"""Names of persons, by the weights of what a text says of each word: `NameScorer`, `NameTagger`.

`InnerCapitals` finds words with a capital inside a sentence, whatever they mean: "to Love, 27
Tannery St".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import repeat

from privtool.core.spans import Span
from privtool.text.detection.names.features import Features, Names
from privtool.text.detection.names.kinds import NAME, CasedWords, runs
from privtool.text.known_names import lexicon
from privtool.text.labels import FAINT, LIKELY, SURE, Label
from privtool.text.lexicon import rows
from privtool.text.lexicon import words as listed

_LEAST = -0.2  # of the sum of weights: a leak is worse than a lost word
_LOWEST = -0.5  # score of what may be a name all the same
_ROUNDS = 2  # names reveal the words next to them
# Function words begin what is quoted or goes on, except those that are names, too; the others have
# a capital for what they are, and name nobody.
_NO_NAMES = (listed("grammar.function") - {"will", "may"}) | listed("capitals.public")


@cache
def _weights() -> dict[str, float]:
    return {feature: float(weight) for feature, weight in rows("name_weights")}


def score_of(features: Iterable[str]) -> float:
    """Return the sum of the weights of features."""
    return sum(map(_weights().get, features, repeat(0.0)))


class NameScorer(Features):
    """The words of a text with their kinds and scores; from 0 on, a word is a name."""

    def __init__(self, text: CasedWords) -> None:
        super().__init__(text)
        self._start = score_of(("any",)) - _LEAST

    @cached_property
    def _scores(self) -> dict[int, float]:
        words = filter(self.is_candidate, range(len(self.text)))
        return {index: self._start + score_of(self.near(index)) for index in words}

    def expects(self, index: int, strength: int) -> bool:
        """Return whether a word is hardly less than a name, or a cue says that one is there."""
        if super().expects(index, strength):
            return True
        return self.is_candidate(index) and self._start + score_of(self.near(index)) > _LOWEST

    def names(self) -> frozenset[int]:
        """Return the words that are names."""
        found = frozenset(index for index, score in self._scores.items() if score >= 0)
        for _ in range(_ROUNDS if found else 0):
            names = Names(self.text, self.kinds, found)
            found = frozenset(
                index
                for index, score in self._scores.items()
                if score + score_of(self.far(index, names)) >= 0
            )
        return found

    def revealed(self, known: Iterable[int]) -> frozenset[int]:
        """Return the words that known names reveal: next to them, or the same ones."""
        found = frozenset(known)
        for _ in range(_ROUNDS + 1):
            names, size = Names(self.text, self.kinds, found), len(found)
            found |= {
                index
                for index, score in self._scores.items()
                for far in [list(self.far(index, names))]
                if far and score + score_of(far) >= 0
            }
            if len(found) == size:
                break
        return found


class NameTagger:
    """Tags names of persons in any casing; needs no model.

    Deterministic: the spans of a text depend on the text alone. The run time is linear in its
    length. Where a model tags, too, names that only the words around them show are `doubtful`:
    hardly any that the model misses is one.
    """

    def __init__(self, *, doubtful: bool = False) -> None:
        self._doubtful = doubtful

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return for each text its spans, sorted and disjoint, in offsets of the text."""
        return [_tag(text, self._doubtful) for text in texts]


def _tag(text: str, doubtful: bool) -> list[Span]:
    words = CasedWords(text)
    scorer = NameScorer(words)
    spans = []
    for part in runs(sorted(scorer.names()), scorer.joined):
        sure = [scorer.kinds[index].startswith(NAME) for index in part]  # hardly ever other words
        score = SURE if all(sure) else LIKELY
        span = Span(words.start[part[0]], words.end[part[-1]], Label.PERSON.value, score)
        spans.append(span.doubted() if doubtful and not any(sure) else span)
    return spans


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
                Span(words.start[index], words.end[index], Label.WORD.value, FAINT)
                for index, word in enumerate(words.lower)
                if word not in public
                and words.capital(index)
                and not (words.opens(index) or words.is_acronym(index))
            ]
            for words in map(CasedWords, texts)
        ]
