"""`NameTagger`: finds names of persons by lists and by the words around them."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, SURE
from privtool.text.detection.names.alike import alike, joined, respected
from privtool.text.detection.names.asked import answered, occupied
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.cues import after_cues
from privtool.text.detection.names.evidence import NameEvidence
from privtool.text.detection.names.handles import handles
from privtool.text.detection.names.introductions import abbreviated, greeted, introduced, modal
from privtool.text.detection.names.lexicon import lexicon
from privtool.text.detection.names.neighbors import (
    addressed,
    coordinated,
    openings,
    pairs,
    speaking,
    subjects,
    unknown,
)
from privtool.text.detection.names.places import (
    form_values,
    labels,
    sign_offs,
    signatures,
    spelled,
)
from privtool.text.detection.names.plain_words import is_x_ray
from privtool.text.detection.names.reversed_names import card_names, charted, surnames_first
from privtool.text.detection.names.words_as_names import (
    acting,
    capitalized,
    own_names,
    related,
    surnamed,
)
from privtool.text.labels import Label

_PERSON = Label.PERSON.value
_FINDERS = (
    *(after_cues, labels, form_values, signatures, sign_offs, spelled),
    *(addressed, speaking, openings, pairs, joined, unknown, subjects, introduced, greeted, modal),
    *(abbreviated,),
    *(alike, respected, occupied, answered, acting, capitalized, own_names, related, surnamed),
    *(surnames_first, charted, card_names),
)


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
    evidence = NameEvidence(words, lexicon())
    scores = dict.fromkeys(filter(evidence.is_sure, range(len(words))), SURE)
    for find in _FINDERS:
        for first, stop in find(evidence):
            for index in range(first, stop):
                scores.setdefault(index, LIKELY)
    if not scores:
        return []
    _add_repeated(evidence, scores)
    _widen(evidence, scores)
    for first, stop in coordinated(evidence, scores):  # sees what it adds: "a, b and c"
        scores.update({index: LIKELY for index in range(first, stop) if index not in scores})
    _widen(evidence, scores)
    names = {words.lower[index] for index in scores} - evidence.lexicon.function
    for index in handles(evidence, names):
        scores.setdefault(index, LIKELY)
    spans = _spans(words, {k: v for k, v in scores.items() if not is_x_ray(words, k)})
    if not doubtful:
        return spans
    sure = {words.start[index] for index, score in scores.items() if score == SURE}
    return [span if _holds(span, sure) else span.doubted() for span in spans]


def _holds(span: Span, starts: set[int]) -> bool:
    return any(span.start <= start < span.end for start in starts)


def _widen(evidence: NameEvidence, scores: dict[int, float]) -> None:
    """Add the rest of names of which a part is found."""
    for index in sorted(scores):
        for number in range(evidence.name_start(index), evidence.name_end(index)):
            scores.setdefault(number, LIKELY)


def _add_repeated(evidence: NameEvidence, scores: dict[int, float]) -> None:
    """Add the other places of the names in the text, unless they are common words."""
    words, common = evidence.words, evidence.lexicon.common
    names = {words.lower[index] for index in scores} - common
    for index, word in enumerate(words.lower):
        if word in names and len(word) > 2 and (not words.cased or words.capital(index)):
            scores.setdefault(index, LIKELY)


def _spans(words: CasedWords, scores: dict[int, float]) -> list[Span]:
    """Return the spans of the words; those of one name are one span with the lower score."""
    spans: list[Span] = []
    last = -2
    for index in sorted(scores):
        start, end, score = words.start[index], words.end[index], scores[index]
        if index == last + 1 and words.joined(index):
            start, score = spans[-1].start, min(score, spans.pop().score)
        spans.append(Span(start, end, _PERSON, score))
        last = index
    return spans
