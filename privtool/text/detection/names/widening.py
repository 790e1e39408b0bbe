"""Widening of what taggers find: half a name reveals the rest of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.cue_words import NO_NAMES
from privtool.text.detection.names.evidence import NameEvidence
from privtool.text.detection.names.handles import handles
from privtool.text.detection.names.lexicon import lexicon
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

_PERSON = Label.PERSON.value
_NUMBER = Regex(
    r"(?i) the (?:second|third|fourth|fifth)(?=[,.;!?)\n]|\Z)"
)  # "Lamar Bostwick the third"
# With points in lower case only, but for an initial: a sentence may begin after one.
_TOKEN = Regex(
    r"(?<![^\W_])[^\W_]{1,40}(?:_{1,2}[^\W_]{1,40}){1,8}"
    r"|(?<![^\W_])(?![^\s]{0,80}[A-Z])[^\W_]{1,40}(?:\.[^\W_]{1,40}){1,8}"
    r"|(?<![^\W_])[A-Z][^\W\d_]{1,40}\.[A-HJ-Z](?![\w.'])"
)
# "B.T.", "SND"
_INITIALS = Regex(r"(?<![\w.])(?:(?:[A-Z]\.){1,3}[A-Z](?![\w])\.?|[A-Z]{2,4}(?![\w.]\w?))")
_FEWEST_INITIALS = 2
_HALVES_OF_DAY = ("am", "pm")


def widened(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, those of persons with the capitalized or listed names next to them."""
    if not any(span.label == _PERSON for span in spans):
        return list(spans)
    evidence = NameEvidence(CasedWords(text), lexicon())
    wide = list(_widened(evidence, spans))
    named = _named(evidence, wide)
    return [
        *wide,
        *_handles(evidence, named),
        *_repeated(evidence, named),
        *_unspaced(text, wide),
        *_initials(evidence, wide),
    ]


def _named(evidence: NameEvidence, spans: Sequence[Span]) -> dict[int, float]:
    """Return the words in the spans of persons, with the scores of these."""
    words = evidence.words
    return {
        index: span.score
        for span in spans
        if span.label == _PERSON
        for index in range(bisect_right(words.end, span.start), bisect_left(words.start, span.end))
    }


def _handles(evidence: NameEvidence, named: dict[int, float]) -> Iterator[Span]:
    """Yield the words that are made of the names: "annakowalski"."""
    words = evidence.words
    names = {words.lower[index] for index in named} - evidence.lexicon.function
    for index in handles(evidence, names):
        yield Span(words.start[index], words.end[index], _PERSON, LIKELY)


def _repeated(evidence: NameEvidence, named: dict[int, float]) -> Iterator[Span]:
    """Yield the names at other places of the text, where words in common use need a capital."""
    words, lexicon = evidence.words, evidence.lexicon
    names = {words.lower[index]: score for index, score in named.items()}
    for index, word in enumerate(words.lower):
        if index in named or word not in names or len(word) < 3:
            continue
        if word in lexicon.function or word in NO_NAMES:
            continue
        rare = word not in lexicon.common and (not words.cased or words.capital(index))
        if rare or evidence.capitalized(index) or word not in lexicon.common | lexicon.ordinary:
            yield Span(words.start[index], words.end[index], _PERSON, names[word])


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


def _initials(evidence: NameEvidence, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the initials of the names, in capitals: "B.T." of Bjarne Thygesen, "SND"."""
    words, lexicon = evidence.words, evidence.lexicon
    found = [] if words.shouted else list(_INITIALS.finditer(words.plain))
    if not found:
        return
    scores: dict[str, float] = {}
    for span in spans:
        if span.label == _PERSON:
            first, stop = bisect_right(words.end, span.start), bisect_left(words.start, span.end)
            letters = "".join(words.lower[index][0] for index in range(first, stop))
            if len(letters) >= _FEWEST_INITIALS:
                scores[letters] = max(span.score, scores.get(letters, 0.0))
    for match in found:
        letters = match.group().replace(".", "").lower()
        usual = letters in lexicon.common or letters in lexicon.ordinary
        usual = letters in _HALVES_OF_DAY if "." in match.group() else usual
        if letters in scores and not usual:
            yield Span(*match.span(), _PERSON, scores[letters])


def _widened(evidence: NameEvidence, spans: Sequence[Span]) -> Iterator[Span]:
    starts, ends = evidence.words.start, evidence.words.end
    for span in spans:
        first, stop = bisect_right(ends, span.start), bisect_left(starts, span.end)
        if span.label == _PERSON and first < stop:
            start = starts[evidence.name_start(first)]
            end = max(ends[evidence.name_end(stop - 1) - 1], span.end)
            number = _NUMBER.match(evidence.words.plain, end)
            end = end if number is None else number.end()
            span = span._replace(start=min(start, span.start), end=end)
        yield span
