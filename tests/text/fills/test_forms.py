"""Phrases of a class: how many words they have, and what they depend on."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.text.english.numbers import CARDINALS
from privtool.text.fills.forms import draw_phrase, is_certain
from privtool.text.fills.names import kinds
from privtool.text.fills.place import CHAT, PROSE, SPOKEN, FillPlace
from privtool.text.labels import Label
from privtool.text.surrogates.cues import value_of
from privtool.text.surrogates.gazetteer import STATES, gazetteer
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.prf import Key, KeyedRandom
from tests.support.examples import examples

DRAWS = 20


def drawn(label, before="", after="", gaps=(), draws=DRAWS, style=PROSE, **fields):
    """The phrases of a place, as texts."""
    topics = frozenset(f"{before} {after}".lower().split())
    place = FillPlace(label, gaps, before, after, style, topics, **fields)
    found = [draw_phrase(place, False, KeyedRandom(Key(b"k"), number)) for number in range(draws)]
    return [" ".join(each.words) for each in found if each is not None]


def names(*some):
    return {name for kind in some for pool in kinds()[kind].values() for name in pool.phrases}


@settings(deadline=None, max_examples=examples(200))
@given(
    st.sampled_from([label.value for label in Label]),
    st.lists(st.sampled_from([" ", " ", " ", ". ", ", ", "-", "'s ", " & ", "$", ":"]), max_size=6),
    st.sampled_from(["", "Mr. ", "the ", "a ", "in ", "for $", "about ", "\ufffc, ", "of "]),
    st.sampled_from(["", " said", ", and", ".", "% of", " people", "., said", " \ufffc"]),
    st.sampled_from([SPOKEN, CHAT, PROSE]),
    st.integers(0, 9),
)
def test_a_phrase_has_a_word_for_each_slot(label, gaps, before, after, style, number):
    place = FillPlace(label, tuple(gaps), before, after, style)
    found = draw_phrase(place, False, KeyedRandom(Key(b"k"), number))
    assert found == draw_phrase(place, False, KeyedRandom(Key(b"k"), number))
    if found is not None:
        assert len(found.words) == place.size
        assert all(word and " " not in word for word in found.words)


def test_a_merged_marker_takes_all_words():
    place = FillPlace("PERSON", (), "so ", " said")
    found = [draw_phrase(place, True, KeyedRandom(Key(b"k"), n)) for n in range(DRAWS)]
    assert {len(each.words) for each in found} == {1}
    assert {len(each.words[0].split()) for each in found} == {1, 2}


def test_cues_next_to_a_place_count_more_than_others():
    assert set(drawn("PERSON", "so Mr. ", " said")) <= set(name_pools().surnames.phrases)
    assert set(drawn("LOCATION", "the mayor of ", " said")) <= names("city")
    assert set(drawn("MISC", "we learn ", " in college")) <= names("language")
    assert set(drawn("ORGANIZATION", "cheer for the ", " at every game")) <= names(
        "team_the", "league_the"
    )


@pytest.mark.parametrize(("before", "certain"), [("the mayor of ", True), ("so ", False)])
def test_a_cue_next_to_a_place_makes_its_label_certain(before, certain):
    assert is_certain(FillPlace("LOCATION", (), before, " said")) is certain


def test_names_of_a_list_are_of_one_kind():
    every = {kind: names(kind) for kind in ("country", "city", "state", "region")}
    for shared in range(8):
        found = set(drawn("LOCATION", "in ", ", and", shared=shared, is_listed=True))
        assert any(found <= some for some in every.values())


def test_a_title_or_pronoun_decides_the_gender():
    pools = name_pools()
    men, women = set(pools.male.phrases), set(pools.female.phrases)
    assert {each.split()[0] for each in drawn("PERSON", "Mrs. ", "", (" ",))} <= women
    assert {each.split()[0] for each in drawn("PERSON", "so ", " said he", (" ",))} <= men


def test_a_city_is_in_its_state():
    for text in drawn("LOCATION", "In ", " now", (", ",)):
        city, state = text.split()
        assert any(
            (code, city) in gazetteer().zips for code, name in STATES.items() if name == state
        )


def test_a_full_stop_abbreviates():
    for text in drawn("LOCATION", "In ", "., they said", (", ",)):
        assert text.split()[1] not in STATES.values()
    assert set(drawn("ORGANIZATION", "The ", ". said", (" ",))) & {
        f"{name} Corp" for name in name_pools().surnames.phrases
    }


def test_what_follows_a_currency_is_money_whatever_its_label():
    for text in drawn("DATE", "It cost $", " now", (" ",)):
        assert text.split()[1] in ("million", "billion")


def test_numbers_are_words_where_somebody_speaks():
    for text in drawn("NUMBER", "we had ", " of them", (" ",), style=SPOKEN):
        assert set(text.split()) <= set(CARDINALS)
    assert all(text.isdigit() for text in drawn("NUMBER", "we had ", " of them"))
    assert set(drawn("TIME", "at ", " then", (" ",) * 4)[0].split()) & set(CARDINALS)


def test_long_numbers_are_said_digit_by_digit():
    for text in drawn("PHONE", "call ", "", (" ",) * 6, style=SPOKEN):
        assert all(CARDINALS[word] < 10 for word in text.split())


def test_an_article_counts_less_than_a_word_next_to_a_place():
    assert all(text.endswith("year old") for text in drawn("AGE", "a ", " dog", (" ",) * 2))


def test_years_are_near_to_those_of_the_text():
    for text in drawn("DATE", "from 1912 to the spring of ", "."):
        assert not text.isdigit() or 1908 <= int(text) <= 1914


def test_a_period_ends_after_it_begins():
    for shared in range(60):
        first = drawn("DATE", "in fiscal ", " through", draws=4, shared=shared)
        last = drawn("DATE", "through fiscal ", ".", draws=4, shared=shared, is_upper=True)
        years = [[int(text) for text in some if text.isdigit()] for some in (first, last)]
        assert max(years[0], default=0) < min(years[1], default=3000)


@pytest.mark.parametrize(
    ("label", "sign", "style"),
    [("NUMBER", "", PROSE), ("NUMBER", "", SPOKEN), ("MONEY", "$", CHAT), ("AGE", "", PROSE)],
)
@pytest.mark.parametrize("shared", range(12))
def test_the_upper_end_of_a_range_is_above_the_lower_one(label, sign, style, shared):
    some = {"style": style, "shared": shared}
    lower = drawn(label, f"from {sign}", f" to {sign}\ufffc", is_lower=True, **some)
    upper = drawn(label, f"from {sign}\ufffc to {sign}", ".", is_upper=True, **some)
    assert max(map(value_of, lower)) <= min(map(value_of, upper))


def test_letters_are_spelled():
    for text in drawn("PERSON", "my name is ", "", (" ",) * 5, style=SPOKEN):
        assert all(len(letter) == 1 and letter.isupper() for letter in text.split())


def test_a_currency_is_written_once():
    assert all("cents" in text for text in drawn("MONEY", "at 5, or ", " a share", (" ",)))
    assert not any("cents" in text for text in drawn("MONEY", "at 5, or $", " a share", (" ",)))
