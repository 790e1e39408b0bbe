"""`PatternTagger`: applies the stages of finders to texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.cues import mark_expected
from privtool.text.detection.hints import hints_of
from privtool.text.detection.identifiers import package_matcher
from privtool.text.detection.said.edges import with_code_edges, with_number_words
from privtool.text.detection.said.hesitations import fluent_text, interrupts, original_spans
from privtool.text.detection.spacing import spans_at_any_width
from privtool.text.detection.stages import (
    CUE,
    DIGIT,
    MONTH,
    NUMBER_RUN,
    NUMBER_WORD,
    SPELLED,
    SPOKEN_DOT,
    STEPS,
    STREET,
    VAGUE_DATE,
    WHOLE,
    Group,
)
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, ORDINALS

ANY = -1
_DICTATED = NUMBER_RUN | SPELLED | SPOKEN_DOT | MONTH  # what a speaker may interrupt
_HOUSE_NUMBERS = (CARDINALS.keys() | ORDINALS.keys()) - {"one", "first", "second"}
# A stage reads a block of texts one after the other: its code and word lists then stay in the cache
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
        self._wanted, self._off = ANY if all_dates else ~VAGUE_DATE, off

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return for each text its spans, sorted and disjoint, in offsets of the text."""
        return [spans for block in _blocks(texts) for spans in spans_at_any_width(block, self._tag)]

    def _tag(self, texts: Sequence[str]) -> list[list[Span]]:
        searches = [_Search(text, self._wanted, self._off) for text in texts]
        for search in searches:
            if search.flags:
                search.fluent = search.without_hesitations(self._wanted)
        fluent = [each.fluent for each in searches if each.fluent is not None]
        _run_stages([*searches, *(search for search, _ in fluent)])
        _find_rests([each for each in searches if each.flags])
        return [each.finished() if each.flags else [] for each in searches]


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
    """The search of one text: what its hints are, and what the stages have found in it."""

    def __init__(self, text: str, wanted: int, off: frozenset[str]) -> None:
        self._text, self.view = text, TextView(text, off)
        self.flags = hints_of(self.view) & wanted
        self.digits = self.flags & DIGIT != 0  # whether one is visible
        self.found: list[Span] = []
        # The search of the text without hesitations, and these, if they may interrupt values.
        self.fluent: tuple[_Search, list[tuple[int, int]]] | None = None

    def without_hesitations(self, wanted: int) -> tuple[_Search, list[tuple[int, int]]] | None:
        """Return the search of the text without hesitations, and these, if they matter."""
        view, flags = self.view, self.flags
        street = flags & STREET and not _HOUSE_NUMBERS.isdisjoint(view.hints)
        if not (street or flags & _DICTATED):
            return None
        anywhere = bool(street or flags & SPOKEN_DOT)
        fluent, removed = fluent_text(view, anywhere=anywhere)
        if not interrupts(fluent, removed, view.hints, anywhere=anywhere):
            return None
        return _Search(fluent, wanted, view.off), removed

    def add(self, spans: list[Span]) -> None:
        """Add what a stage found."""
        spans = merge_overlapping(spans, label_of_longer=True)
        self.view.hide(spans)
        self.found += spans
        self.digits = self.digits and self.view.has_digit()

    def extended(self) -> list[Span]:
        """Return the spans of the stages with the words and letters of their numbers."""
        if not self.found:
            return []
        lowered = self.view.original
        spans = with_code_edges(with_number_words(sorted(self.found), lowered), lowered, self._text)
        return merge_overlapping(spans, label_of_longer=True)

    def with_interrupted(self) -> list[Span]:
        """Return the spans of the stages, and those that hesitations interrupt, hidden, too."""
        spans = self.extended()
        if self.fluent is None:
            return spans
        fluent, removed = self.fluent
        again = original_spans(fluent._text, fluent.extended(), removed)
        if not again:
            return spans
        self.view.hide(again)
        return merge_overlapping([*spans, *again], label_of_longer=True)

    def finished(self) -> list[Span]:
        """Return all spans, once all finders have run."""
        view, spans = self.view, self.found
        if self.flags & NUMBER_WORD:
            view.hide(spans)
            spans = sorted([*spans, *package_matcher("numbers").find(view)])
        if not spans:
            return []
        whole = spans
        for extend in WHOLE:
            whole = extend(whole, view.original, self._text)
        return merge_overlapping(whole, label_of_longer=True) if whole != spans else spans


@lru_cache(maxsize=8192)
def needed(group: Group, flags: int) -> tuple[tuple[int, bool], ...]:
    """Return the numbers of the steps that a text needs, and whether each needs a digit."""
    return tuple(
        (number, not all(need & flags & ~DIGIT for need in step.needs))
        for number, step in enumerate(STEPS[group])
        if all(need & flags for need in step.needs)
    )


def _queues(group: Group, searches: Sequence[_Search]) -> list[list[tuple[_Search, bool]]]:
    """Return for each step the texts that need it, and whether it needs a digit there."""
    queues: list[list[tuple[_Search, bool]]] = [[] for _ in STEPS[group]]
    for search in searches:
        for number, needs_digit in needed(group, search.flags):
            queues[number].append((search, needs_digit))
    return queues


def _run_stages(searches: Sequence[_Search]) -> None:
    """Run each step on the texts that need it."""
    _run(Group.FORMS, searches)
    for search in searches:
        if search.flags & CUE:
            mark_expected(search.view)
    _run(Group.VALUES, searches)


def _run(group: Group, searches: Sequence[_Search]) -> None:
    for step, queue in zip(STEPS[group], _queues(group, searches), strict=True):
        for search, needs_digit in queue:
            # Once all digits are hidden, steps that need one are done.
            if search.digits or not needs_digit:
                spans = step.find(search.view)
                if spans:
                    search.add(spans)


def _find_rests(searches: Sequence[_Search]) -> None:
    """Add to what the stages have found the rest of values among words that no list knows."""
    for search in searches:
        search.found = search.with_interrupted()
    further: dict[_Search, list[Span]] = {}
    for rest, queue in zip(STEPS[Group.RESTS], _queues(Group.RESTS, searches), strict=True):
        for search, _ in queue:
            spans = rest.find(search.view, search.found)
            if spans:
                further.setdefault(search, []).extend(spans)
    for search, spans in further.items():
        search.found = merge_overlapping([*search.found, *spans], label_of_longer=True)
