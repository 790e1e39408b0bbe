"""`PatternTagger`: the steps of finders in their order, each with what a text needs for it.

Each step hides its spans from the later ones. First come FORMS: spans with a syntax of their own,
and those that a word next to them confirms (streets, dates, money). Then cue words announce what
follows them (`view.mark_expected`), and VALUES are found: codes and numbers by checksum or form,
dictation, and everything else with a digit. RESTS are the parts of values that other words
interrupt. In the end spans take in what is said next to them (`_Search`).

Needs, words and quick tests, are there so that most texts are passed over: a step that ran on every
text would find the same, only later. A need is a bit of an integer; `|` joins needs of which one is
enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count
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
from privtool.text.detection.view import (
    CUES,
    PLATES,
    SECRETS,
    USERS,
    TextView,
    mark_expected,
    spans_at_any_width,
)
from privtool.text.english.calendar import MONTH_NAMES
from privtool.text.english.numbers import CARDINALS, LARGE_ORDINALS, ORDINALS, PLURALS, REPEATS
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words
from privtool.text.rules.rule import AFTER_DICTATION, ON_REQUEST, SAID
from privtool.text.rules.word_classes import FOREIGN_NUMBERS, WEAK

_DIGIT = Regex("[0-9]")
_DOTTED = Regex(r"\.[^\W_]|://")
_SPELLED_LETTERS = Regex(
    r"(?<![a-z\d'])(?:[a-z][ ,.-]{1,3}[a-z](?![a-z\d'])"
    r"|([a-z]),? (?:as in|for|like|like in) \1[a-z]"
    rf"|(?:{'|'.join(sorted(CASES))}) [a-z](?![a-z\d']))"
)
_PROVIDERS_APART = Regex("at (?:gee|g|jee|hot|proton|fast) mail|at (?:out look|i cloud|ya hoo)")
_LETTERS = SINGLES - {*"ast"}  # the others are mostly words or endings

NOTHING = 1  # every text has it
_bits = count(1)
OF_WORDS = dict.fromkeys(_LETTERS, 0)
_TESTS: list[tuple[int, Callable[[TextView], bool]]] = []


def said(words: Iterable[str]) -> int:
    """Return the need of one of some words."""
    bit = 1 << next(_bits)
    for word in words:
        OF_WORDS[word] = OF_WORDS.get(word, 0) | bit
    return bit


def _seen(test: Callable[[TextView], bool]) -> int:
    bit = said(())
    _TESTS.append((bit, test))
    return bit


def needs_met(view: TextView) -> int:
    """Return the needs that a text meets."""
    met = NOTHING
    for word in OF_WORDS.keys() & view.tokens.word:
        met |= OF_WORDS[word]
    for bit, test in _TESTS:
        if test(view):
            met |= bit
    return met


def _has_number_run(view: TextView) -> bool:
    words = view.tokens.word
    return sum(map(words.count, NUMBERS.intersection(words))) > 1


def _has_spelling(view: TextView) -> bool:
    """Return whether letters follow each other or have example words."""
    letters = sum(map(_LETTERS.__contains__, view.tokens.word))
    found = _SPELLED_LETTERS.search(view.lower) if letters else None
    # Next to an accent even few letters spell: "is it Siân? S, I, A with a circumflex".
    return found is not None and (letters > 1 or found[1] is not None or not view.lower.isascii())


DIGIT = _seen(lambda view: _DIGIT.search(view.lower) is not None)
FOREIGN = _seen(lambda view: not view.lower.isascii())
DOTTED = _seen(lambda view: _DOTTED.search(view.lower) is not None)
HOST = DOTTED | _seen(
    lambda view: "@" in view.lower or _PROVIDERS_APART.search(view.lower) is not None
)
NUMBER_RUN = _seen(_has_number_run)
SPELLING = _seen(_has_spelling)
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


def _rules(*names: str, need: int = NOTHING, also: int = NOTHING) -> Step:
    return Step(lambda view: package_matcher(*names).find(view), need, also)


def _said(*names: str) -> Step:
    """Return the step of files of rules whose phrases need a digit or one of some words."""
    needed = package_matcher(*names).phrases.needed_words()
    return _rules(*names, need=DIGIT | FOREIGN | said(needed))


def _anyway(view: TextView, name: str) -> list[Span]:
    """Find what a file of rules describes also in what is found already."""
    return package_matcher(name).find(TextView(view.original, view.off))


VAGUE_DATES = _said(*ON_REQUEST)
FORMS: tuple[Step, ...] = (
    _rules("mail", "disguises"),
    _rules(
        "spoken",
        need=HOST
        | SPOKEN_DOT
        | said({"underscore", "point", "period"} | words("domains.providers", "intl")),
    ),
    _rules("hosts", "web", "handles"),
    _rules("places", need=STREET | DIGIT | NUMBER_WORD),
    _said(*SAID),
    VAGUE_DATES,
    _rules("cued", need=said(PLATES | SECRETS | USERS)),
    _rules("postcodes", need=DIGIT),
    _rules("groups", need=CUE, also=DIGIT),
)
VALUES: tuple[Step, ...] = (
    _rules("ids"),
    _rules("mixed", need=DIGIT),
    # Codes and plates have an open form, which anything has in a text in capitals.
    Step(
        lambda view: [] if view.plain.isupper() else package_matcher("codes").find(view),
        DIGIT | said(words("value_cues.letter-codes")),
    ),
    Step(digits.find, DIGIT),
    Step(dictated.find, _ITEMS | NUMBER_WORD, _ITEMS | DIGIT),
    # These must not cut what is dictated in two.
    _said(*AFTER_DICTATION),
    _rules("foreign_numbers", need=FOREIGN | said(FOREIGN_NUMBERS - WEAK)),
    _rules("years", need=DIGIT),
    _rules("leftovers", need=DIGIT),
    # Any other word with a dot inside: a host of an unknown domain, or a missing space.
    Step(lambda view: [span.doubted() for span in package_matcher("dotted").find(view)], DOTTED),
)
RESTS: tuple[Step, ...] = (
    Step(parts.find, CUE | NUMBER_RUN | _SPELLED, DIGIT | NUMBER_WORD | _SPELLED | _ITEM),
    Step(
        lambda view, _: _anyway(view, "letters"),
        _ITEM | _SPELLED,
        said(("with", "in", "for", "like")),
    ),
    # Between their parts stand any other words.
    Step(lambda view, _: _anyway(view, "announced"), SPOKEN_DOT | STREET),
)

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
        searches = [_Search(text, self._off) for text in texts]
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

    def __init__(self, text: str, off: frozenset[str], *, fluent: bool = False) -> None:
        self.text, self.view = text, TextView(text, off)
        self.met = needs_met(self.view)
        self.found: list[Span] = []
        self.fluent: tuple[FluentText, _Search] | None = None
        if fluent or not self.met & _HESITATES:
            return
        street = self.met & STREET and self.met & _HOUSE_NUMBER
        if street or self.met & DICTATED:
            found = FluentText(self.view, anywhere=bool(street or self.met & SPOKEN_DOT))
            if found.may_have_values(OF_WORDS):
                self.fluent = found, _Search(found.text, off, fluent=True)

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
        if self.met & NUMBER_WORD:
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
                spans = step.find(search.view)
                if spans:
                    spans = _merged(spans)
                    search.view.hide(spans)
                    search.found += spans
