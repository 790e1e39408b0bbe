"""Restaurants, hotels, shows, rides and the numbers of such texts; streets; weights."""

from __future__ import annotations

import re

import pytest

from tests.text.phrases.test_draw import DRAWS, drawn, names


@pytest.mark.parametrize(
    ("label", "before", "after", "size", "kind"),
    [
        ("ORGANIZATION", "a 4 star hotel called ", " that you like", 7, "hotel"),
        ("ORGANIZATION", "one of the restaurants is ", ", a good one", 2, "restaurant"),
        ("ORGANIZATION", "there is a show at ", " on Monday", 3, "venue"),
        ("ORGANIZATION", "you want a ticket to ", " in town", 2, "act"),
        ("ORGANIZATION", "I found one, the ", ", a \ufffc star", 2, "hotel"),
        ("ORGANIZATION", "the car is for pickup at ", " on Monday", 2, "landmark"),
        ("ORGANIZATION", "you want to fly ", " at noon", 2, "airline"),
        ("ORGANIZATION", "an ", " flight leaves", 2, "airline"),
        ("ORGANIZATION", "is there a flight? Through ", ".", 2, "airline"),
        ("ORGANIZATION", "there is ", " at \ufffc \ufffc starting at", 2, "act"),
        ("ORGANIZATION", "I have \ufffc at ", " on \ufffc", 2, "venue"),
        ("LOCATION", "another venue is the ", ".", 2, "venue"),
        ("LOCATION", "Pick it up from ", " at noon", 2, "landmark"),
        ("ORGANIZATION", "how about ", "? That flight is full", 2, "airline"),
        ("LOCATION", "", " is it's own nation", 1, "country"),
        ("LOCATION", "the issue heats up on ", " as before", 2, "district"),
        ("MISC", "confirm that you rent ", " with subtitles", 2, "title"),
        ("MISC", "fees apply to filings under the ", ".", 2, "law"),
        ("ORGANIZATION", "other songs by ", ".", 3, "act"),
        ("ORGANIZATION", "", " is a nice \ufffc star", 2, "hotel"),
        ("LOCATION", "on the corner of ", " \ufffc", 1, "street"),
        ("MISC", "what make is the ", "?", 1, "any_thing_the"),
        ("ORGANIZATION", "I think the AI of the ", " is terrible", 1, "any_thing_the"),
        ("MISC", "he is quoting the newest ", ".", 1, "any_thing_the"),
        ("MISC", "like my brother's ", ".", 1, "any_thing_my"),
        ("MISC", "they fought thousands of ", ".", 1, "people"),
        ("MISC", "I could not see a ", ".", 1, "any_thing_a"),
        ("MISC", "I even like ", ", some of their", 1, "any_thing"),
        ("MISC", "I want a remake of ", ".", 3, "title"),
        ("MISC", "it is their fellow ", " arriving now", 1, "people"),
        ("MISC", "it was taken over by the ", ".", 1, "people"),
        ("LOCATION", "a bus departing from ", " at noon", 1, "city"),
        ("MISC", "a song off the album ", ".", 1, "title"),
        ("MISC", "a diner that offers ", ".", 1, "nationality"),
        ("LOCATION", "a cab for two people to go to ", ".", 2, "landmark"),
        ("LOCATION", "an hour away from ", ".", 1, "city"),
        ("LOCATION", "the temperature of ", " is high", 1, "city"),
        ("ORGANIZATION", "I doubt that the ", " are not", 1, "team_the"),
    ],
)
def test_a_name_is_of_what_the_text_is_about(label, before, after, size, kind):
    found = drawn(label, before, after, size)
    assert len(found) == DRAWS
    assert set(found) <= names(kind, size)


def test_a_text_about_firms_names_no_hotel():
    assert set(drawn("ORGANIZATION", "the hotel sold shares of ", ".", 2)).isdisjoint(
        names("hotel", 2)
    )


@pytest.mark.parametrize(
    ("label", "before", "after", "size", "pattern"),
    [
        ("NUMBER", "a ", " star hotel", 1, r"[2-5]"),
        ("NUMBER", "make it ", " tickets", 1, r"[2-6]"),
        ("NUMBER", "a table for ", " people", 1, r"[2-6]"),
        ("NUMBER", "I would like ", " ticket to it", 1, r"1"),
        ("NUMBER", "at least ", " major film every year", 1, r"1"),
        ("NUMBER", "at least ", " major films every year", 1, r"\d+"),
        ("NUMBER", "the weather is fine, ", " degrees", 1, r"[4-9]\d"),
        ("NUMBER", "a slight ", " percent chance", 1, r"\d{1,2}"),
        ("NUMBER", "take ", " mg of it", 1, r"\d{1,2}"),
        ("NUMBER", "nobody wears ", "'s suits", 1, r"[5-9]0"),
        ("NUMBER", "there is ", " bathroom and more", 1, r"1"),
        ("NUMBER", "a bus with ", " transfers", 1, r"[02]"),
        ("NUMBER", "a category ", " storm", 1, r"[1-5]"),
        ("NUMBER", "a ", " bedroom house", 1, r"[1-5]"),
        ("NUMBER", "your blood sugar is about ", ".", 1, r"9\d|1\d\d"),
        ("NUMBER", "a flight with ", " layovers", 1, r"[02]"),
        ("NUMBER", "a flight with ", " layover for", 1, r"1"),
        ("MONEY", "the flight costs $", ".", 1, r"[6-9]\d|[1-4]\d\d"),
        ("MONEY", "The movie costs $", ".", 1, r"\d|1\d|20"),
        ("NUMBER", "There is ", " movie rated five", 1, r"1"),
        ("NUMBER", "the movie is rated ", ".", 1, r"[5-9]"),
        ("NUMBER", "on exam ", "+ edema", 1, r"[1-4]"),
        ("NUMBER", "more than ", " men, women and children", 1, r"[\d,]{5,}"),
        ("NUMBER", "a blood pressure of ", " over \ufffc", 1, r"1[1-4]\d"),
        ("NUMBER", "a blood pressure of \ufffc over ", ".", 1, r"[6-9]\d"),
        ("MONEY", "a bus that leaves costs $", ".", 1, r"\d{1,2}"),
        ("ID", "from ", " thousand feet", 1, r"[\d.]+"),
        ("MONEY", "it is $", " to rent it", 1, r"\d\.\d\d"),
        ("MONEY", "the hotel is $", " now", 1, r"\d{2,3}"),
        ("MONEY", "weigh yourself, and if you gain ", " in two days", 2, r"\d+ pounds"),
        ("PHONE", "call +", " now", 2, r"1 \d{3}-555-01\d\d"),
        ("PHONE", "call +", " now", 1, r"1-\d{3}-555-01\d\d"),
        ("NUMBER", "a blood pressure of ", " over 70", 1, r"1[1-4]\d"),
        ("ID", "I take vitamin ", " too", 1, r"D3|B12|C|K2"),
        ("DATE", "her date of birth is ", ". She", 1, r"\d\d?/\d\d?/\d\d"),
        ("AGE", "she is a ", " female here", 3, r"\d\d year old"),
        ("DATE", "the labs dated ", " are fine", 1, r"\d\d?/\d\d?/\d\d"),
    ],
)
def test_a_number_is_one_that_its_noun_takes(label, before, after, size, pattern):
    found = drawn(label, before, after, size)
    assert len(found) == DRAWS
    assert all(re.fullmatch(pattern, phrase) for phrase in found)


def test_a_number_before_a_noun_in_the_plural_is_not_always_one():
    assert len(set(drawn("NUMBER", "at least ", " major films every year"))) > 1


def test_the_number_of_a_house_has_a_street_after_it():
    for size in (2, 3, 4):
        found = drawn("LOCATION", "they are at \ufffc ", ".", size, preceding="ADDRESS")
        assert all(
            re.search(r" (Street|Avenue|Road|Drive|Lane|Boulevard)$", each) for each in found
        )
    whole = drawn("LOCATION", "they are at \ufffc \ufffc ", ".", 2, preceding="ADDRESS")
    assert not any(each.endswith(" Boulevard") for each in whole)


def test_spoken_amounts_and_times_go_on():
    assert set(drawn("MONEY", "Fifty, ", ".", 3, spoken=True)) == {"sixty thousand dollars"}
    for each in drawn("TIME", "I take them ", " and later", 5, spoken=True):
        assert re.fullmatch(r"\w+ thirty in the (morning|evening|afternoon)", each)


def test_a_blood_pressure_is_said_in_tens_and_units():
    upper = drawn("NUMBER", "his pressure is ", " over \ufffc", 3, spoken=True)
    assert upper
    assert all(re.fullmatch(r"one \w+ \w+", each) for each in upper)
    lower = drawn("NUMBER", "his pressure is \ufffc \ufffc \ufffc over ", ".", 2, spoken=True)
    assert lower
    assert all(re.fullmatch(r"(sixty|seventy|eighty|ninety) \w+", each) for each in lower)


def test_no_letters_are_spelled_where_a_restaurant_is_named():
    found = drawn("ORGANIZATION", "a restaurant, how about ", " in town", 3, spoken=True)
    assert set(found) <= names("restaurant", 3)


def test_the_age_of_adults_is_said_in_tens():
    found = drawn("AGE", "mary is a ", " female here for pain", 3, spoken=True)
    assert set(found) <= {
        f"{ten} year old"
        for ten in ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty"]
    }


def test_a_television_is_spelled_where_it_is_watched():
    assert set(drawn("ORGANIZATION", "we eat in front of the ", "", 2, spoken=True)) == {"T V"}
    assert "T V" not in drawn("ORGANIZATION", "we work for the ", "", 2, spoken=True)


def test_a_full_stop_in_a_text_without_capitals_ends_no_abbreviation():
    found = drawn("PERSON", "today i am seeing ", ". her pain is worse", 2)
    assert not any(each.endswith(" Jr") for each in found)


def test_a_person_that_one_has_been_to_is_a_place():
    places = set().union(*(names(kind) for kind in ("city", "country", "state", "region")))
    assert set(drawn("PERSON", "have you ever been to ", "?")) <= places
    assert places.isdisjoint(drawn("PERSON", "have you ever been to ", "'s house?"))


def test_nothing_is_done_by_an_event():
    assert names("event").isdisjoint(drawn("MISC", "the acts were done by ", ", he said"))


def test_peoples_of_a_text_are_against_each_other():
    for before in ("the ", "the \ufffc against the "):
        found = drawn("MISC", before, ".", 1, several=True, spoken=True)
        assert set(found) <= names("people")


def test_a_street_with_a_label_of_its_own_has_one_kind():
    (kind,) = {each in "Street Avenue Road Drive Lane" for each in drawn(
        "ADDRESS", "at \ufffc \ufffc \ufffc ", ".", 1, preceding="LOCATION"
    )}  # fmt: skip
    assert kind
    found = drawn("LOCATION", "at \ufffc ", " \ufffc.", 2, preceding="ADDRESS", following="ADDRESS")
    assert all(each.split()[0] in ("North", "South", "East", "West") for each in found)


def test_what_describes_a_thing_is_no_firm():
    assert not any("firm" in each for each in drawn("ORGANIZATION", "get an ", " calculator", 2))


def test_things_of_unknown_kinds_have_names_in_the_news_and_in_lists():
    neutral = names("any_thing")
    assert set(drawn("MISC", "we spoke of ", ".", 1)) <= neutral
    assert set(drawn("MISC", "it was done by ", ".", 1)) <= names("people")
    assert neutral.isdisjoint(drawn("MISC", "he said, of ", ".", 1))
    assert neutral.isdisjoint(drawn("MISC", "we spoke of ", " and", 1, is_listed=True))
