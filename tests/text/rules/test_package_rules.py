"""The rules of the package: each finds its own examples, and leaves what it must leave."""

from __future__ import annotations

import pytest

from privtool.text.detection.cues import mark_expected
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.tagger import PatternTagger
from privtool.text.detection.view import TextView
from privtool.text.lexicon import DATA
from privtool.text.rules.files import (
    AFTER_DICTATION,
    FILES,
    ON_REQUEST,
    SAID,
    package_rules,
    read_rules,
)
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
