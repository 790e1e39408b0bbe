"""Matching rules: cues, longer rows of digits, overlaps."""

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from privtool.text.detection.cues import mark_expected
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.view import TextView
from privtool.text.rules.files import all_rules
from privtool.text.rules.rule import Rule

RULES = all_rules()
MATCHER = RuleMatcher(RULES)
DIGITS = re.compile("[0-9]")


def rule(**fields):
    return Rule(**{"id": "test", "label": "ID", "finds": ("«x»",), **fields})


def found(rules, text):
    view = TextView(text)
    mark_expected(view)
    return [(text[s.start : s.end], s.label) for s in RuleMatcher(rules).find(view)]


def test_a_match_ends_at_anything_but_letters_and_digits():
    codes = [rule(pattern=r"[A-Z]{2}\d{4}")]
    assert found(codes, "AB1234, ab1234/x AB12345 xAB1234 AB1234é v.AB1234") == [
        ("AB1234", "ID"),
        ("ab1234", "ID"),
    ]


def test_capitals_count_if_the_rule_says_so():
    assert found([rule(pattern="HR[ ]?B", capitals=True)], "hr b HR B") == [("HR B", "ID")]


def test_groups_between_blanks_are_not_cut_out_of_a_longer_row():
    groups = [rule(pattern=r"\d{3}{sep}\d{3}")]
    assert found(groups, "123 456 and 123 456 789") == [("123 456", "ID")]
    assert found(groups, "123-456 789") == [("123-456", "ID")]
    assert found(groups, "123-456-789") == []


def test_a_cue_of_another_label_is_believed():
    tax = [rule(label="NATIONAL_ID", pattern=r"\d{9}")]
    assert found(tax, "number 123456789") == [("123456789", "NATIONAL_ID")]
    assert found(tax, "phone 123456789") == []


def test_a_cued_pattern_needs_a_cue_of_its_label():
    tax = [rule(label="NATIONAL_ID", cued=r"\d{9}")]
    assert found(tax, "passport 123456789") == [("123456789", "NATIONAL_ID")]
    assert found(tax, "it weighs 123456789") == []


def test_the_longest_part_that_passes_its_check_counts():
    iban = [
        rule(label="IBAN", pattern=r"[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{2,4}){3,8}", check=("mod97",))
    ]
    assert found(iban, "GB82 WEST 1234 5698 7654 32 by noon") == [
        ("GB82 WEST 1234 5698 7654 32", "IBAN")
    ]


def test_matches_that_overlap_become_one_with_the_label_of_the_best():
    short = rule(pattern=r"\d{3}")
    long = rule(label="PHONE", pattern=r"\d{3}-\d{4}", bounded=False)
    assert found([short, long], "555-0147") == [("555-0147", "PHONE")]
    sure = rule(label="CARD", pattern=r"0147-\d{3}", score=1.0, bounded=False)
    assert found([long, sure], "555-0147-999") == [("555-0147-999", "CARD")]


@given(st.lists(st.sampled_from(["7", "31", "042", "1234", "-", " ", ".", "AB", "x", "/"])))
def test_spans_are_disjoint_and_those_of_a_search_without_prefilter(parts):
    text = "".join(parts)
    spans = MATCHER.find(TextView(text))
    assert all(one.end <= other.start for one, other in pairwise(spans))
    matched = {m.start() for r in RULES if r.pattern for m in r.search.finditer(text)}
    assert {span.start for span in spans} <= matched
