"""Phrases of a class: how many words they have, and what they depend on."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.rng import Key, KeyedRandom
from privtool.text.english.numbers import CARDINALS
from privtool.text.filling.agreement import excluded_words
from privtool.text.fills.fields import GIVEN_AND_SURNAME, Number, kinds
from privtool.text.fills.forms import Form, draw_phrase, draw_value, forms, is_value
from privtool.text.fills.place import CHAT, PROSE, SPOKEN, FillPlace
from privtool.text.labels import Label
from privtool.text.languages import languages
from privtool.text.lexicon import entries, rows
from privtool.text.surrogates.cues import value_of
from privtool.text.surrogates.gazetteer import STATES, gazetteer
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.word_lists import LISTS
from tests.support.examples import examples
from tests.support.tables import tabled

DRAWS = 20


def drawn(label, before="", after="", gaps=(), draws=DRAWS, style=PROSE, **fields):
    """The phrases of a place, as texts."""
    topics = frozenset(f"{before} {after}".lower().split())
    place = FillPlace(label, gaps, before, after, style, topics, **fields)
    found = [draw_phrase(place, False, KeyedRandom(Key(b"k"), number)) for number in range(draws)]
    return [" ".join(each.words) for each in found if each is not None]


def names(*some):
    return {name for kind in some for pool in kinds()[kind].values() for name in pool.phrases}


def test_the_forms_that_fit_a_place_are_looked_for_once(monkeypatch):
    cues, asked = Form.cues, Counter[str]()
    monkeypatch.setattr(Form, "cues", lambda *given: asked.update(given[1].label) or cues(*given))
    drawn("LOCATION", "we once met in ", " and so on", draws=8)
    assert asked["L"] <= len(forms()["LOCATION"])


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
    short = {usual.split("|")[0]: code for code, _, usual in rows("states")}
    for text in drawn("LOCATION", "In ", "., they said", (", ",)):
        city, state = text.split()
        assert (short[state], city) in gazetteer().zips
    assert set(drawn("ORGANIZATION", "The ", ". said", (" ",))) & {
        f"{name} Corp" for name in name_pools().surnames.phrases
    }


@pytest.mark.parametrize(("before", "after"), [("with ", " bedrooms"), ("a table for ", ".")])
def test_of_some_things_there_are_few(before, after):
    largest = (1 << 20) - 1  # of what all numbers of a text depend on
    assert set(drawn("NUMBER", before, after, shared=largest)) <= set("2345678")


def test_numbers_are_words_where_somebody_speaks():
    for text in drawn("NUMBER", "we had ", " of them", (" ",), style=SPOKEN):
        assert set(text.split()) <= set(CARDINALS)
    assert set(drawn("TIME", "at ", " then", (" ",) * 4)[0].split()) & set(CARDINALS)


def test_long_numbers_are_said_digit_by_digit():
    for text in drawn("PHONE", "call ", "", (" ",) * 6, style=SPOKEN):
        assert all(CARDINALS[word] < 10 for word in text.split())


@tabled("text", "label before after gaps style form")
def test_phrases_have_the_form_of_their_place(label, before, after, gaps, style, form):
    style = {"PROSE": PROSE, "SPOKEN": SPOKEN}[style]
    for text in drawn(label, before, after, tuple(gaps), style=style):
        assert re.fullmatch(form, text), text


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


# The table of forms and the names by kind: all of it can be drawn, and all of it is used.
FORMS = [(label, form) for label, found in forms().items() for form in found]


def places(label, form):
    """Places of a form in each of its styles, as small and as large as its fields allow."""
    for style in (SPOKEN, CHAT, PROSE) if form.styles == "-" else form.styles:
        layouts = sorted(form.layouts[style == SPOKEN], key=len)
        yield from (FillPlace(label, gaps, style=style) for gaps in (layouts[0], layouts[-1]))


@pytest.mark.parametrize(
    ("label", "form"), FORMS, ids=lambda each: str(getattr(each, "shape", each))
)
def test_a_form_has_as_many_words_as_its_place(label, form):
    for place in places(label, form):
        for number in range(4):
            drawn = form.draw(place, KeyedRandom(Key(b"test"), number))
            if drawn is not None:
                break
        assert drawn is not None
        assert len(drawn.words) == place.size
        assert all(word and not re.search(r"\s", word) for word in drawn.words)


@pytest.mark.parametrize("label", [label for label in Label if label is not Label.WORD])
def test_each_label_has_a_form_of_one_word_without_cues(label):
    found = [form for form in forms()[label.value] if form.cues(FillPlace(label.value, ())) == 0]
    assert any(form.sizes(FillPlace(label.value, ())) for form in found)


def test_all_kinds_of_names_are_used():
    used = {name for row in rows("fills") for name in re.findall(r"\{([a-z_]+)\}", row[-1])}
    assert set(kinds()) - used == {GIVEN_AND_SURNAME}


def test_a_kind_has_each_name_once():
    lines = (LISTS / "kinds-en.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if not line.startswith("#"):
            counts = Counter(line.partition("\t")[2].split("|"))
            assert max(counts.values()) == 1, line


# Values in other languages than English: they fit their slots and have no English word.
VALUES = [label.value for label in Label if is_value(label.value)]
GAPS = st.lists(st.sampled_from([" ", ". ", ".", ":", ","]), max_size=5).map(tuple)
WORDS = ("calendar.months", "words.hours", "words.age-units", "words.age-ends", "words.currencies")


def rng(number: int) -> KeyedRandom:
    return KeyedRandom(Key(b"values"), "abroad", number)


@given(st.sampled_from(VALUES), GAPS, st.sampled_from(languages()[1:]), st.integers(0, 99))
def test_each_word_of_a_value_is_a_number_or_one_of_the_language(label, gaps, language, number):
    known = {"de"}.union(*(_entries(name, language) for name in WORDS))
    place = FillPlace(label, gaps)
    words = draw_value(place, False, language, rng(number)).words
    assert len(words) == len(gaps) + 1
    assert not [word for word in words if word.lower() not in known and not re.search(r"\d", word)]
    (merged,) = draw_value(FillPlace(label, ()), True, language, rng(number)).words
    assert re.search(r"\d", merged) or merged.lower() in known


def _entries(name: str, language: str) -> set[str]:
    try:
        return {*entries(name, language)}
    except KeyError:
        return set()


@tabled("text", "language label gaps form")
def test_values_have_the_form_of_the_language(language, label, gaps, form):
    drawn = {
        " ".join(draw_value(FillPlace(label, tuple(gaps)), False, language, rng(n)).words)
        for n in range(9)
    }
    assert len(drawn) > 3
    assert all(re.fullmatch(form, text) for text in drawn), drawn


# Which common words the grammar of a slot allows.
@tabled("text", "before after fits not_fits")
def test_a_word_fits_by_the_words_next_to_it(before, after, fits, not_fits):
    excluded = excluded_words(before, after)
    assert fits not in excluded
    assert not_fits in excluded


# Numbers between two others: bounds, form, and how they are said.
@settings(deadline=None, max_examples=examples(100))
@given(
    st.sampled_from(["2..60", "1.1..9.9", "200..90,000", "0.20..9.90", "1..1"]), st.integers(0, 999)
)
def test_a_number_is_between_its_bounds(text, seed):
    number = Number.parsed(text)
    low, high = (float(each.replace(",", "")) for each in text.split(".."))
    value = number.draw(KeyedRandom(Key(b"k"), seed))
    (word,) = number.words(value, False)
    assert 0.9 * low <= float(word.replace(",", "")) <= high
    decimals = len(text.partition("..")[0].partition(".")[2])
    assert len(word.partition(".")[2]) == decimals


@tabled("text", "text value written said")
def test_a_value_is_written_or_said(text, value, written, said):
    number = Number.parsed(text)
    assert number.words(value, False) == (written,)
    assert " ".join(number.words(value, True)) == said


def test_what_is_no_range_is_no_number():
    assert [Number.parsed(text) for text in ("month", "2..", "~555-0142", "2.5")] == [None] * 4


def test_the_sizes_of_a_said_number_are_known():
    assert Number.parsed("2..60").spoken_sizes == {1, 2}
    assert not re.search("and", " ".join(Number.parsed("2..900").words(250, True)))
