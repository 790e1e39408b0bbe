"""Prices, and numbers that a noun or verb next to them limits."""

from __future__ import annotations

import re

import pytest

from privtool.text.phrases.slots import Earlier
from tests.support.typed_fills import filled, masked
from tests.text.phrases.test_draw import drawn


@pytest.mark.parametrize(
    ("before", "after", "low", "high"),
    [
        ("oil rose 12 cents a barrel to $", ".", 15, 95),
        ("gold sold at $", " an ounce", 350, 480),
        ("gold fell $", " an ounce to $\ufffc", 0.01, 8),
        ("corn was at $", " a bushel", 2, 9),
        ("it rose, to close at $", ", in composite trading", 8, 91),
        ("it is sold in minimum amounts of $", " each year", 1_000, 100_000),
        ("the site charges you $", " for a cartoon", 10, 9_999),
    ],
)
def test_prices(before, after, low, high):
    values = [float(each.replace(",", "")) for each in drawn("MONEY", before, after)]
    assert low <= min(values) < max(values) <= high


@pytest.mark.parametrize(
    ("label", "before", "after", "size", "pattern"),
    [
        ("NUMBER", "it filed under Chapter ", " for protection from creditors", 1, "7|11|13"),
        ("NUMBER", "the attack killed at least ", " people in June", 1, r"[2-9]|[1-6]\d"),
        ("NUMBER", "the car ran at ", " miles an hour, he said", 1, r"\d?\d[05]|125"),
        ("NUMBER", "the bill, approved ", " and sent to the House", 1, r"\d\d-\d\d"),
        ("NUMBER", "it has about ", " common shares", 2, r"[\d.]+ million"),
        ("NUMBER", "he owns ", " of the company's \ufffc million shares", 1, r"\d\d\d?,\d{3}"),
        ("NUMBER", "at an annual rate of ", " units", 1, r"\d\d\d?,\d{3}"),
        ("NUMBER", "a ", " stretch of the road", 1, r"\d+-mile"),
        ("NUMBER", "in the late ", " he left", 1, r"[6-9]0s"),
        ("TIME", "sales grow at ", "% a year", 1, r"[\d.]+"),
        ("MONEY", "they spend a few ", " on it in 1989", 2, "(hundred|thousand) dollars"),
        ("MONEY", "it bought the firm for ", " in 1989", 4, r"[\d.]+ million [SFC]\w+ \w+"),
        ("AGE", "Mr. Smith, ", ", chairman and chief executive", 1, r"3[89]|[456]\d"),
        ("DATE", "in the early ", "'s he left", 1, r"\d{3}0"),
        ("DATE", "during the ", " the banks lent", 1, r"\d{3}0s"),
        ("DATE", "on ", " the second", 1, r"[A-Z][a-z]+"),
    ],
)
def test_numbers_have_the_form_that_their_neighbors_ask_for(label, before, after, size, pattern):
    found = drawn(label, before, after, size)
    assert len(found) > 1
    assert all(re.fullmatch(pattern, each) for each in found), found


@pytest.mark.parametrize(("abroad", "rate"), [("Swiss francs", 0.62), ("Canadian dollars", 0.84)])
def test_a_sum_of_a_country_has_its_rate(abroad, rate):
    earlier = Earlier(("100", "million", *abroad.split()), " ($")
    found = drawn("MONEY", "for \ufffc \ufffc \ufffc \ufffc ($", ").", 2, earlier=earlier)
    assert all(90 * rate <= float(each.split()[0]) <= 110 * rate + 0.1 for each in found)


def test_a_word_before_a_stop_and_a_number_is_no():
    word = ("WORD", 1, {"method": "entityTagger"})
    texts = filled([masked("It is the ", word, ". ", ("NUMBER", 2), " brand", id=1)])
    assert re.fullmatch(r"It is the No\. \d+ brand", texts[0])
