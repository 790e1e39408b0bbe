"""`PatternTagger`: the steps of finders in their order, each with what a text needs for it.

Each step hides its spans from the later ones. First come FORMS: spans with a syntax of their own,
and those that a word next to them confirms (streets, dates, money). Then cue words announce what
follows them (`view.mark_expected`), and VALUES are found: codes and numbers by checksum or form,
dictation, and everything else with a digit. RESTS are the parts of values that other words
interrupt. In the end spans take in what is said next to them (`_Search`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection import digits
from privtool.text.detection.addresses import with_units
from privtool.text.detection.dictation import dictated, parts
from privtool.text.detection.dictation.edges import with_code_edges, with_number_words
from privtool.text.detection.dictation.hesitations import MARKS, FluentText
from privtool.text.detection.dictation.items import (
    CASES,
    CLEAR_LETTER_NAMES,
    KEYS,
    NUMBERS,
    SINGLES,
    SPELLING_ALPHABET,
)
from privtool.text.detection.identifiers import package_matcher
from privtool.text.detection.needs import (
    NOTHING,
    matched,
    needs_met,
    package_needs,
    said,
    seen,
    written,
)
from privtool.text.detection.view import CUES, TextView, mark_expected, spans_at_any_width
from privtool.text.english.calendar import MONTH_NAMES
from privtool.text.english.numbers import CARDINALS, LARGE_ORDINALS, ORDINALS, PLURALS, REPEATS
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words
from privtool.text.rules.rule import AFTER_DICTATION, ON_REQUEST, SAID

_LETTERS = SINGLES - {*"ast"}  # the others are mostly words or endings
_DIGIT = Regex("[0-9]")
_SPELLED_LETTERS = Regex(
    r"(?<![a-z\d'])(?:[a-z][ ,.-]{1,3}[a-z](?![a-z\d'])"
    r"|([a-z]),? (?:as in|for|like|like in) \1[a-z]"
    rf"|(?:{'|'.join(sorted(CASES))}) [a-z](?![a-z\d']))"
)


def _has_number_run(view: TextView) -> bool:
    words = view.tokens.word
    return sum(map(words.count, NUMBERS.intersection(words))) > 1


def _has_spelling(view: TextView) -> bool:
    """Return whether letters follow each other or have example words."""
    letters = sum(map(_LETTERS.__contains__, view.tokens.word))
    found = _SPELLED_LETTERS.search(view.lower) if letters else None
    # Next to an accent even few letters spell: "is it Siân? S, I, A with a circumflex".
    return found is not None and (letters > 1 or found[1] is not None or not view.lower.isascii())


DIGIT = written("[0-9]")
_DIGIT_LEFT = written("[0-9]")  # one that is not hidden
HOST = written(
    r"\.[^\W_]|://|@|[(\[{<] ?at|at (?:(?:gee|g|jee|hot|proton|fast) mail|out look|i cloud|ya hoo)"
)
NUMBER_RUN = seen(_has_number_run, said(NUMBERS))
SPELLING = seen(_has_spelling, said(_LETTERS))
NUMBER_WORD = said({*CARDINALS, *REPEATS, *ORDINALS, *LARGE_ORDINALS, *PLURALS})
STREET = said(words("streets.definite"))
SPOKEN_DOT = said({"dot"} | words("domains.foreign_at", "intl"))
_SPELLED = SPELLING | said({*SPELLING_ALPHABET, *CLEAR_LETTER_NAMES, "xray", "ray"})
DICTATED = NUMBER_RUN | _SPELLED | SPOKEN_DOT | said(MONTH_NAMES)
CUE = said(CUES.keys() | words("value_cues.groups") | parts.CODE_CUES)
_ITEMS = NUMBER_RUN | _SPELLED | said(KEYS)
_ITEM = said((SINGLES - {*"aiomst"}) | SPELLING_ALPHABET | CLEAR_LETTER_NAMES)


class Step(NamedTuple):
    """A finder and its needs: a text has to meet one bit of each.

    It takes the view of a text; one of the RESTS also takes the spans that are already found.
    """

    find: Callable[..., list[Span]]
    need: int = NOTHING
    also: int = NOTHING


def _rules(*names: str, need: int = 0, also: int = NOTHING) -> Step:
    """Return the step of the rules of some files, with a need of those that count after cues."""
    return Step(lambda view: package_matcher(*names).find(view), matched(*names) | need, also)


def _anyway(view: TextView, name: str) -> list[Span]:
    """Find what a file of rules describes also in what is found already."""
    return package_matcher(name).find(TextView(view.original, view.off))


VAGUE_DATES = _rules(*ON_REQUEST)
FORMS: tuple[Step, ...] = (
    _rules("mail", "disguises"),
    _rules(
        "spoken",
        also=HOST
        | SPOKEN_DOT
        | said({"underscore", "point", "period"} | words("domains.providers", "intl")),
    ),
    _rules("hosts", "web", "handles"),
    _rules("places"),
    _rules(*SAID),
    VAGUE_DATES,
    _rules("cued"),
    _rules("postcodes"),
    _rules("groups"),
)
VALUES: tuple[Step, ...] = (
    _rules("ids", need=CUE),
    _rules("mixed", need=CUE, also=_DIGIT_LEFT),
    # Codes and plates have an open form, which anything has in a text in capitals.
    Step(
        lambda view: [] if view.plain.isupper() else package_matcher("codes").find(view),
        matched("codes"),
    ),
    Step(digits.find, _DIGIT_LEFT),
    Step(dictated.find, _ITEMS | NUMBER_WORD, _ITEMS | DIGIT),
    # These must not cut what is dictated in two.
    _rules(*AFTER_DICTATION),
    _rules("foreign_numbers"),
    _rules("years"),
    _rules("leftovers", also=_DIGIT_LEFT),
    # Any other word with a dot inside: a host of an unknown domain, or a missing space.
    Step(
        lambda view: [span.doubted() for span in package_matcher("dotted").find(view)],
        matched("dotted"),
    ),
)
RESTS: tuple[Step, ...] = (
    Step(parts.find, CUE | NUMBER_RUN | _SPELLED, DIGIT | NUMBER_WORD | _SPELLED | _ITEM),
    # Between their parts stand any other words.
    Step(lambda view, _: _anyway(view, "letters"), matched("letters")),
    Step(lambda view, _: _anyway(view, "announced"), matched("announced")),
)

_NUMBERS_LEFT = matched("numbers")
_HESITATES = said(MARKS)
_HOUSE_NUMBER = said((CARDINALS.keys() | ORDINALS.keys()) - {"one", "first", "second"})
# A step reads a block of texts one after the other: its code and word lists then stay in the cache
# of the processor, and so do the texts if they are no longer than this together.
_MOST_TEXTS = 128
_MOST_CHARACTERS = 16_000
_merged = partial(merge_overlapping, label_of_longer=True)


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
        searches = _searches(texts, self._off)
        fluent = [(search, found) for search in searches if (found := search.fluent_text())]
        for (search, found), again in zip(
            fluent, _searches([found.text for _, found in fluent], self._off), strict=True
        ):
            search.fluent = found, again
        every = [*searches, *(each.fluent[1] for each in searches if each.fluent is not None)]
        left_out = () if self._all_dates else (VAGUE_DATES,)
        _run([step for step in FORMS if step not in left_out], every)
        for search in every:
            if search.met & CUE:
                mark_expected(search.view)
        _run(VALUES, every)
        for search in searches:
            search.join_values()
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

    def __init__(self, text: str, view: TextView, met: int) -> None:
        self.text, self.view, self.met = text, view, met
        self.found: list[Span] = []
        self.fluent: tuple[FluentText, _Search] | None = None

    def fluent_text(self) -> FluentText | None:
        """Return the text without hesitations if these may interrupt a value."""
        street = self.met & STREET and self.met & _HOUSE_NUMBER
        if not self.met & _HESITATES or not (street or self.met & DICTATED):
            return None
        found = FluentText(self.view, anywhere=bool(street or self.met & SPOKEN_DOT))
        return found if found.may_have_values(package_needs().wants) else None

    def _values(self) -> list[Span]:
        """Return what was found, with the words and letters next to numbers."""
        if not self.found:
            return []
        return self._with_edges(with_number_words(sorted(self.found), self.view.original))

    def _with_edges(self, spans: list[Span]) -> list[Span]:
        """Return spans with the edges of codes, and of the codes that these make of numbers."""
        whole = _merged(with_code_edges(spans, self.view.original, self.text))
        if whole == spans:
            return spans  # mostly
        return _merged(with_code_edges(whole, self.view.original, self.text))

    def join_values(self) -> None:
        """Add the values that hesitations interrupt to the others."""
        self.found = self._values()
        if self.fluent is not None:
            fluent, search = self.fluent
            again = list(fluent.interrupted(search._values()))
            self.view.hide(again)
            self.found = _merged([*self.found, *again])

    def finished(self) -> list[Span]:
        """Return all spans, once all finders have run."""
        view = self.view
        met = (step for step in RESTS if step.need & self.met and step.also & self.met)
        rests = [span for step in met for span in step.find(view, self.found)]
        spans = _merged([*self.found, *rests]) if rests else self.found
        if self.met & _NUMBERS_LEFT:
            view.hide(spans)
            if numbers := package_matcher("numbers").find(view):
                spans = sorted([*spans, *numbers])
        if spans is not self.found or self.fluent is not None:
            spans = self._with_edges(spans)
        return _merged(with_units(spans, view.original)) if spans else []


def _searches(texts: Sequence[str], off: frozenset[str]) -> list[_Search]:
    views = [TextView(text, off) for text in texts]
    return list(map(_Search, texts, views, needs_met(views)))


def _run(steps: Sequence[Step], searches: Sequence[_Search]) -> None:
    """Run steps, each of which hides what it finds from the next."""
    for step in steps:
        for search in searches:
            if step.need & search.met and step.also & search.met:
                spans = step.find(search.view)
                if spans:
                    spans = _merged(spans)
                    search.view.hide(spans)
                    search.found += spans
                    if search.met & _DIGIT_LEFT and not _DIGIT.search(search.view.plain):
                        search.met ^= _DIGIT_LEFT
