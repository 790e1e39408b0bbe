"""The order of tagging: what each step finds, or makes of what those before it found.

each model      its spans, without signs and public words, fragments of a name merged: CORRECTIONS
patterns        values that have a form: PatternTagger
joined          the spans of all; the label of the first counts, but what its form shows is sure
repeated        names of persons that are found, at other places
unseen          invisible text, and words in other scripts
relabeled       labels that the text contradicts change
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from privtool.core.language_marks import ENGLISH
from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.text.detection.language_rules import (
    added_rules,
    joined_by_particles,
    without_frequent_words,
    without_small_words,
)
from privtool.text.detection.names.fragments import joined_fragments, without_signs
from privtool.text.detection.names.public_words import without_public_words
from privtool.text.detection.names.relabeling import relabeled
from privtool.text.detection.names.repeated import with_repeated_names
from privtool.text.detection.tagger import PatternTagger
from privtool.text.detection.unseen import find_unseen, other_script_words
from privtool.text.filling.words import NAMES as NAME_LABELS
from privtool.text.labels import FAINT, VALIDATED, Label
from privtool.text.rules.rule import all_rules
from privtool.text.word_lists import WordList
from privtool.text.words import Word, overlapping_words, words

Step = Callable[[str, Sequence[Span]], list[Span]]
_ADDRESSES = frozenset((Label.EMAIL.value, Label.URL.value, Label.IP.value))


def _adding(find: Callable[[str], Iterable[Span]]) -> Step:
    return lambda text, spans: [*spans, *find(text)]


CORRECTIONS: tuple[Step, ...] = (without_signs, without_public_words, joined_fragments)


class Stepped(NamedTuple):
    """A tagger whose spans go through steps."""

    tagger: Tagger
    steps: Sequence[Step]

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text after the last step; they may overlap."""
        found = self.tagger.tag(texts)
        for step in self.steps:
            found = list(map(step, texts, found))
        return found


@cache
def _checked() -> frozenset[str]:
    return frozenset(rule.id for rule in all_rules() if rule.check and rule.score == VALIDATED)


class JoinedTagger(NamedTuple):
    """The union of several taggers; where they disagree, the label of the first one counts.

    But what one of them takes for an e-mail, web or IP address is one, and so is what passes a sure
    check, such as that of an IBAN.
    """

    taggers: Sequence[Tagger]

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text, which may overlap, in the order in which labels count."""
        by_text = zip(*(tagger.tag(texts) for tagger in self.taggers), strict=True)
        joined = ([span for spans in of_text for span in spans] for of_text in by_text)
        return [
            sorted(spans, key=lambda s: s.label not in _ADDRESSES and s.rule not in _checked())
            for spans in joined
        ]


def joined(
    parts: Sequence[Tagger | str],
    *,
    all_dates: bool = False,
    first: tuple[Step, ...] = (),
    off: frozenset[str] = frozenset(),
    language: str = ENGLISH,
) -> Tagger:
    """Join models and `patterns`, which has none, in their order.

    With `all_dates`, `patterns` also finds weekdays and holidays, and its rules with the ids of
    `off` find nothing. What models find goes through the steps of `first`.
    """
    of_patterns: tuple[Step, ...] = ()
    of_models = CORRECTIONS
    if language != ENGLISH:
        frequent = without_frequent_words(language)
        of_patterns = (frequent, added_rules(language, all_dates=all_dates, off=off))
        of_models = (
            *(without_signs, joined_fragments),
            *(joined_by_particles(language), without_small_words(language), frequent),
        )
    patterns = Stepped(PatternTagger(all_dates=all_dates, off=off), of_patterns)
    steps = first + of_models
    taggers = [patterns if isinstance(part, str) else Stepped(part, steps) for part in parts]
    return taggers[0] if len(taggers) == 1 else JoinedTagger(taggers)


def whole_names(tagger: Tagger, language: str = ENGLISH, *, other_scripts: bool = True) -> Tagger:
    """Return a tagger whose names are whole, and which finds invisible text.

    With `other_scripts`, also words that are not Latin: taggers of English do not know them.
    """
    added = (find_unseen, other_script_words) if other_scripts else (find_unseen,)
    repeated = [with_repeated_names] if language == ENGLISH else []
    return Stepped(tagger, [*repeated, *map(_adding, added)])


def text_labels(tagger: Tagger) -> Tagger:
    """Return a tagger whose labels are those that the text shows; it finds the same.

    Names are collected without it: as a person, a name counts in all records of a conversation.
    """
    return Stepped(tagger, (relabeled,))


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
    return span.label in NAME_LABELS and text[span.start : span.end].islower()


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
        and not (span.label in NAME_LABELS and _is_initial(text, word))
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
    written = text[word.start : word.end + 1]
    return len(written) == 2 and written[0].isupper() and written[1] == "."
