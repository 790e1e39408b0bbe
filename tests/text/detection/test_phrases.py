"""Phrases of rules: what their slots and signs mean, and which of several matches counts."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.text.detection import phrases
from privtool.text.detection.phrases import PhraseMatcher
from privtool.text.detection.view import TextView
from privtool.text.rules.files import AFTER_DICTATION, ON_REQUEST, SAID
from privtool.text.rules.phrases import Alphabet
from privtool.text.rules.rule import Rule
from tests.support.examples import examples

_GROUPS = (SAID, AFTER_DICTATION, ON_REQUEST)
_WORDS = [word for group in _GROUPS for word in phrases.package_matcher(group)._alphabet.words]


def rule(*written, **fields):
    return Rule(**{"id": "test", "label": "AGE", "phrases": written, "finds": ("«x»",), **fields})


def found(rules, text):
    return [text[s.start : s.end] for s in PhraseMatcher(rules).find(TextView(text))]


@pytest.mark.parametrize(
    ("phrase", "text", "expected"),
    [
        ("{below100} {period}", "twenty-two months, TEN years", ["twenty-two months", "TEN years"]),
        ("turned «{below100}»", "turned nine", ["nine"]),
        ("(the|a) {kin.female}? (dog|cat)", "the aunt dog, the uncle dog", ["the aunt dog"]),
        (r"five \.", "five. five", ["five."]),
        (r"born .{0,2} {year}", "born in nineteen oh two", ["born in nineteen oh two"]),
        ("(?<!big) {unit} (?=dogs)", "big six dogs, four dogs", ["four"]),
        ("{hour} {colon} {minute}", "10:30, 10: 30, 10:77", ["10:30"]),
        ("{month_abroad}", "im märz", ["märz"]),
    ],
)
def test_a_phrase_is_a_pattern_over_words(phrase, text, expected):
    assert found([rule(phrase)], text) == expected


def test_a_word_may_be_in_several_classes():
    assert found([rule("{unit} {ordinal}", "second {unit}")], "one second one") == ["one second"]


def test_of_matches_that_overlap_the_first_counts_then_the_longest_then_the_best():
    assert found([rule("{unit}"), rule("{unit} {unit}")], "one two three") == ["one two", "three"]
    rules = [rule("nine", score=0.4), rule("nine", label="TIME", score=0.7)]
    assert [span.label for span in PhraseMatcher(rules).find(TextView("nine"))] == ["TIME"]


def test_what_is_hidden_is_in_no_phrase():
    view = TextView("one two three")
    view.hide(PhraseMatcher([rule("two")]).find(view))
    assert PhraseMatcher([rule("{unit} {unit}")]).find(view) == []


def test_an_unknown_slot_and_a_wrong_phrase_are_errors():
    with pytest.raises(KeyError):
        Alphabet(["{kin.aliens}"])
    with pytest.raises(re.error):
        Alphabet(["(a"]).compiled("(a")


@pytest.mark.parametrize("group", _GROUPS, ids=lambda group: group[0])
@settings(max_examples=examples(150), deadline=None)
@given(data=st.data())
def test_no_match_lacks_what_it_needs(group, data):
    """So the prefilter never changes a result, nor do the words that a step needs."""
    matcher = phrases.package_matcher(group)
    search = data.draw(st.sampled_from(matcher._searches))
    text = data.draw(st.from_regex(search.pattern))
    for match in search.pattern.finditer(text):
        around = set(match.group())
        assert all(not need.isdisjoint(around) for need in search.needs)


@settings(max_examples=examples(150), deadline=None)
@given(
    st.lists(
        st.sampled_from(_WORDS) | st.sampled_from(["7", "31", "1999", "05", "xyz"]), max_size=12
    )
)
def test_spans_are_sorted_and_disjoint_and_those_of_a_search_without_prefilter(parts):
    matcher, text = phrases.package_matcher(SAID), " ".join(parts)
    spans = matcher.find(TextView(text))
    assert all(one.end <= other.start for one, other in pairwise(spans))
    characters = matcher._alphabet.text(TextView(text).tokens.word)
    assert bool(spans) == any(s.pattern.search(characters) for s in matcher._searches)
