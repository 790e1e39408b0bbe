"""Patterns over words: what their classes and signs mean, and what a match needs."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.text.detection.identifiers import RuleMatcher, package_matcher
from privtool.text.detection.view import TextView, mark_expected
from privtool.text.rules.rule import AFTER_DICTATION, ON_REQUEST, SAID, Rule, all_rules
from privtool.text.rules.word_patterns import WordPatterns
from tests.support.examples import examples
from tests.support.tables import tabled

_GROUPS = (SAID, AFTER_DICTATION, ON_REQUEST, ("places",), ("spoken",), ("numbers",))


def rule(**fields):
    return Rule(**{"id": "test", "label": "ID", "finds": ("«x»",), **fields})


def found(pattern, text):
    tokens, patterns = TextView(text).tokens, WordPatterns([pattern])
    places = (match[1:] for match in patterns.matches(tokens, text))
    return [text[tokens.start[first] : tokens.end[stop - 1]] for first, stop in places]


@tabled("text", "pattern text expected")
def test_a_pattern_is_over_words(pattern, text, expected):
    assert found(pattern, text) == expected


@tabled("text", "pattern expected")
def test_a_class_is_what_all_its_conditions_allow(pattern, expected):
    assert found(pattern, "send to 12 Elm Street, seven\nat 7B") == expected


def test_matches_that_overlap_are_one_with_the_label_of_the_best():
    written = ("nine", "ID", 0.4), ("nine ten", "TIME", 0.7), ("ten six", "AGE", 0.9)
    rules = [rule(phrases=(each,), label=label, score=score) for each, label, score in written]
    (span,) = RuleMatcher(rules).find(TextView("nine ten six"))
    assert (span.start, span.end, span.label) == (0, 12, "AGE")


def test_of_equal_matches_the_earliest_rule_counts_in_any_order_of_candidates():
    matcher = RuleMatcher([rule(phrases=("nine ten",), label=label) for label in ("AGE", "ID")])
    view = TextView("nine ten")
    for order in ([0, 1], [1, 0]):
        view.phrases = {id(matcher.phrases): order}
        assert [span.label for span in matcher.find(view)] == ["AGE"]


def test_a_matcher_whose_candidates_are_unknown_tries_all_its_phrases():
    view = TextView("nine ten")
    view.phrases = {0: []}  # those of another one
    assert RuleMatcher([rule(phrases=("nine ten",), label="AGE")]).find(view)


def test_an_unknown_class_and_a_wrong_pattern_are_errors():
    with pytest.raises(KeyError):
        WordPatterns(["{kin.aliens}"])
    with pytest.raises(re.error):
        WordPatterns(["(a"]).pattern(0)


@pytest.mark.parametrize("group", _GROUPS, ids=lambda group: group[0])
@settings(max_examples=examples(100), deadline=None)
@given(data=st.data())
def test_no_match_lacks_what_it_needs(group, data):
    """So the prefilter never changes a result."""
    patterns = package_matcher(*group).phrases
    number = data.draw(st.sampled_from(range(len(package_matcher(*group)._phrased))))
    text = data.draw(st.from_regex(patterns.pattern(number)))
    assert patterns.pattern(number).search(text)
    plain = {chr(ord(c) - (ord(c) - 0x100) % patterns._width) for c in text}
    assert not any(map(plain.isdisjoint, patterns.needs[number]))


# Matching rules: cues, longer rows of digits, overlaps.
RULES = all_rules()
MATCHER = RuleMatcher(RULES)


def found_by(rules, text):
    view = TextView(text)
    mark_expected(view)
    return [(text[s.start : s.end], s.label) for s in RuleMatcher(rules).find(view)]


@tabled("text", "rules text found")
def test_what_rules_find_together(rules, text, found):
    assert [*map(list, found_by([rule(**fields) for fields in rules], text))] == found


@given(st.lists(st.sampled_from(["7", "31", "042", "1234", "-", " ", ".", "AB", "x", "/"])))
def test_spans_are_disjoint_and_those_of_a_search_without_prefilter(parts):
    text = "".join(parts)
    spans = MATCHER.find(TextView(text))
    assert all(one.end <= other.start for one, other in pairwise(spans))
    matched = {m.start() for r in RULES if r.pattern for m in r.search.finditer(text)}
    assert {span.start for span in spans} <= matched
