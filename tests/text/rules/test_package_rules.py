"""The rules of the package: each finds its own examples, and leaves what it must leave."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from privtool.text.detection import identifiers
from privtool.text.detection.cues import mark_expected
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.tagger import PatternTagger
from privtool.text.detection.view import TextView
from privtool.text.lexicon import DATA
from privtool.text.rules import files
from privtool.text.rules.files import (
    AFTER_DICTATION,
    FILES,
    ON_REQUEST,
    SAID,
    package_rules,
    read_rules,
)
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.prf import Key
from tests.support.detection_examples import unmark

_GROUPS = [
    tuple(rule for name in names for rule in package_rules(name))
    for names in (*((name,) for name in FILES), SAID, AFTER_DICTATION, ON_REQUEST)
]
_RULES = [(rule, group) for group in _GROUPS for rule in group]
_TAGGER = PatternTagger(all_dates=True)
# Files that are no rules, or have slots for the words of a language.
OTHERS = ("policies/*", "tables/*", "*/language.toml", "*/abroad.toml", "*/rules.toml")


def _found(rules, text):
    view = TextView(text)
    mark_expected(view)
    return [(span.start, span.end, span.label) for span in RuleMatcher(rules).find(view)]


def _id(value):
    return getattr(value, "id", "")


@pytest.mark.parametrize(
    "file",
    sorted({*DATA.glob("*/*.toml")} - {file for name in OTHERS for file in DATA.glob(name)}),
    ids=lambda file: file.stem,
)
def test_every_record_is_valid(file):
    assert read_rules(file)


@pytest.mark.parametrize(("rule", "group"), _RULES, ids=_id)
def test_a_rule_finds_its_examples_alone_and_among_others(rule, group):
    for marked in rule.finds:
        text, marks = unmark(marked)
        expected = [(*mark, rule.label) for mark in marks]
        assert _found([rule], text) == expected
        assert set(_found(group, text)) >= set(expected)
        if rule.pattern and "(?P<value>" not in rule.pattern:
            assert all(rule.accepts(text[start:end]) for start, end in marks)


@pytest.mark.parametrize(("rule", "group"), _RULES, ids=_id)
def test_the_tagger_finds_the_examples_of_a_rule(rule, group):
    for text, marks in map(unmark, rule.finds):
        (spans,) = _TAGGER.tag([text])
        for start, end in marks:
            covering = [s.label for s in spans if s.start <= start and end <= s.end]
            assert covering == [rule.label]


@pytest.mark.parametrize("rule", [r for r, _ in _RULES if r.leaves], ids=_id)
def test_a_rule_leaves_what_it_must_leave(rule):
    for text in rule.leaves:
        assert _found([rule], text) == []


# docs/extending.md, followed to the letter: new records are used by `mask` and `surrogate`.
PAGE = Path(__file__).resolve().parents[3] / "docs" / "extending.md"
RECORDS = re.findall(r"^```toml\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
NUMBER = "00000000 0 ZZ4"


@pytest.fixture
def record(tmp_path, monkeypatch):
    """The record of the page, at the end of a copy of `ids.toml`."""
    for language in ("intl", "en"):
        shutil.copytree(DATA / language, tmp_path / language)
    with (tmp_path / "intl" / "ids.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{RECORDS[0]}")
    _forget()
    monkeypatch.setattr(files, "DATA", tmp_path)
    yield files.read_rules(tmp_path / "intl" / "ids.toml")[-1]
    _forget()


def _forget():
    files.package_rules.cache_clear()
    identifiers.package_matcher.cache_clear()


def labels(text):
    return [span.label for span in PatternTagger().tag([text])[0]]


def test_without_the_record_the_number_has_no_label_of_its_own():
    assert labels(f"cartão {NUMBER}") != ["NATIONAL_ID"]


def test_mask_and_surrogate_use_a_new_record(record):
    assert labels(f"cartão {NUMBER}") == ["NATIONAL_ID"]
    phrase = PrivatePhrase(NUMBER, "NATIONAL_ID")
    for number in range(5):
        key = Key(f"card {number}".encode().ljust(16, b"\0"))
        (made,) = SurrogateGenerator(key).generate("", [phrase])
        assert made.text != NUMBER
        assert record.accepts(made.text)


def test_a_new_record_of_phrases_finds_its_examples_only(tmp_path):
    (tmp_path / "more_ages.toml").write_text(RECORDS[1], "utf-8")
    (rule,) = files.read_rules(tmp_path / "more_ages.toml")
    matcher = identifiers.RuleMatcher([rule])
    for text, marks in map(unmark, rule.finds):
        assert [(span.start, span.end) for span in matcher.find(TextView(text))] == marks
    assert not any(matcher.find(TextView(text)) for text in rule.leaves)
