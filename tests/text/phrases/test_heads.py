"""A noun or verb next to a name decides its kind, whatever a tagger took it for."""

from __future__ import annotations

import pytest

from privtool.core.record import Mask, Record
from privtool.stages.tagged_words import ENTITY_TAGGER
from privtool.text.labels import Label
from privtool.text.phrases.heads import is_headed_word, kind_by_head
from privtool.text.phrases.slots import PhrasePlace
from privtool.text.surrogates.name_lists import name_pools
from tests.support.typed_fills import filled
from tests.text.phrases.test_draw import DRAWS, drawn, names


@pytest.mark.parametrize(
    ("label", "before", "after", "size", "kind"),
    [
        ("PERSON", "the guy that plays in ", ",", 2, "title"),
        ("MISC", "he recorded the ", " soundtrack.", 2, "title"),
        ("MISC", "there are many ", " movies.", 3, "title"),
        ("ORGANIZATION", "I listen to ", " at work", 1, "act"),
        ("LOCATION", "he graduated from ", ".", 1, "university"),
        ("MISC", "they hired some ", " graduates", 1, "university"),
        ("LOCATION", "half of the students attending ", " will be", 1, "university"),
        ("MISC", "did he play in the ", ".", 2, "tournament_the"),
        ("MISC", "it won all those ", " this year", 1, "awards"),
        ("ORGANIZATION", "they are big ", " fans.", 1, "city_team"),
        ("LOCATION", "they traded him to ", ".", 1, "city_team"),
        ("MISC", "put out of business by an act of ", ".", 1, "body"),
        ("ORGANIZATION", "I root for the ", ".", 1, "team_the"),
        ("MISC", "they do not need ", " majors", 1, "subject"),
        ("MISC", "he is fluent in ", ".", 1, "language"),
        ("ORGANIZATION", "I bought them at ", ".", 1, "store"),
        ("LOCATION", "we had lunch at ", ".", 2, "restaurant"),
        ("ORGANIZATION", "he is a reporter for the ", ".", 1, "media_the"),
        ("PERSON", "she drives an old ", ".", 1, "vehicle"),
        ("PERSON", "in the city of ", ",", 1, "city"),
        ("LOCATION", "fears that ", " might open lower", 2, "stock_market"),
        ("ORGANIZATION", "riskier than ", " bills", 1, "security"),
        ("LOCATION", "they are seeking ", " approval", 1, "approver"),
        ("ORGANIZATION", "foreign and ", " car makers said", 1, "nationality"),
        ("MISC", "as measured by the ", " deflator", 1, "output"),
        ("LOCATION", "the most active ", " issue", 1, "exchange"),
        ("PERSON", "well, Happy ", "!", 1, "holiday_wish"),
    ],
)
def test_a_head_decides_the_kind(label, before, after, size, kind):
    found = drawn(label, before, after, size)
    assert len(found) == DRAWS
    assert set(found) <= names(kind, size)


def test_letters_of_a_school_where_speech_has_three_words():
    found = drawn("PERSON", "I got a degree from ", ",", 3, spoken=True)
    assert set(found) <= names("spelled_school", 3)


def test_people_and_pets_have_given_names():
    given = {name.lower() for name in name_pools().given.phrases}
    for before in ("a dog named ", "this is my wife "):
        assert {phrase.lower() for phrase in drawn("ORGANIZATION", before, ".")} <= given


@pytest.mark.parametrize(
    ("label", "before", "after"),
    [
        (Label.PERSON, "I listen to ", " at work"),  # a person, too
        (Label.ORGANIZATION, "he bought shares at ", " prices said"),
        (Label.MISC, "he graduated from ", " school."),  # describes another noun
        (Label.WORD, "I bought them at ", "."),
        (Label.MISC, "", ""),
    ],
)
def test_other_places_are_left_to_the_label(label, before, after):
    assert kind_by_head(PhrasePlace(label.value, (), before, after), label) is None


def test_everyday_heads_do_not_count_in_the_news():
    place = PhrasePlace("ORGANIZATION", (), "he found stocks at ", ".")
    assert kind_by_head(place, Label.ORGANIZATION) == "store"
    news = place._replace(topics=frozenset(("markets",)))
    assert kind_by_head(news, Label.ORGANIZATION) is None


def test_a_word_without_a_label_has_a_head_too():
    assert is_headed_word("a man named ", ".")
    assert not is_headed_word("a man who ", ".")
    mask = Mask(21, 27, "WORD", ENTITY_TAGGER, 1)
    text = filled([Record(id=1, text="He has a degree from [MASK].", masks=(mask,))])[0]
    assert text.removeprefix("He has a degree from ")[:-1] in names("university", 1)
