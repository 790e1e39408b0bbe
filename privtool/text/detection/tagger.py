"""`PatternTagger`: applies the steps of finders to texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection import stages
from privtool.text.detection.addresses import with_units
from privtool.text.detection.cues import mark_expected
from privtool.text.detection.identifiers import package_matcher
from privtool.text.detection.needs import OF_WORDS, needs_met, said
from privtool.text.detection.said.edges import with_code_edges, with_number_words
from privtool.text.detection.said.hesitations import (
    MARKS,
    fluent_text,
    interrupts,
    original_spans,
)
from privtool.text.detection.stages import Step
from privtool.text.detection.view import TextView, spans_at_any_width
from privtool.text.english.numbers import CARDINALS, ORDINALS

_HESITATES = said(MARKS)
_HOUSE_NUMBER = said((CARDINALS.keys() | ORDINALS.keys()) - {"one", "first", "second"})
# A step reads a block of texts one after the other: its code and word lists then stay in the cache
# of the processor, and so do the texts if they are no longer than this together.
_MOST_TEXTS = 128
_MOST_CHARACTERS = 16_000


class PatternTagger:
    """Tags structured text: email, phone, card, date, address, codes, dictated digits, ...

    With `all_dates` it also finds dates without a day or month: weekdays, holidays, "last spring".
    The rules with the ids of `off` find nothing. Deterministic: the spans of a text depend on the
    text alone.
    """

    def __init__(self, *, all_dates: bool = False, off: frozenset[str] = frozenset()) -> None:
        self._all_dates, self._off = all_dates, off

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return for each text its spans, sorted and disjoint, in offsets of the text."""
        return [spans for block in _blocks(texts) for spans in spans_at_any_width(block, self._tag)]

    def _tag(self, texts: Sequence[str]) -> list[list[Span]]:
        searches = [_Search(text, self._off) for text in texts]
        further = [each.fluent for each in searches if each.fluent is not None]
        every = [*searches, *further]
        left_out = () if self._all_dates else (stages.VAGUE_DATES,)
        _run([step for step in stages.FORMS if step not in left_out], every)
        for search in every:
            if search.met & stages.CUE:
                mark_expected(search.view)
        _run(stages.VALUES, every)
        for search in searches:
            search.join_values()
        _run_rests(searches)
        return [each.finished() for each in searches]


def _blocks(texts: Sequence[str]) -> Iterator[list[str]]:
    """Yield the texts in blocks; one of more characters than a block may have is a block alone."""
    block: list[str] = []
    size = 0
    for text in texts:
        size += len(text)
        if block and (len(block) == _MOST_TEXTS or size > _MOST_CHARACTERS):
            yield block
            block, size = [], len(text)
        block.append(text)
    if block:
        yield block


class _Search:
    """The search of one text, and that of the text without hesitations if these may matter."""

    def __init__(self, text: str, off: frozenset[str], *, fluent: bool = False) -> None:
        self.text, self.view = text, TextView(text, off)
        self.met = needs_met(self.view)
        self.found: list[Span] = []
        self.fluent: _Search | None = None
        self.removed: list[tuple[int, int]] = []
        if not fluent and self.met & _HESITATES:
            self._leave_out_hesitations()

    def _leave_out_hesitations(self) -> None:
        street = self.met & stages.STREET and self.met & _HOUSE_NUMBER
        if street or self.met & stages.DICTATED:
            anywhere = bool(street or self.met & stages.SPOKEN_DOT)
            text, self.removed = fluent_text(self.view, anywhere=anywhere)
            if interrupts(text, self.removed, OF_WORDS, anywhere=anywhere):
                self.fluent = _Search(text, self.view.off, fluent=True)

    def _values(self) -> list[Span]:
        """Return what was found, with the words and letters next to numbers."""
        if not self.found:
            return []
        lowered = self.view.original
        spans = with_number_words(sorted(self.found), lowered)
        return _merged(with_code_edges(spans, lowered, self.text))

    def join_values(self) -> None:
        """Add the values that hesitations interrupt to the others."""
        self.found = self._values()
        if self.fluent is not None:
            again = original_spans(self.fluent.text, self.fluent._values(), self.removed)
            self.view.hide(again)
            self.found = _merged([*self.found, *again])

    def finished(self) -> list[Span]:
        """Return all spans, once all finders have run."""
        view, spans = self.view, self.found
        if self.met & stages.NUMBER_WORD:
            view.hide(spans)
            spans = sorted([*spans, *package_matcher("numbers").find(view)])
        if not spans:
            return []
        lowered = view.original
        return _merged(with_units(with_code_edges(spans, lowered, self.text), lowered))


def _run(steps: Sequence[Step], searches: Sequence[_Search]) -> None:
    """Run steps, each of which hides what it finds from the next."""
    for step in steps:
        for search in searches:
            if step.need & search.met and step.also & search.met:
                spans = _merged(step.find(search.view))
                search.view.hide(spans)
                search.found += spans


def _run_rests(searches: Sequence[_Search]) -> None:
    """Add to what the steps have found the rest of values among words that no list knows."""
    rests: list[list[Span]] = [[] for _ in searches]
    for step in stages.RESTS:
        for search, rest in zip(searches, rests, strict=True):
            if step.need & search.met and step.also & search.met:
                rest += step.find(search.view, search.found)
    for search, rest in zip(searches, rests, strict=True):
        search.found = _merged([*search.found, *rest])


def _merged(spans: Sequence[Span]) -> list[Span]:
    return merge_overlapping(spans, label_of_longer=True) if spans else []
