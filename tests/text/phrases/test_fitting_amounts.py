"""Amounts, dates, places and organizations fit what a text says before and after them."""

from __future__ import annotations

import re

import pytest

from privtool.text.phrases.kinds import pool_of
from privtool.text.phrases.slots import Earlier
from tests.support.typed_fills import filled, masked
from tests.text.phrases.test_draw import DRAWS, drawn, names


@pytest.mark.parametrize(
    ("label", "before", "after", "pattern"),
    [
        ("MONEY", "it had net income of $", ", or 41 cents a share", r"\d{3},000"),
        ("MONEY", "included a $", " restructuring charge", r"\d{3},000"),
        ("MONEY", "below expectations of about $", " a share.", r"[0-4]\.\d\d"),
        ("MONEY", "he offered $", " a share.", r"\d\d?\.(?:00|25|50|75)"),
        ("DATE", "in the third week of ", ", he said", r"[A-Z][a-z]+"),
        ("DATE", "the bonds are due in ", ", they said", r"\d{4}"),
        ("DATE", "full-year earnings for ", ", he said", r"\d{4}"),
        ("DATE", "a little-publicized ", " law that", r"\d{4}"),
        ("DATE", "the ", " quarter ended", r"[A-Z][a-z]+"),
        ("DATE", 'the film "Jaws" (', ") and", r"\d{4}"),
        ("NUMBER", "the rates on certificates are ", "% for two months", r"\d0?\.\d"),
        ("NUMBER", "consumer prices rose just ", "% last month, he said", r"[01]\.\d"),
        ("NUMBER", "housing starts fell ", "% from the previous month.", r"[01]\.\d"),
        ("NUMBER", "the prime rate is ", " \ufffc% now", r"[5-9]|10"),
        ("MISC", "they were charged with receiving ", "$30 million", r"US|C|A|HK"),
        ("NUMBER", "he gained about ", " lbs for it", r"\d{1,2}|1\d\d|200"),
        ("NUMBER", "he went there for only ", ".", r"\d{1,2}"),
        ("NUMBER", "it was her ", " birthday, he said", r"[3-7]0th"),
        ("NUMBER", "in the early ", " century, he said", r"1[6-9]th"),
        ("NUMBER", "he is in his ", " year, she said", r"[3-7]0th"),
        ("NUMBER", "it is in the ", " year old house", r"\d{1,2}"),
    ],
)
def test_an_amount_or_date_has_the_form_that_its_place_asks_for(label, before, after, pattern):
    found = drawn(label, before, after)
    assert len(found) == DRAWS
    assert all(re.fullmatch(pattern, phrase) for phrase in found)


@pytest.mark.parametrize("after", ["% state-controlled", "% of the purchase price.", "% stake"])
def test_a_share_of_a_whole_is_large_where_other_percentages_are_small(after):
    assert all(float(each) >= 10 for each in drawn("NUMBER", "about ", after, shared=1))
    assert all(float(each) < 10 for each in drawn("NUMBER", "about ", "% growth", shared=1))


def test_a_fraction_is_no_date_and_no_whole_number():
    found = drawn("DATE", "a coupon of \ufffc ", "%, he said", preceding="NUMBER")
    assert all(re.fullmatch(r"\d/\d", phrase) for phrase in found)


def test_rates_of_a_text_are_near_to_each_other():
    before = "rates paid on deposits are \ufffc% for one month and "
    for shared in range(6):
        rates = [float(each) for each in drawn("NUMBER", before, "% for two", shared=shared)]
        assert max(rates) - min(rates) < 1
    assert set(drawn("NUMBER", before, "% now", preceding="NUMBER")) <= {
        "1/4", "1/2", "3/4", "3/8", "5/8", "7/8",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "gap", "after"),
    [
        ("sales rose to about \ufffc million tons from about ", " million tons from about ", " m"),
        ("it had \ufffc employees, up from nearly ", " employees, up from nearly ", " before"),
    ],
)
def test_what_units_and_hedges_separate_is_compared(before, gap, after):
    earlier = Earlier(("40",), gap)
    values = [int(each) for each in drawn("NUMBER", before, after, 1, earlier=earlier)]
    assert min(values) >= 32
    assert max(values) < 40


def test_a_range_rises_though_the_sentence_falls():
    earlier = Earlier(("76", "cents"), " to ")
    before = "earnings are down from estimates of \ufffc \ufffc to "
    values = [int(each.split()[0]) for each in drawn("MONEY", before, "", 2, earlier=earlier)]
    assert min(values) > 76
    before = "earnings fell from \ufffc \ufffc to "
    values = [int(each.split()[0]) for each in drawn("MONEY", before, "", 2, earlier=earlier)]
    assert max(values) < 76


@pytest.mark.parametrize(
    ("before", "gap", "falls"),
    [
        ("the bank lowered its rates from ", " to ", True),
        ("the bank raised its estimate from ", " to ", False),
        ("Between ", " and ", False),
        ("it grew ", "-", False),
    ],
)
def test_the_first_number_of_a_range_is_a_percentage_like_the_second(before, gap, falls):
    firsts = drawn("NUMBER", before, f"{gap}\ufffc percent of it")
    assert len(firsts) == DRAWS
    for first in firsts:
        assert float(first) < 41
        if gap == "-":
            continue
        earlier = Earlier((first,), gap)
        seconds = drawn("NUMBER", f"{before}\ufffc{gap}", " percent of it", earlier=earlier)
        for second in map(float, seconds):
            assert second < float(first) if falls else second > float(first), (first, second)


def test_the_part_of_a_share_moves_as_the_sum_does():
    before = "Net rose to \ufffc \ufffc, or \ufffc \ufffc a share, from $\ufffc \ufffc, or "
    earlier = Earlier(("60", "cents"), None)
    found = drawn("MONEY", before, " a share", 2, earlier=earlier)
    assert all(48 <= int(each.split()[0]) < 60 for each in found)


def test_a_price_after_a_change_is_not_compared_with_it():
    earlier = Earlier(("1.25",), " to $")
    found = drawn("MONEY", "the stock fell $\ufffc to $", " a share", earlier=earlier)
    assert max(map(float, found)) > 5


def test_a_sum_abroad_is_converted_to_dollars():
    pieces = [("MONEY", 1), " ", ("MONEY", 1), " ", ("MONEY", 1), " ($", ("MONEY", 2), " "]
    texts = filled([masked("Profit rose to ", *pieces, ("MONEY", 2), ").", id=n) for n in range(8)])
    for text in texts:
        found = re.fullmatch(
            r"Profit rose to ([\d.]+) million (\w+) \(\$([\d.]+) million\)\.", text
        )
        assert found
        rate = float(found[3]) / float(found[1])
        assert (
            (1.3 if found[2] == "pounds" else 0.1) < rate < (1.9 if found[2] == "pounds" else 0.7)
        )


def test_billions_are_those_of_the_public():
    sums = [drawn("MONEY", "sales of $", " rose", 2, shared=shared)[0] for shared in range(9)]
    assert all(each.endswith(" million") for each in sums)
    budgets = [drawn("MONEY", "the federal budget of $", "", 2, shared=n)[0] for n in range(9)]
    assert any(each.endswith(" billion") for each in budgets)


def test_years_come_in_their_order():
    for shared in range(12):
        first, last = (
            {int(each) for each in drawn("DATE", before, ", he said", shared=shared)}
            for before in ("in fiscal ", "it lasts until early ")
        )
        assert max(first) < min(last)


@pytest.mark.parametrize(
    ("label", "before", "after", "size", "kind"),
    [
        ("LOCATION", "it was a suburb of ", ",", 1, "city"),
        ("LOCATION", "the firm said ", "'s \ufffc \ufffc Group", 1, "country city"),
        ("LOCATION", "there's a place on ", " called", 1, "street"),
        ("LOCATION", "he was born in a ", " town, he said", 1, "state"),
        ("LOCATION", "he visited ", " after the massacre", 1, "country"),
        ("ORGANIZATION", "I'm a student at the ", " in May", 3, "university_the"),
        ("ORGANIZATION", "several senior ", " members fought", 1, "body"),
        ("LOCATION", "they started to attack ", ".", 1, "country"),
        ("LOCATION", "the astronauts set out for ", " again", 1, "planet"),
        ("LOCATION", "the neighborhoods in the ", ".", 2, "place_at_home_the"),
        ("ORGANIZATION", "the computer division of ", " doubled its profit", 1, "computer_maker"),
        ("ORGANIZATION", "He was ousted by ", ".", 1, "body country"),
    ],
)
def test_a_name_is_of_the_kind_of_its_place(label, before, after, size, kind):
    public = set().union(*(names(each, size) for each in kind.split() if pool_of(each, size)))
    found = drawn(label, before, after, size)
    share = sum(phrase in public for phrase in found) / len(found)
    assert share > 0.5 if kind == "computer_maker" else share == 1


def test_places_of_a_text_that_are_compared_are_of_one_kind():
    kinds = [names(kind) for kind in ("country", "city", "state")]
    for shared in range(8):
        fields = {"several": True, "shared": shared}
        found = {*drawn("LOCATION", "look at ", " now", **fields)}
        found |= {*drawn("LOCATION", "he left for ", ", he said", **fields)}
        assert any(found <= kind for kind in kinds)


def test_a_company_has_its_home_after_its_form():
    records = [
        masked("So ", ("ORGANIZATION", 1), " ", ("ORGANIZATION", 1), "., ", ("ORGANIZATION", 2),
               ", ", ("ORGANIZATION", 3), "., said", id=number)
        for number in range(6)
    ]  # fmt: skip
    others = {"Colo", "Ore", "Wash", "Okla", "Ky", "La", "Md", "S.C", "W.Va"}
    states = names("state_abbreviated") | others
    for text in filled(records):
        city, state = text.removesuffix("., said").split(", ")[1:]
        assert city[0].isupper()
        assert state in states or re.fullmatch(
            r"[A-Z][a-z]{1,4}|[A-Z]\.[A-Z]|[NS]\. ?[CD]a?k?", state
        )
        assert state not in ("Inc", "Corp", "Co", "Ltd")


def test_no_name_ends_in_an_s_before_another():
    records = [masked("we ate at ", ("ORGANIZATION", 1), "'s today", id=n) for n in range(30)]
    assert not any("s's" in text for text in filled(records))


def test_the_child_of_somebody_is_some_years_old():
    found = drawn("AGE", "and then my ", " he, he still", 3, spoken=True)
    assert all(re.fullmatch(r"\w+ year old", phrase) for phrase in found)


def test_the_second_of_two_numbers_is_the_next():
    earlier = Earlier(("nine",), " or ")
    found = drawn("NUMBER", "it took nine or ", " days", spoken=True, earlier=earlier)
    assert set(found) == {"ten"}


def test_last_night_is_no_morning():
    found = drawn("TIME", "a special at ", ". last night", 2)
    assert all(each.endswith("p.m") for each in found)


def test_somebody_who_is_named_is_no_car():
    cars = names("vehicle")
    assert cars.isdisjoint(drawn("PERSON", "a book by a fellow named ", ".", spoken=True))


@pytest.mark.parametrize(
    ("label", "before", "after", "pattern"),
    [
        ("NUMBER", "Miller rose ", " \ufffc to \ufffc \ufffc.", r"[123]"),
        ("DATE", "Miller eased ", " to \ufffc \ufffc.", r"[1357]/[248]"),
        ("NUMBER", "Miller rose \ufffc \ufffc to ", " \ufffc.", r"[1-9]\d"),
        ("NUMBER", "the average fell \ufffc to ", ", and", r"[1-9]\d"),
    ],
)
def test_prices_of_shares_move_by_little(label, before, after, pattern):
    found = drawn(label, before, after)
    assert len(found) == DRAWS
    assert all(re.fullmatch(pattern, phrase) for phrase in found)
