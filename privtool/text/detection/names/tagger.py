"""`NameTagger`: finds names of persons by lists and by the words around them."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, SURE
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.kinds import NAME
from privtool.text.detection.names.scorer import NameScorer
from privtool.text.labels import Label


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
    parts: list[list[int]] = []  # the words of each name
    for index in sorted(scorer.names()):
        if parts and parts[-1][-1] == index - 1 and scorer.joined(index):
            parts[-1].append(index)
        else:
            parts.append([index])
    return [_span(words, scorer.kinds, part, doubtful) for part in parts]


def _span(words: CasedWords, kinds: Sequence[str], part: Sequence[int], doubtful: bool) -> Span:
    """Return the span of the words of a name; sure are those that are hardly ever other words."""
    sure = [kinds[index].startswith(NAME) for index in part]
    score = SURE if all(sure) else LIKELY
    span = Span(words.start[part[0]], words.end[part[-1]], Label.PERSON.value, score)
    return span.doubted() if doubtful and not any(sure) else span
