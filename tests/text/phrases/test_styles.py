"""Phrases fit the style of a text: spelled abbreviations in speech, sites where people write."""

from __future__ import annotations

import re

import pytest

from privtool.text.phrases.kinds import pool_of
from privtool.text.surrogates.name_lists import name_pools
from tests.text.phrases.test_draw import DRAWS, drawn, names


@pytest.mark.parametrize("label", ["PERSON", "ORGANIZATION"])
@pytest.mark.parametrize(
    ("before", "size", "kind"),
    [
        ("we bought a ", 3, "spelled_a"),
        ("he works for the ", 3, "spelled_the"),
        ("he works for the ", 4, "spelled_the"),
        ("you know, we watch ", 3, "spelled"),
        ("we watch a ", 4, "spelled"),  # there is none of its kind
    ],
)
def test_many_words_in_speech_are_an_abbreviation(label, before, size, kind):
    found = drawn(label, before, ", uh", size, spoken=True)
    assert len(found) == DRAWS
    assert set(found) <= names(kind, size)


@pytest.mark.parametrize(
    ("before", "fields"),
    [
        ("my name is ", {"spoken": True}),
        ("thanks, ", {"spoken": True, "gaps": (". ", " ")}),
        ("said ", {"spoken": False}),
    ],
)
def test_who_is_introduced_or_written_about_has_a_name(before, fields):
    found = drawn("PERSON", before, " then", 3, **fields)
    assert all(len(phrase.split()[-1]) > 1 for phrase in found)


def test_a_newspaper_is_not_spelled():
    found = drawn("ORGANIZATION", "a good newspaper, the ", ", uh", 3, spoken=True)
    assert not any(re.fullmatch(r"[A-Z]( [A-Z])+", phrase) for phrase in found)


def test_abbreviations_have_as_many_letters_as_words():
    for kind in ("spelled", "spelled_a", "spelled_the"):
        pools = [pool_of(kind, size) for size in (2, 3, 4)]
        letters = [phrase for pool in pools if pool for phrase in pool.phrases]
        assert all(re.fullmatch(r"[A-Z]( [A-Z]){1,3}", phrase) for phrase in letters)


@pytest.mark.parametrize(
    ("label", "before", "after", "pattern"),
    [
        ("ID", "it runs ", " faster than before", r"\d+x"),
        ("ID", "it is ", " more", r"\d+x"),
        ("ID", "back in the ", ".", r"[6-9]0s"),
        ("ID", "I read your ", " post", r"[2-5](nd|rd|th)"),
        ("ID", "shareholders want a ", " delay", r"[a-z\d]+-[a-z]+"),
        ("MISC", "I like ", " so much", None),
        ("ORGANIZATION", "the ", " army", None),
    ],
)
def test_what_people_write_has_the_form_of_its_place(label, before, after, pattern):
    found = drawn(label, before, after)
    if pattern is None:
        assert label == "MISC" or set(found) <= names("nationality")
    else:
        assert all(re.fullmatch(pattern, phrase) for phrase in found)


def test_sites_are_for_text_that_is_neither_speech_nor_news():
    sites = names("site")
    assert len(sites & set(drawn("ORGANIZATION", "I watch it on ", " now"))) > 3
    assert not sites & set(drawn("ORGANIZATION", "I watch it on ", " now", spoken=True)) - names(
        "company"
    )
    news = set(drawn("ORGANIZATION", "the chairman said ", " rose"))
    assert not (news & sites) - names("company")
    titles = drawn("MISC", "I loved ", " so much", 2)
    assert sum(title in names("title", 2) for title in titles) > DRAWS / 4


def test_owners_of_several_words_are_plural_before_an_apostrophe():
    found = drawn("ORGANIZATION", "without the help of ", "' banks", 2)
    assert all(phrase.endswith("s") for phrase in found)
    assert len(drawn("ORGANIZATION", "without the help of ", "' banks", 3)[0].split()) == 3


@pytest.mark.parametrize(
    ("before", "pattern"),
    [("until I was well into my ", r"\w+(ties|ies)"), ("it was in the ", r"\w+ties")],
)
def test_decades_of_a_life_and_of_a_century_are_said(before, pattern):
    found = drawn("DATE", before, ", you know", spoken=True)
    assert all(re.fullmatch(pattern, phrase) for phrase in found)


def test_dates_of_a_list_are_of_one_kind():
    for shared in range(10):
        found = drawn("DATE", "both ", " and", is_listed=True, shared=shared)
        assert len({phrase.isdigit() for phrase in found}) == 1


def test_a_given_name_has_the_gender_of_its_patient():
    female = set(name_pools().female.phrases) - set(name_pools().male.phrases)
    found = drawn("PERSON", "hello, ", " is a seventy year old male", spoken=True)
    assert female.isdisjoint(found)


def test_an_age_before_a_name_describes_it():
    found = drawn("AGE", "one ringer remains: ", " \ufffc", following="PERSON")
    assert all(re.fullmatch(r"\d\d-year-old", each) for each in found)


def test_a_man_has_a_name_of_men():
    female = set(name_pools().female.phrases) - set(name_pools().male.phrases)
    firsts = {each.split()[0] for each in drawn("PERSON", "The man was ", ".", 2)}
    assert female.isdisjoint(firsts)
