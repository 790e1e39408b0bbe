"""The examples of docs/commands/mask.md: what `patterns` finds and what it leaves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.support.dictation import KINDS, generated
from benchmarks.support.hesitant_speech import CLEAN, DISTRACTED, HESITANT
from benchmarks.text.dictation import surviving
from privtool.core.record import Record
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.tagging_steps import whole_names
from privtool.text.detection.tagger import PatternTagger
from privtool.text.words import words
from tests.support.adversarial import Adversarial, records
from tests.support.processing import processed

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
_TAGGER = PatternTagger()
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
