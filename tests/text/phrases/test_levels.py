"""Amounts that a level, a move, a currency or a whole decides."""

from __future__ import annotations

import re

import pytest

from privtool.text.phrases.slots import Earlier
from tests.text.phrases.test_draw import drawn


def _value(phrase):
    return float(phrase.split()[0].replace(",", ""))


def _after(words, gap, label, before, after, size=1):
    earlier = Earlier(words, gap)
    return drawn(label, before + gap, after, size, earlier=earlier)


def test_a_sum_grows_to_a_larger_one():
    found = _after(("18", "million"), ", to $", "MONEY", "it rose $\ufffc \ufffc", ", he said", 2)
    assert all(45 <= _value(phrase) <= 162 and phrase.endswith(" million") for phrase in found)
    found = _after(("300", "million"), " to $", "MONEY", "it rose $\ufffc \ufffc", ".", 2)
    assert all(450 <= _value(phrase) <= 999 or _value(phrase) <= 1350 for phrase in found)


def test_an_index_is_far_above_its_points():
    found = _after(("14",), " points to ", "NUMBER", "the index rose \ufffc", ".")
    assert all(14 * 40 <= _value(phrase) <= 14 * 130 for phrase in found)
    found = _after(("3",), " points lower at ", "NUMBER", "the index ended \ufffc", ",")
    assert all(600 <= _value(phrase) <= 2700 for phrase in found)


def test_an_index_is_far_above_its_points_at_the_close():
    found = _after(("18",), " points to close at ", "NUMBER", "the index gained \ufffc", ".")
    assert all(18 * 40 <= _value(phrase) <= 18 * 130 for phrase in found)


def test_a_second_bound_is_near_to_the_first_and_larger():
    found = _after(("6,300",), " tons and ", "NUMBER", "trucks of between \ufffc", " tons")
    assert all(6300 < _value(phrase) < 8000 for phrase in found)
    last = _after(("40.9", "million"), ", from last year's $", "MONEY", "it rose to $", "", 2)
    assert all(30 < _value(phrase) < 40.9 for phrase in last)


def test_a_share_of_a_whole_falls_from_a_larger_one():
    found = _after(("8",), "% of the income, down from ", "NUMBER", "they got \ufffc", "% then")
    assert all(8 < _value(phrase) < 11 for phrase in found)


def test_a_level_changes_by_a_small_part_of_it():
    found = _after(("33",), ", down ", "NUMBER", "it ended the day at \ufffc", ",")
    assert set(found) <= {"1/8", "1/4", "3/8", "1/2", "3/4", "7/8", "1", "2"}
    found = _after(("2,120.50",), ", up ", "NUMBER", "it ended at \ufffc", ",")
    assert all(0 < _value(phrase) < 65 and "." in phrase for phrase in found)


def test_the_high_of_an_index_is_near_to_its_level():
    found = drawn("NUMBER", "off the day's high of ", ".", earlier=Earlier(("2,100.0",), None))
    assert all(2100 < _value(phrase) < 2143 for phrase in found)


@pytest.mark.parametrize(
    ("label", "before", "after", "size", "pattern"),
    [
        ("MONEY", "the U.S. currency opened at ", ", up", 2, r"1\d\d\.\d\d yen|[12]\.\d{4} marks"),
        ("NUMBER", "the dollar rose to ", " yen from", 1, r"1\d\d\.\d\d"),
        ("NUMBER", "Dow Jones industrials ", ", up \ufffc;", 1, r"2,\d{3}\.\d\d"),
        ("NUMBER", "contracts amounted to ", ", he said", 1, r"\d\d,\d{3}"),
        ("NUMBER", "the ", " roll call fell short", 1, r"\d\d-\d\d"),
        ("NUMBER", "it has a ", "% stake in the firm", 1, r"[1-4]\d(\.\d)?"),
        ("NUMBER", "a modest ", "% increase", 1, r"\d(\.\d)?"),
        ("MONEY", "the government paid several ", ", he", 3, "hundred million dollars"),
        ("MONEY", "per capita income rose to $", ".", 1, r"[1-3]\d,\d{3}"),
        ("MONEY", "of $\ufffc \ufffc, with $", " designated for it", 1, r"\d{3},000"),
        ("NUMBER", "she says yes, ", " chance right?", 1, r"50/50|\d\d%"),
        ("ID", "an author who made ", " off books", 1, r"\d{1,2}k"),
        ("NUMBER", "the temblor, which registered ", " on the \ufffc scale", 1, r"[5-7]\.\d"),
        ("NUMBER", "the punishment for ", " infraction of the laws", 1, "1"),
        ("NUMBER", "about ", "% of employees think", 1, r"[1-4]\d(\.\d)?"),
        ("NUMBER", "I'm almost ", "% sure", 1, r"9[5-9]|100"),
        ("NUMBER", "formed ", " billion years ago", 1, r"\d|1[0-2]"),
        ("NUMBER", "the number of the poor declined by about ", ".", 1, r"\d{1,2},\d{3}"),
        ("NUMBER", "Some ", "% of all money income", 1, r"[1-4]\d(\.\d)?"),
        ("MONEY", "available in minimum $", " denominations", 1, r"1,000|5,000|10,000|100,000"),
        ("DATE", "since we got our team back in ", ".", 1, r"\d{4}"),
        ("AGE", "it consists of annoying ", " who say things", 3, r"1\d year olds"),
        ("DATE", "it made a decision in ", " to halt", 1, r"\d{4}|[JFMASOND][a-z]+(?<!day)"),
    ],
)
def test_a_number_has_the_magnitude_of_what_it_counts(label, before, after, size, pattern):
    spoken = "several" in before
    found = drawn(label, before, after, size, spoken=spoken)
    assert found
    assert all(re.fullmatch(pattern, phrase) for phrase in found)


def test_percentages_of_a_text_are_of_one_magnitude():
    for shared, fewest, most in ((1, 1, 10), (4, 10, 41)):
        found = drawn("NUMBER", "a raise of ", "% now", shared=shared)
        assert all(fewest <= _value(phrase) < most for phrase in found)


def test_a_sum_of_two_labels_has_its_scale_last():
    assert set(drawn("MONEY", "the proposed $\ufffc ", " deal", preceding="MISC")) <= {
        "million",
        "billion",
    }
    found = drawn("MISC", "the proposed $", " \ufffc deal", following="MONEY")
    assert all(re.fullmatch(r"\d{1,3}(\.\d)?", phrase) for phrase in found)


def test_a_fine_is_no_billion():
    found = drawn("MONEY", "it paid the government $", " in fines", 2, shared=3)
    assert all(phrase.endswith(" million") for phrase in found)
