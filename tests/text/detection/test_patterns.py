"""The `patterns` tagger: run time, searches, examples of the docs, dictation, tricky records."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.support.dictation import KINDS, generated
from benchmarks.support.hesitant_speech import CLEAN, DISTRACTED, HESITANT
from benchmarks.text.dictation import surviving
from privtool.core.record import Record
from privtool.core.spans import Span
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.tagging_steps import whole_names
from privtool.text.detection import digits as chains
from privtool.text.detection.dictation.edges import with_code_edges
from privtool.text.detection.tagger import PatternTagger
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.tokens import Tokens
from privtool.text.words import words
from tests.support.adversarial import Adversarial, records
from tests.support.calls import calls_of
from tests.support.examples import examples
from tests.support.processing import processed
from tests.support.tables import cell_values, tabled

# Linear run time, even for adversarial texts.
#
# These test complexity, not speed: four times the text may take up to eight times as long, and up
# to five times as many calls.

_TAGGER = PatternTagger()
_SHORT = 200
_LONG = 4 * _SHORT
_COUNTED = _LONG // 2  # counting calls takes most of the time
_MOST_CALLS = 400  # per character: twice as many as the most laborious text of today
_ENOUGH = 0.05  # seconds that say nothing

# A cue, and hints of everything, so that no stage is spared the repeated piece between them.
_HEAD = "plate "
_TAIL = (
    "é 7 :// a.com @b u/ may five six he is old am street apt dot pin month dollars k l noon box"
)

_PIECES = cell_values("text", "pieces to repeat")


def _calls(text: str) -> int:
    return calls_of(lambda: _TAGGER.tag([text]))


def _seconds(text: str) -> float:
    started = time.process_time()
    _TAGGER.tag([text])
    return time.process_time() - started


@pytest.mark.parametrize("unit", [*_PIECES, "\0", "\n"], ids=ascii)
def test_run_time_is_linear_in_repeated_text(unit):
    sizes = (_COUNTED // 4, _COUNTED, _SHORT, _LONG)
    few, many, short, long = (_HEAD + unit * (size // len(unit)) + _TAIL for size in sizes)
    _TAGGER.tag([short])  # imports and compiles what such texts need
    calls = _calls(many)
    assert calls < 5 * _calls(few) + 1_000
    assert calls < _MOST_CALLS * len(many)
    slow = _seconds(long)  # complexity, with generous slack
    if slow > 8 * _seconds(short) + _ENOUGH:  # other work may have come between
        slow = min(_seconds(long) for _ in range(2))
        assert slow < 8 * min(_seconds(short) for _ in range(3)) + _ENOUGH


@pytest.mark.parametrize("unit", ["1", "a", ".", "@", "(", ":", "\0", "é"])
def test_very_long_texts_are_tagged(unit):
    text = unit * 300_000
    assert all(span.end <= len(text) for span in _TAGGER.tag([text])[0])


# Searches that were made faster find what their plain forms find.
# The pattern in use, and a plain one that tests what is before a number at every character.
_PAIRS = ((chains._CHAIN, r"(?<![A-Za-z\d])\d+(?:[ \-./()~]{1,3}\d+)*"),)
_NUMBERS = st.text("01259./-,: aBXé$_", max_size=30)
_WORDS = st.text(st.sampled_from("ab5_7-.' \n\t\0éß年🎉½"), max_size=30)


@pytest.mark.parametrize(("pattern", "plain"), _PAIRS)
@settings(max_examples=examples(150))
@given(text=_NUMBERS)
def test_a_search_for_digits_finds_what_a_search_at_every_character_finds(
    pattern: Regex, plain: str, text: str
) -> None:
    expected = [match.span() for match in re.finditer(plain, text)]
    assert [match.span() for match in pattern.finditer(text)] == expected


@given(_WORDS)
def test_tokens_are_the_runs_of_letters_and_digits_and_the_signs(text: str) -> None:
    expected = list(re.finditer(r"\d+|[^\W\d_]+|[^\w\s]|_", text))
    tokens = Tokens(text)
    assert tokens.word == [match.group() for match in expected]
    assert tokens.start == [match.start() for match in expected]
    assert tokens.end == [match.end() for match in expected]


# The examples of docs/commands/mask.md: what `patterns` finds and what it leaves.
PAGE = Path(__file__).resolve().parents[3] / "docs/commands/mask.md"
ROW = re.compile(r"^\| [^|`]+ \| `([^`]+)` \| `([^`]+)` \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8"))


def test_the_page_has_the_examples():
    assert len(ROWS) >= 20


@pytest.mark.parametrize(("text", "masked"), ROWS)
def test_the_example_is_true(text, masked):
    tagger = whole_names(PatternTagger(all_dates="Tuesday" in text))
    stage = MaskStage(MaskSettings({}, by_class=True, merge=True), tagger)
    (record,) = processed(stage, [Record(id=1, text=text)])
    assert record.text == masked


# What a speaker says between the parts of a value does not end it.
_WORDED = ("e-mail", "address")  # kinds with words that are not digits or letters


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("manner", "worded", "number"),
    [(CLEAN, 0.05, 0.01), (HESITANT, 0.1, 0.02), (DISTRACTED, 0.05, 0.05)],
)
def test_dictation(kind, manner, worded, number):
    texts = generated(kind, manner, 200, 1)
    tagged = _TAGGER.tag([dictation.text for dictation in texts])
    leaks = [surviving(*pair) for pair in zip(tagged, texts, strict=True)]
    assert sum(map(bool, leaks)) <= len(leaks) * (worded if kind in _WORDED else number)


# Dates without a day or month: found on request only.
def test_exact_dates_are_found_in_both_ways():
    text = "Monday, March 5th, 2024 and the 5th, at 7 pm on Tuesday"
    exact = PatternTagger().tag([text])[0]
    everything = PatternTagger(all_dates=True).tag([text])[0]
    assert set(exact) < set(everything)
    assert [text[s.start : s.end] for s in set(everything) - set(exact)] == ["Tuesday"]


# Records written to slip through: nothing private survives the `patterns` tagger.
TAGGER = whole_names(PatternTagger(), other_scripts=False)


def _leaks(record: Adversarial) -> bool:
    """Return whether a private word lies outside all spans."""
    covered: set[int] = set()
    for span in TAGGER.tag([record.text])[0]:
        covered.update(range(span.start, span.end))
    return any(
        any(record.text[k].isalnum() and k not in covered for k in range(word.start, word.end))
        and any(start < word.end and word.start < end for start, end in record.private)
        for word in words(record.text)
    )


def test_there_are_enough_records():
    assert len(records()) >= 500
    assert len({record.kind for record in records()}) >= 40


@pytest.mark.parametrize("kind", sorted({record.kind for record in records()}))
def test_nothing_private_survives(kind):
    assert [record.text for record in records() if record.kind == kind and _leaks(record)] == []


@tabled("text", "text")
def test_words_before_digits_that_are_no_part_of_them_stay(text: str) -> None:
    start = text.index(next(filter(str.isdigit, text)))
    number = Span(start, len(text), Label.PHONE.value, 0.9)
    assert with_code_edges([number], text, text) == [number]


def test_a_head_stops_at_the_span_before_it() -> None:
    text = "four four 5550142"
    spans = [Span(0, 4, Label.NUMBER.value), Span(10, 17, Label.PHONE.value)]
    assert with_code_edges(spans, text, text) == [spans[0], spans[1]._replace(start=5)]
