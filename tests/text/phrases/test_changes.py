"""Amounts that a percentage relates: "rose 5% to $21 million from $20 million"."""

from __future__ import annotations

import re

import pytest

from privtool.text.phrases.changes import is_new_level, percentage_change, turned_change
from privtool.text.phrases.slots import Earlier, PhrasePlace
from tests.support.typed_fills import filled, masked
from tests.text.phrases.test_draw import drawn

PERCENT = ("NUMBER", 1)


def sums(texts, form):
    """The numbers of a form in each text."""
    found = [re.fullmatch(form, text) for text in texts]
    assert all(found), texts
    return [[float(number.replace(",", "")) for number in match.groups()] for match in found]


def million(entity):
    return [("MONEY", entity), " ", ("MONEY", entity)]


@pytest.mark.parametrize(("verb", "sign"), [("rose", 1), ("fell", -1)])
def test_what_an_amount_was_before_it_changed_by_a_percentage(verb, sign):
    pieces = [f"Net {verb} ", PERCENT, "% to $", *million(2), " in June from $", *million(3), "."]
    texts = filled([masked(*pieces, id=number) for number in range(12)])
    form = rf"Net {verb} ([\d.]+)% to \$([\d.]+) million in June from \$([\d.]+) million\."
    for percent, new, old in sums(texts, form):
        assert new == pytest.approx(old * (1 + sign * percent / 100), rel=0.01)


def test_the_part_of_a_share_changes_as_the_sum_does():
    cents = ("MONEY", 3), " ", ("MONEY", 3)
    again = ("MONEY", 5), " ", ("MONEY", 5)
    pieces = ["Net rose ", PERCENT, "% to $", *million(2), ", or ", *cents, " a share, from $",
              *million(4), ", or ", *again, " a share."]  # fmt: skip
    texts = filled([masked(*pieces, id=number) for number in range(12)])
    form = (
        r"Net rose ([\d.]+)% to \$[\d.]+ million, or (\d+) cents a share, "
        r"from \$[\d.]+ million, or (\d+) cents a share\."
    )
    for percent, new, old in sums(texts, form):
        assert old == pytest.approx(new / (1 + percent / 100), abs=1)


def test_a_decline_from_an_amount_is_from_a_larger_one():
    pieces = ["It had profit of $", *million(1), ", a ", ("NUMBER", 2), "% decline from net of $",
              *million(3), "."]  # fmt: skip
    texts = filled([masked(*pieces, id=number) for number in range(12)])
    form = r"It had profit of \$([\d.]+) million, a ([\d.]+)% decline from net of \$([\d.]+) .*"
    for new, percent, old in sums(texts, form):
        assert new == pytest.approx(old * (1 - percent / 100), rel=0.02)


def test_a_percentage_says_nothing_of_another_amount():
    pieces = ["Net rose ", PERCENT, "% to $", *million(2), "; costs were $", *million(3), " from $",
              *million(4), "."]  # fmt: skip
    texts = filled([masked(*pieces, id=number) for number in range(12)])
    form = r"Net rose ([\d.]+)% .*; costs were \$([\d.]+) million from \$([\d.]+) million\."
    changes = [
        (percent, 100 * (new / old - 1)) for percent, new, old in sums(texts, form) if old != new
    ]
    assert not all(abs(percent - change) < 2 for percent, change in changes)


def test_numbers_are_compared_with_the_last_one_that_is_no_percentage():
    pieces = ["They build ", ("NUMBER", 1), " cars, down ", ("NUMBER", 2), "% from ", ("NUMBER", 3),
              " a year ago."]  # fmt: skip
    texts = filled([masked(*pieces, id=number) for number in range(12)])
    form = r"They build ([\d,]+) cars, down [\d.]+% from ([\d,]+) a year ago\."
    for new, old in sums(texts, form):
        assert 0.8 * old <= new < old


def test_what_a_text_says_of_a_change():
    place = PhrasePlace("NUMBER", (), "sales fell ", "% to")
    assert percentage_change(place, ("5",)) == -5
    assert percentage_change(place._replace(before="sales were up "), ("5.5",)) == 5.5
    assert percentage_change(place._replace(before="it fell, then rose "), ("5",)) == 5
    assert percentage_change(place._replace(after=" dollars"), ("5",)) is None
    assert percentage_change(place, ("five",)) is None
    assert [is_new_level(gap) for gap in ("% to $", " percent, to about ", "% of ")] == [1, 1, 0]
    assert turned_change(4.0, "% drop from earnings of $") == -4
    assert turned_change(-4.0, "% increase from $") == 4
    assert turned_change(4.0, "% from $") is None


@pytest.mark.parametrize(("than", "larger"), [("higher than", False), ("below", True)])
def test_an_amount_is_on_the_side_that_a_comparison_says(than, larger):
    earlier = Earlier(("20",), f"% is far {than} the ")
    found = drawn("NUMBER", f"a rate of \ufffc% is far {than} the ", "% then", earlier=earlier)
    assert all((float(each) > 20) == larger for each in found)


def test_sales_are_larger_than_what_is_earned_on_them():
    before = "it earned $\ufffc \ufffc, or \ufffc \ufffc a share, on sales of $"
    for first, low, high in (("4", 24, 100), ("200", 1200, 5000)):
        found = drawn("MONEY", before, ".", 2, earlier=Earlier((first, "million"), None))
        values = [
            float(value) * (1000 if scale == "billion" else 1)
            for value, scale in map(str.split, found)
        ]
        assert low <= min(values) < max(values) <= high
