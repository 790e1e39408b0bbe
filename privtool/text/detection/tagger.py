"""`PatternTagger`: applies the stages of finders to texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection import hints
from privtool.text.detection.addresses.designators import with_designators
from privtool.text.detection.addresses.foreign_units import with_foreign_units
from privtool.text.detection.hesitations import fluent_text, interrupts, original_spans
from privtool.text.detection.hints import hints_of
from privtool.text.detection.numbers import number_words
from privtool.text.detection.numbers.code_edges import with_code_edges
from privtool.text.detection.numbers.heads import with_spoken_heads
from privtool.text.detection.numbers.tails import with_number_tails
from privtool.text.detection.spacing import spans_at_any_width
from privtool.text.detection.stages import ANY, INTERRUPTED, STAGES
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, ORDINALS

# Hints of what a speaker may interrupt.
_NUMBER_HINTS = (CARDINALS.keys() | ORDINALS.keys()) - {"one", "first", "second"}
_DICTATED = hints.NUMBER_RUN | hints.SPELLED | hints.SPOKEN_DOT | hints.MONTH
# A stage reads a block of texts one after the other: its code and word lists then stay in the cache
# of the processor, and so do the texts if they are no longer than this together.
_MOST_TEXTS = 128
_MOST_CHARACTERS = 16_000


class PatternTagger:
    """Tags structured text: email, phone, card, date, address, codes, dictated digits, ...

    With `all_dates` it also finds dates without a day or month: weekdays, holidays, "last spring".
    Deterministic: the spans of a text depend on the text alone.
    """

    def __init__(self, *, all_dates: bool = False) -> None:
        self._wanted = ANY if all_dates else ~hints.VAGUE_DATE

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return for each text its spans, sorted and disjoint, in offsets of the text."""
        return [spans for block in _blocks(texts) for spans in spans_at_any_width(block, self._tag)]

    def _tag(self, texts: Sequence[str]) -> list[list[Span]]:
        searches = [_Search(text, self._wanted) for text in texts]
        for search in searches:
            if search.stages:
                search.fluent = search.without_hesitations(self._wanted)
        fluent = [each.fluent for each in searches if each.fluent is not None]
        _run_stages([*searches, *(search for search, _ in fluent)])
        _find_rests([each for each in searches if each.stages])
        return [each.finished() if each.stages else [] for each in searches]


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

    def __init__(self, text: str, wanted: int) -> None:
        self._text, self.view = text, TextView(text)
        self.flags = hints_of(self.view) & wanted
        self.stages = _stages_of(self.flags)
        self.digits = self.flags & hints.DIGIT != 0  # whether one is visible
        self.found: list[Span] = []
        # The search of the text without hesitations, and these, if they may interrupt values.
        self.fluent: tuple[_Search, list[tuple[int, int]]] | None = None

    def without_hesitations(self, wanted: int) -> tuple[_Search, list[tuple[int, int]]] | None:
        """Return the search of the text without hesitations, and these, if they matter."""
        view, flags = self.view, self.flags
        street = flags & hints.STREET and not _NUMBER_HINTS.isdisjoint(view.hints)
        if not (street or flags & _DICTATED):
            return None
        anywhere = bool(street or flags & hints.SPOKEN_DOT)
        fluent, removed = fluent_text(view, anywhere=anywhere)
        if not interrupts(fluent, removed, view.hints, anywhere=anywhere):
            return None
        return _Search(fluent, wanted), removed

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
        original = self.view.original
        return with_spoken_heads(with_number_tails(sorted(self.found), original), original)

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
        if self.flags & hints.NUMBER_WORD:
            view.hide(spans)
            spans = sorted([*spans, *number_words.find(view)])
        if not spans:
            return []
        whole = with_code_edges(with_designators(spans, view.original), view.original, self._text)
        whole = with_foreign_units(whole, view.original)
        return merge_overlapping(whole, label_of_longer=True) if whole != spans else spans


@lru_cache(maxsize=4096)
def _stages_of(flags: int) -> tuple[tuple[int, bool], ...]:
    """Return the stages of a text with these hints, by number, and whether each needs a digit."""
    without = flags & ~hints.DIGIT
    return tuple(
        (number, not (without & needed and without & also_needed))
        for number, (needed, also_needed, _) in enumerate(STAGES)
        if flags & needed and flags & also_needed
    )


def _run_stages(searches: Sequence[_Search]) -> None:
    """Run each stage on the texts that have its hints."""
    queues: list[list[tuple[_Search, bool]]] = [[] for _ in STAGES]
    for search in searches:
        for number, needs_digit in search.stages:
            queues[number].append((search, needs_digit))
    for (_, _, find), queue in zip(STAGES, queues, strict=True):
        for search, needs_digit in queue:
            # Once all digits are hidden, stages that need one are done.
            if search.digits or not needs_digit:
                spans = find(search.view)
                if spans:
                    search.add(spans)


def _find_rests(searches: Sequence[_Search]) -> None:
    """Add to what the stages have found the rest of values among words that no list knows."""
    for search in searches:
        search.found = search.with_interrupted()
    further: dict[_Search, list[Span]] = {}
    for needed, also_needed, find in INTERRUPTED:
        for search in searches:
            if search.flags & needed and search.flags & also_needed:
                spans = find(search.view, search.found)
                if spans:
                    further.setdefault(search, []).extend(spans)
    for search, spans in further.items():
        search.found = merge_overlapping([*search.found, *spans], label_of_longer=True)
