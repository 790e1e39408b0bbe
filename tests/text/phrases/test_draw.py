"""Phrases have the kind and the magnitude that the words around them call for."""

from __future__ import annotations

import re

import pytest

from privtool.text.phrases.cues import topics_of
from privtool.text.phrases.draw import draw_phrase
from privtool.text.phrases.kinds import pool_of
from privtool.text.phrases.slots import Earlier, PhrasePlace
from privtool.text.surrogates.prf import Key, KeyedRandom

DRAWS = 40


def drawn(label, before, after, size=1, gaps=None, spoken=False, **fields):
    """All phrases of many draws for a place."""
    place = PhrasePlace(
        label,
        (" ",) * (size - 1) if gaps is None else gaps,
        before,
        after,
        spoken,
        topics_of(f"{before} {after}"),
        **fields,
    )
    key = Key(b"k" * 16)
    found = [draw_phrase(place, False, KeyedRandom(key, number)) for number in range(DRAWS)]
    return [" ".join(words) for words in found if words is not None]


def names(kind, size=1):
    pool = pool_of(kind, size)
    assert pool is not None
    return set(pool.phrases)


@pytest.mark.parametrize(
    ("label", "before", "after", "size", "kinds"),
    [
        ("MISC", "the ", " government", 1, ["nationality", "creed"]),
        ("MISC", "many ", " are there", 1, ["people"]),
        ("MISC", "I drive a ", ", you know", 1, ["vehicle"]),
        ("MISC", "we saw ", " on TV", 2, ["title", "company", "event", "people", "law"]),
        ("MISC", "trading ended as the ", " plunged", 4, ["index"]),
        ("MISC", "the notes are rated ", " by", 1, ["rating"]),
        ("MISC", "the dog is a ", ".", 1, ["breed", "nationality"]),
        ("ORGANIZATION", "daily ", " volume", 4, ["exchange_the"]),
        ("ORGANIZATION", "the players of the ", ".", 2, ["team_the", "body_the", "club"]),
        ("ORGANIZATION", "he drives a ", " pickup", 1, ["vehicle", "company"]),
        ("LOCATION", "in any ", " country", 1, ["nationality"]),
        ("LOCATION", "countries like ", " do well", 1, ["country"]),
        ("LOCATION", "in ", "'s economy", 1, ["country"]),
        ("LOCATION", "in the ", ".", 2, ["place_the"]),
        ("PERSON", "she bought a red car, a ", ".", 1, ["vehicle"]),
    ],
)
def test_the_kind_of_a_name_fits(label, before, after, size, kinds):
    public = set().union(*(names(kind, size) for kind in kinds if pool_of(kind, size)))
    found = drawn(label, before, after, size)
    fitting = [phrase for phrase in found if phrase in public]
    if "company" in kinds or "club" in kinds:  # companies of surnames, too
        assert fitting
    else:
        assert fitting == found
    assert len(found) == DRAWS
    assert len(set(found)) > 1


@pytest.mark.parametrize(
    ("label", "before", "after", "pattern"),
    [
        ("NUMBER", "up ", " pct", r"\d{1,2}(\.\d)?"),
        ("NUMBER", "about ", " workers", r"\d\d?,\d{3}"),
        ("NUMBER", "in ", " months", r"\d\d?"),
        ("NUMBER", "Shr ", " cts", r"\d\d?"),
        ("MONEY", "a loss of $3 million, or $", " a share", r"[0-4]\.\d\d"),
        ("MONEY", "closed at $", " a share", r"\d\d?\.\d\d"),
        ("MISC", "about ", " million", r"[\d.]+"),
        ("ID", "following the ", " plunge", r"[\d.]+-point"),
        ("ID", "by ", ".", r"(mid|late|early)-\d{4}"),
        ("ID", "flight no. ", " left", r"[A-Z\d][A-Z\d-]*"),
        ("AGE", "is a ", " designer", r"\d\d?-year-old"),
        ("DATE", "in the early ", ".", r"\d{3}0s"),
        ("DATE", "in fiscal ", " net", r"\d{4}"),
        ("ORGANIZATION", "Miller Corp <", ">", r"[A-Z]{3,4}"),
        ("MISC", "profit due to ", " $3 million", "a"),
    ],
)
def test_the_form_of_an_amount_fits(label, before, after, pattern):
    found = drawn(label, before, after)
    assert len(found) == DRAWS
    assert all(re.fullmatch(pattern, phrase) for phrase in found)


@pytest.mark.parametrize(
    ("label", "before", "size", "pattern"),
    [
        ("MONEY", "it was over ", 4, r"\w+ hundred fifty dollars"),
        ("NUMBER", "I pay about ", 3, r"\w+ (\w+ )?(hundred|thousand)( \w+)?"),
        ("AGE", "he was eleven or ", 3, r"twelve years old"),
        ("DATE", "they moved in ", 2, r"nineteen \w+ty"),
        ("DATE", "she's in her ", 2, r"(early|mid|late) \w+ies"),
    ],
)
def test_amounts_are_words_where_somebody_speaks(label, before, size, pattern):
    found = drawn(label, before, ", you know", size, spoken=True)
    assert len(found) == DRAWS
    assert all(re.fullmatch(pattern, phrase) for phrase in found)


@pytest.mark.parametrize(
    ("before", "lower"), [("revenue rose to $5 million from $", True), ("it fell to $", False)]
)
def test_an_amount_that_is_compared_is_near_to_the_other(before, lower):
    earlier = Earlier(("200", "million"), " from $")
    found = drawn("MONEY", before, "", 2, earlier=earlier)
    values = [int(phrase.split()[0]) for phrase in found]
    assert all(160 <= value <= 240 and (value < 200) is lower for value in values)
    assert all(phrase.endswith(" million") for phrase in found)


def test_a_range_of_dates_ends_after_it_begins():
    earlier = Earlier(("March", "10"), " to ")
    found = drawn("DATE", "from March 10 to ", ", 1990.", 2, earlier=earlier)
    assert all(re.fullmatch(r"March (1[1-9]|2\d)", phrase) for phrase in found)


def test_an_acronym_is_that_of_the_name_before_it():
    earlier = Earlier(("Federal", "Trade", "Commission"), " (")
    assert set(drawn("ORGANIZATION", "the \ufffc (", ")", earlier=earlier)) == {"FTC"}


def test_names_of_a_list_are_of_one_kind():
    kinds = [names(kind) for kind in ("country", "city", "state")]
    for shared in range(8):
        found = drawn("LOCATION", "in ", ", and", is_listed=True, shared=shared)
        assert any(set(found) <= kind for kind in kinds)
