"""Widening of what taggers find: half a name reveals the rest of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from privtool.core.spans import Span
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.scorer import NameScorer
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

_PERSON = Label.PERSON.value
# With points in lower case only, but for an initial: a sentence may begin after one.
_TOKEN = Regex(
    r"(?<![^\W_])[^\W_]{1,40}(?:_{1,2}[^\W_]{1,40}){1,8}"
    r"|(?<![^\W_])(?![^\s]{0,80}[A-Z])[^\W_]{1,40}(?:\.[^\W_]{1,40}){1,8}"
    r"|(?<![^\W_])[A-Z][^\W\d_]{1,40}\.[A-HJ-Z](?![\w.'])"
)


def widened(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, those of persons with the rest of their names, and these elsewhere."""
    if not any(span.label == _PERSON for span in spans):
        return list(spans)
    scorer = NameScorer(CasedWords(text))
    named = _named(scorer.text, spans)
    added = scorer.revealed(named) - named.keys()
    wide = [_whole(scorer, span, added) if span.label == _PERSON else span for span in spans]
    words, score = scorer.text, max(named.values(), default=0.0)
    covered = {index for span in wide for index in _words(words, span)}
    alone = (
        Span(words.start[index], words.end[index], _PERSON, score)
        for index in sorted(added - covered)
    )
    return [*wide, *alone, *_unspaced(text, wide)]


def _words(words: CasedWords, span: Span) -> range:
    return range(bisect_right(words.end, span.start), bisect_left(words.start, span.end))


def _named(words: CasedWords, spans: Sequence[Span]) -> dict[int, float]:
    """Return the words in the spans of persons, with the scores of these."""
    return {
        index: span.score
        for span in spans
        if span.label == _PERSON
        for index in _words(words, span)
    }


def _whole(scorer: NameScorer, span: Span, added: frozenset[int]) -> Span:
    """Return a span with the added words that are joined with it."""
    words, inside = scorer.text, _words(scorer.text, span)
    if not inside:
        return span
    first, stop = inside.start, inside.stop
    while first - 1 in added and scorer.joined(first):
        first -= 1
    while stop in added and scorer.joined(stop):
        stop += 1
    start, end = min(words.start[first], span.start), max(words.end[stop - 1], span.end)
    return span._replace(start=start, end=end)


def _unspaced(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the tokens that hold a name: "ngozi.e", "its.just.roxy", "OKAFOR.B"."""
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    for span in spans if tokens else ():
        if span.label == _PERSON:
            yield from (
                Span(start, end, _PERSON, span.score)
                for start, end in tokens
                if start < span.end and span.start < end
            )
