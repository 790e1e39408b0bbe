"""The rules of the package: each finds its own examples, and leaves what it must leave."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from privtool.text.detection.cues import mark_expected
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.tagger import PatternTagger
from privtool.text.detection.view import TextView
from privtool.text.lexicon import DATA
from privtool.text.rules.files import FILES as NAMES
from privtool.text.rules.files import package_rules, read_rules

RULES = [rule for name in NAMES for rule in package_rules(name)]
BESIDE = {rule.id: package_rules(name) for name in NAMES for rule in package_rules(name)}
FILES = sorted((DATA / "intl").glob("*.toml"))


class _Example(NamedTuple):
    text: str
    start: int
    end: int


def _example(marked: str) -> _Example:
    """Return a text without its «marks», and where the marked part is."""
    start, end = marked.index("«"), marked.index("»") - 1
    return _Example(re.sub("[«»]", "", marked), start, end)


def _found(rules, text):
    view = TextView(text)
    mark_expected(view)
    return [(span.start, span.end, span.label) for span in RuleMatcher(rules).find(view)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_record_is_valid(file):
    assert read_rules(file)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_finds_its_examples_alone_and_among_others(rule):
    for marked in rule.finds:
        text, start, end = _example(marked)
        assert _found([rule], text) == [(start, end, rule.label)]
        assert (start, end, rule.label) in _found(BESIDE[rule.id], text)
        assert rule.accepts(text[start:end]) or "(?P<value>" in rule.pattern or rule.tokens


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_tagger_finds_the_examples_of_a_rule(rule):
    examples = [_example(marked) for marked in rule.finds]
    for example, spans in zip(
        examples, PatternTagger().tag([each.text for each in examples]), strict=True
    ):
        covering = [s for s in spans if s.start <= example.start and example.end <= s.end]
        assert [span.label for span in covering] == [rule.label]


@pytest.mark.parametrize("rule", [r for r in RULES if r.leaves], ids=lambda rule: rule.id)
def test_a_rule_leaves_what_it_must_leave(rule):
    for text in rule.leaves:
        assert _found([rule], text) == []
