"""The table of forms and the names by kind: all of it can be drawn, and all of it is used."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.text.fills.abroad import draw_value, is_value
from privtool.text.fills.fields import Number
from privtool.text.fills.forms import forms
from privtool.text.fills.grammar import CommonSlot
from privtool.text.fills.names import GIVEN_AND_SURNAME, kinds
from privtool.text.fills.place import CHAT, PROSE, SPOKEN, FillPlace
from privtool.text.labels import Label
from privtool.text.languages import languages
from privtool.text.lexicon import entries, rows
from privtool.text.surrogates.prf import Key, KeyedRandom
from privtool.text.word_lists import LISTS
from tests.support.examples import examples

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


@pytest.mark.parametrize(
    ("language", "label", "gaps", "form"),
    [
        ("de", "DATE", (". ", " "), r"\d+ (Januar|M|A|J|S|O|N|D|F)\w+ \d{4}"),
        ("es", "DATE", (" ",) * 4, r"\d+ de [a-z]+ de \d{4}"),
        ("fr", "AGE", (" ",), r"\d+ ans"),
        ("nl", "AGE", (" ", " "), r"\d+ jaar oud"),
        ("de", "AGE", (" ", " "), r"\d+ Jahre alt"),
        ("pt", "MONEY", (" ",), r"\d+ euros"),
        ("it", "TIME", (" ",), r"\d+ precise"),
    ],
)
def test_values_have_the_form_of_the_language(language, label, gaps, form):
    drawn = {
        " ".join(draw_value(FillPlace(label, gaps), False, language, rng(n)).words)
        for n in range(9)
    }
    assert len(drawn) > 3
    assert all(re.fullmatch(form, text) for text in drawn), drawn


# Which common words the grammar of a slot allows.
@pytest.mark.parametrize(
    ("before", "after", "fits", "not_fits"),
    [
        ("it is in the ", ".", "house", "really"),
        ("it is in the ", ".", "house", "them"),
        ("it is in the ", " house.", "old", "they"),
        ("give it to ", ".", "people", "the"),
        ("we talked to ", " about it", "people", "they"),
        ("you can tell ", " this", "people", "you"),
        ("they are proud to be ", " and happy", "people", "it"),
        ("and so ", "'s house", "company", "independent"),
    ],
)
def test_a_word_fits_by_the_words_next_to_it(before, after, fits, not_fits):
    slot = CommonSlot(before, after)
    assert slot.fits(fits)
    assert not slot.fits(not_fits)


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


@pytest.mark.parametrize(
    ("text", "value", "written", "said"),
    [
        ("2..60", 25.0, "25", "twenty five"),
        ("200..90,000", 23_456, "23,000", "twenty three thousand"),
        ("200..90,000", 234, "234", "two hundred"),
        ("1.1..9.9", 4.5, "4.5", "four"),
        ("2..30th", 22, "22nd", "twenty second"),
    ],
)
def test_a_value_is_written_or_said(text, value, written, said):
    number = Number.parsed(text)
    assert number.words(value, False) == (written,)
    assert " ".join(number.words(value, True)) == said


def test_what_is_no_range_is_no_number():
    assert [Number.parsed(text) for text in ("month", "2..", "~555-0142", "2.5")] == [None] * 4


def test_the_sizes_of_a_said_number_are_known():
    assert Number.parsed("2..60").spoken_sizes == {1, 2}
    assert not re.search("and", " ".join(Number.parsed("2..900").words(250, True)))
