"""Labels that `mask` writes: those that are likelier than not. Any other word is a `WORD`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from privtool.core.spans import Span
from privtool.text.detection.confidence import FAINT
from privtool.text.filling.casing import NAMES
from privtool.text.labels import Label
from privtool.text.word_lists import WordList
from privtool.text.words import Word, overlapping_words, words

_WORD, _ID = Label.WORD.value, Label.ID.value


def with_sure_labels(common: WordList, text: str, spans: Sequence[Span]) -> Sequence[Span]:
    """Return the spans with the label `WORD` where theirs is doubtful, the sure ones first.

    Doubtful are the words that a tagger says so of, and names that consist of `common` words in
    lower case alone. The spans cover the same words; the first one of a word gives its label.
    """
    if not any(span.doubtful or _in_lower_case(text, span) for span in spans):
        return spans
    found = words(text)
    places = overlapping_words(found, ((span.start, span.end) for span in spans))
    parts = [
        part
        for span, numbers in zip(spans, places, strict=True)
        for part in _parts(text, span, [found[number] for number in numbers], common)
    ]
    return sorted(parts, key=_rank)


def _in_lower_case(text: str, span: Span) -> bool:
    return span.label in NAMES and text[span.start : span.end].islower()


def _rank(span: Span) -> int:
    """Return how early a label counts: any word with a digit may be called an ID."""
    if span.label == _WORD:
        return 1
    return 2 if span.label == _ID and span.score <= FAINT else 0


def _parts(text: str, span: Span, inside: Sequence[Word], common: WordList) -> Iterator[Span]:
    """Yield the runs of words of a span that are all doubtful or all not."""
    doubts = {
        word
        for word in inside
        if any(start <= word.start < end for start, end in span.doubtful)
        and not (span.label in NAMES and _is_initial(text, word))
    }
    if _in_lower_case(text, span) and all(word.key in common.words for word in inside):
        doubts = set(inside)
    if not doubts:
        yield span
        return
    for doubtful, run in groupby(inside, key=doubts.__contains__):
        first, *rest = run
        label = _WORD if doubtful else span.label
        yield Span(first.start, (rest or [first])[-1].end, label, span.score)


def _is_initial(text: str, word: Word) -> bool:
    """Return whether a word is a letter with a full stop: no common word can stand for it."""
    return (
        text[word.end : word.end + 1] == "."
        and text[word.start : word.end].isupper()
        and (word.end - word.start == 1)
    )
