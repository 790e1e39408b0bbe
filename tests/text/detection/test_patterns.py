"""The `patterns` tagger: run time, searches, examples of the docs, dictation, tricky records."""

from __future__ import annotations

import re
import time
from pathlib import Path

import phonenumbers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.support.dictation import KINDS, generated
from benchmarks.support.hesitant_speech import CLEAN, DISTRACTED, HESITANT
from benchmarks.text.dictation import surviving
from privtool.core.record import Record
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.tagging_steps import whole_names
from privtool.text.detection import digits as chains
from privtool.text.detection.digits import plan_score
from privtool.text.detection.tagger import PatternTagger
from privtool.text.lazy_regex import Regex
from privtool.text.tokens import Tokens
from privtool.text.words import words
from tests.support.adversarial import Adversarial, records
from tests.support.calls import calls_of
from tests.support.examples import examples
from tests.support.processing import processed

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

_UNITS = """
,:|'s -
|1|12|a@|@|a@b.|1-|1 |123 |1234 |12345 |1.|1/|1:|(|(1|)1(|+|+1|+1 |five |five, |oh |double |twenty
|a.|a. |.|..a|www.|http://|a://|/|::|ff:|a:|1:1 |gb12 |GB12 ABCD |a-|a1-|a1|a_1|-|_|a b |b |alpha
|b as in boy |march |march 5 |5 march |may |the 5th of |street |1 st |10 elm |apt 5 |dollars
|five dollars |$|$1 |1,|1,234,567,|old |year old |half past |to |at five |p.m.|in the |ssn |call 5
|account number |dot |dot com |a dot com |plate |ABC 123 |AB-CD-1 |username: |'|é|é1|٣|年|0x|255.
|1.1.1.1 |a.com/|a.zz/|x.com |1h30 |Q1 |'69 |1st |1-1am |twelve hundred |nineteen eighty |u/abc
|june fifth two |room one oh
|two thousand |p.o.box 1 |rue de la |1 Rue |e.g.|K1A 0B1|IL 62704 |he is 5 |Smith, 63, |1 000 |x-ray
|five uh |uh |five, hang on, |a uh |one dot |two point |at dot |at |x at gmail |gmail |@
|late seventies |dot us |1st |double |one second |let's |five the dog barked six
|born on the fifth |the tenth of march |is two street |it is at dot com |k i the |two dot the
|oak grove lane |five oak |oh sorry
|@ a|#anna|kow$|user_id=a|bee |%c3%a9|a&eacute;|a&auml;b |a=E9|a=E9b|=?u?q?a?= |m*hm*ud
|a\\u00e9|\\u00e9|AbcAbc|#Abc|/home/a|~a|a&shy;|%41|%4|QUJD|a/|a_|a*b*
|zwei|eins, |uno y |instagram: |psc 1 |apo ae
|third of the ninth seventy |born the third of |geboren am drei |née le |id ab 12 |code 4 star
|pan |code #|+one |(+five-|uno espera no |x-ray victor |kaiserstr. 1, og |live at 4 the green
|<a_b> |[1:11] a_b: |a_b |at number five
|how old a |how old five a |birthday a |birthday five |via a |via a 5, |five at the
|double |policy no ab 12
|block c, |no. 1 elm st |at number 5 |1 slash |ab slash 1 |plus five five |twenty-five
|5 b as in boy |seventeen c, c as in |Xu the third |twins of five |they're two and a half
|PO 7K1X |a with the accent |not yet two |lady at fifty, |twins they're two, |two and a half
|x is only two months |twenty, and nearly |fifty b, |nine or a |fifty and a half
|1 elm st, kv. 1|elmegade 5, rt 04/rw 1|New New |QLD 4350
|house number is |, number forty |she's five weeks |iban de12 |iban de12 abcd 1234 |baby a, five
|1 bis rue de |third thursday of |last friday of may |two score and a
|infant, five wks + 2 d|five wks + 2 d,
|a\\v{e}|a\\"o|{\\o}|{\\'e|0482 LWB |1 elm st rear
|s / i / |oo mah. |oo mah. no: 1 |d: 1 |drei mai |arroba |a arroba b punto es |mil y |zehnund
|c/ oo 1 |oo utca 1, |P<ABC<<|cien, b comme |a@b . |oo . m @|capital r, |small e |month one, day
|first month, day|five come |from the fifth of the fifth
|hundred and |twenty hundred fortieth |nine going on ten |y at the end as in yellow |b, b for bravo
|born christmas day 19|two days after easter |at, um dot com |all one word at, x dot com
|dot n l|dot co dot n z |, at gee mail |a, b, at x dot com |small c, capital |with a line on the o
|mrsAnna |p for, papa |callAnnatoday|aAnna
|ABC/ABMR |a/b mr |number one stroke two |third floor left, |, third left
|n:a;b;|b.t. |anna kowalski ak |ab/1234|the ninth, no, the tenth of june |two-and-a-half-year
|spelled a i, |gb 12 1234 |m as in, well, m |month ten day |baby easter sunday
"""
_PIECES = [unit.replace("\n", " ") for unit in _UNITS.strip().split("|")]


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


@settings(max_examples=examples(300))
@given(st.from_regex(r"[2-9][0-9]{9}|(?:|0|011|1|11|310)[0-9]{7,12}", fullmatch=True))
def test_digits_are_scored_as_parsed(digits: str) -> None:
    try:
        parsed = phonenumbers.parse(digits, "US")
    except phonenumbers.NumberParseException:
        assert plan_score(digits) == 0
    else:
        assert plan_score(digits) == float(phonenumbers.is_valid_number(parsed))


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
def test_dictation(kind):
    for manner, worded, number in ((CLEAN, 0.05, 0.01), (HESITANT, 0.1, 0.02)):
        texts = generated(kind, manner, 200, 1)
        tagged = _TAGGER.tag([dictation.text for dictation in texts])
        leaks = [surviving(*pair) for pair in zip(tagged, texts, strict=True)]
        assert sum(map(bool, leaks)) <= len(leaks) * (worded if kind in _WORDED else number)


@pytest.mark.parametrize("kind", KINDS)
def test_distractions(kind):
    texts = generated(kind, DISTRACTED, 200, 1)
    tagged = _TAGGER.tag([dictation.text for dictation in texts])
    leaks = [surviving(*pair) for pair in zip(tagged, texts, strict=True)]
    assert sum(map(bool, leaks)) <= 0.05 * len(leaks)


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
