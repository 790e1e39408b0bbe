"""States, titles, owners and bodies in written texts, and what of it words without a label are."""

from __future__ import annotations

import re

import pytest

from privtool.text.filling.agreement import fits_neighbors
from privtool.text.phrases.common_slots import CommonSlot
from privtool.text.phrases.seats import is_unlabeled_phrase
from privtool.text.phrases.slots import Earlier
from tests.text.phrases.test_draw import drawn, names


def test_a_city_and_a_state_before_a_trade_need_no_label():
    cities = drawn("WORD", "The company is a ", ", \ufffc., maker of")
    assert all(re.fullmatch(r"[A-Z][\w.-]+", city) for city in cities)
    states = drawn("WORD", "The company is a \ufffc, ", "., maker of")
    assert all(re.fullmatch(r"[A-Z][a-z]{1,4}|[A-Z]\.[A-Z]", it) for it in states)
    assert is_unlabeled_phrase("The company is a ", ", \ufffc., maker")
    assert is_unlabeled_phrase("The company is a \ufffc, ", "., maker")
    assert not is_unlabeled_phrase("The company is a ", ", maker")


def test_a_city_and_a_state_are_one_phrase():
    found = drawn("ORGANIZATION", "he joined the ", "., law firm", 2, gaps=(", ",))
    assert all(re.fullmatch(r"[A-Z][\w'-]+ ([A-Z][a-z]{1,4}|[A-Z]\.[A-Z])", it) for it in found)


def test_an_acronym_of_common_words_has_letters():
    earlier = Earlier(("federal", "agency"), " (")
    assert set(drawn("ORGANIZATION", "the \ufffc \ufffc (", ") said", earlier=earlier)) == {"FA"}


def test_owners_of_two_words_end_in_s():
    found = drawn("PERSON", "it was packed with ", "' supporters", 2)
    assert all(phrase.endswith("s") for phrase in found)


def test_trips_by_car_stay_in_the_country():
    found = drawn("LOCATION", "we drove down to ", " to visit", spoken=True)
    assert set(found) <= names("city") | names("state")


def test_a_city_and_its_whole_state_describe_a_company():
    found = drawn("ORGANIZATION", "The ", ", company is", 3, gaps=(" ", ", "))
    assert all(re.fullmatch(r"\S+ \S+ [A-Z][a-z]+", phrase) for phrase in found)
    assert not set(found) & set(drawn("ORGANIZATION", "The ", " company is", 3))


def test_shares_have_an_owner():
    assert is_unlabeled_phrase("In \ufffc trading, ", "'s shares rose")


def test_initials_of_a_state_are_two_words():
    found = drawn("LOCATION", "he, of ", "., said", 3, gaps=(", ", ". "))
    assert all(re.fullmatch(r"[A-Z][\w'-]+ [A-Z] [A-Z]", phrase) for phrase in found)


@pytest.mark.parametrize(
    ("before", "after", "pattern"),
    [
        ("little is firm other than ", ". \ufffc's promise", "Mr|Ms|Mrs|Dr"),
        ("The rates for ", ". products rose", r"U\.S"),
        ("the action was featureless outside some response to ", "'s early weakness", r"\D+"),
    ],
)
def test_a_written_word_is_a_title_a_country_or_an_owner(before, after, pattern):
    assert is_unlabeled_phrase(before, after)
    found = drawn("WORD", before, after)
    assert found
    assert all(re.fullmatch(pattern, phrase) for phrase in found)


@pytest.mark.parametrize(
    ("before", "after"),
    [("it is the ", ". \ufffc said"), ("I think ", "'s going"), ("we met a ", "'s wife")],
)
def test_other_words_without_a_label_are_left_to_the_model(before, after):
    assert not is_unlabeled_phrase(before, after)


def test_a_role_starts_a_sentence_before_a_person():
    found = drawn("WORD", "", " \ufffc, branch chief", following="PERSON")
    assert set(found) <= {
        *["Judge", "Professor", "Senator", "Attorney", "Chairman", "President", "Director"]
    }
    assert not drawn("WORD", "", " \ufffc, I said", following="PERSON")
    assert is_unlabeled_phrase("", " \ufffc", "PERSON")
    assert not is_unlabeled_phrase("", " \ufffc", "MISC")


@pytest.mark.parametrize(
    ("label", "before", "after", "size", "kind"),
    [
        ("LOCATION", "it convicted Judge \ufffc \ufffc of ", " of eight articles", 1, "state"),
        ("LOCATION", "other states follow ", " in this", 1, "state"),
        ("LOCATION", "in the southwestern part of ", ", you know", 1, "state"),
        ("LOCATION", "other laws in that state, and ", " too", 1, "state"),
        ("LOCATION", "said by the ", " government", 1, "nationality"),
        ("MISC", "In a year, ", " spent millions", 1, "people"),
        ("LOCATION", "they replaced ", " as the most-livable city", 1, "city"),
        ("MISC", "two of my favorite movies are \ufffc and ", ".", 2, "title"),
        ("MISC", "however the ", " might feel about it", 1, "people"),
        ("MISC", "This show takes place years before ", ", so", 2, "title"),
        ("LOCATION", "The plans involved the ", ".", 1, "nation_the"),
        ("ORGANIZATION", "The ", " also will offer discounts", 1, "any_body_the"),
        ("ORGANIZATION", "He says the ", " were fully apprised", 1, "any_people_the"),
        ("ORGANIZATION", "it met the ", " countries", 1, "body_the"),
        ("MISC", "He noted that the ", ", who had been buying", 1, "people"),
        ("MISC", "I think they are rich ", ".", 1, "people"),
        ("MISC", "", " and \ufffc. firms say", 1, "nationality"),
        ("ID", "Then pour another ", " in my pot", 1, "gadget"),
    ],
)
def test_a_written_name_is_of_a_kind_that_fits(label, before, after, size, kind):
    found = drawn(label, before, after, size)
    allowed = names("body", size) if "countries" in after else names(kind, size)
    assert found
    assert set(found) <= allowed


def test_companies_like_others_have_surnames_and_no_brands():
    for before in ("Like other refiners, ", ""):
        found = drawn("ORGANIZATION", before, "'s margins were narrower")
        assert not set(found) & names("site")


def test_what_a_country_has_made():
    found = drawn("MISC", "the levels of ", " steel", 2, gaps=(".-",))
    assert all(phrase.startswith("U.S ") for phrase in found)


@pytest.mark.parametrize(
    ("label", "before", "after", "size", "pattern"),
    [
        ("ID", "I had it running at ", " so", 1, r"\d+(fps|p|%|am|pm)"),
        ("ID", "during the ", " rule of", 1, r"[\w-]+-(month|year|day)"),
        ("AGE", "our kids were like ", ", uh", 3, r"(\w+) years old"),
        ("DATE", "the nineteen sixties and ", ",", 2, "nineteen (seventies|eighties|nineties)"),
    ],
)
def test_codes_and_ages_have_the_form_that_their_place_asks_for(
    label, before, after, size, pattern
):
    earlier = Earlier(("nineteen", "sixties"), " and ") if label == "DATE" else None
    spoken = label in ("AGE", "DATE")
    found = drawn(label, before, after, size, spoken=spoken, earlier=earlier)
    assert found
    assert all(re.fullmatch(pattern, phrase) for phrase in found)
    small = {"twenty", "thirty", "forty", "fifty", "sixty", "seventy"}
    assert label != "AGE" or not small & {phrase.split()[0] for phrase in found}


@pytest.mark.parametrize(
    ("word", "before", "after"),
    [
        ("they", "The ", " definitely did not"),
        ("it", "to break up ", ", and"),
        ("it", "the movie wasn't ", " bad"),
        ("etc", "is a ", ", a"),
    ],
)
def test_words_that_no_slot_takes(word, before, after):
    assert not CommonSlot(before, after).fits(word)
    assert CommonSlot("we saw ", ".").fits("it")


def test_a_pronoun_owns_nothing():
    assert not fits_neighbors("I", "so, ", "'s been into it")
    assert not fits_neighbors("them", "for ", "'s sake")
    assert fits_neighbors("he", "so, ", "'s been into it")
