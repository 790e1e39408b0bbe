"""Names that are found in part: those that a model tore apart, and those of which half is found.

A model labels each word by itself, so a name that it does not know may change its class half way
("Conan" and "Gray", "Oracle" and "Park"), and signs next to a name may become a part of it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from privtool.core.spans import Span
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.tagger import NameScorer
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words as listed

_BEFORE_NAME, _AFTER_NAME = " \t\r\n.,;:!?)]}>", " \t\r\n,;:([{<"
_GENITIVE = Regex(r"(?<=\w)['’]s(?!\w)")
_PERSON, _PLACE = Label.PERSON.value, Label.LOCATION.value
_ORGANIZATION = Label.ORGANIZATION.value
_LEAST_SCORE = 0.5  # of both parts
# With points in lower case only, but for an initial: a sentence may begin after one.
_TOKEN = Regex(
    r"(?<![^\W_])[^\W_]{1,40}(?:_{1,2}[^\W_]{1,40}){1,8}"
    r"|(?<![^\W_])(?![^\s]{0,80}[A-Z])[^\W_]{1,40}(?:\.[^\W_]{1,40}){1,8}"
    r"|(?<![^\W_])[A-Z][^\W\d_]{1,40}\.[A-HJ-Z](?![\w.'])"
)


def without_signs(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans without the signs at their ends, and without those that hold no word.

    The "'s" after a word alone is none.
    """
    trimmed = (_trimmed(text, span) for span in spans)
    return [span for span in trimmed if _is_word(text, span)]


def _trimmed(text: str, span: Span) -> Span:
    inside = text[span.start : span.end]
    start = span.end - len(inside.lstrip(_BEFORE_NAME))
    end = span.start + len(inside.rstrip(_AFTER_NAME))
    return span if (start, end) == span[:2] else span._replace(start=start, end=max(start, end))


def _is_word(text: str, span: Span) -> bool:
    genitive = _GENITIVE.search(text, max(span.start - 1, 0), span.end)
    if genitive and genitive.start() <= span.start and genitive.end() == span.end:
        return False
    return any(map(str.isalnum, text[span.start : span.end]))


def joined_fragments(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, with neighbors that are parts of one name as one span.

    Parts have capitals and only a space between them. A person is joined with what follows, a
    place with an organization: the whole is a place if it ends like one.
    """
    joined: list[Span] = []
    for span in sorted(spans):
        label = _label_of_both(text, joined[-1], span) if joined else None
        if label is None:
            joined.append(span)
            continue
        first = joined.pop()
        score, doubtful = max(first.score, span.score), (*first.doubtful, *span.doubtful)
        joined.append(Span(first.start, span.end, label, score, doubtful))
    return joined


def _label_of_both(text: str, first: Span, second: Span) -> str | None:
    """Return the class of a name of two parts, None if they are two names."""
    if text[first.end : second.start] != " " or first.label == second.label:
        return None
    if min(first.score, second.score) < _LEAST_SCORE:
        return None
    if not (text[first.start].isupper() and text[second.start].isupper()):
        return None
    if first.label == _PERSON:
        return _PERSON
    if {first.label, second.label} != {_PLACE, _ORGANIZATION}:
        return None
    last = text[first.start : second.end].split()[-1].lower()
    return _PLACE if last in listed("places.ends") else _ORGANIZATION


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
