"""Values in other languages than English: they fit their slots and have no English word."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.fills.abroad import draw_value, is_value
from privtool.text.fills.place import FillPlace
from privtool.text.labels import Label
from privtool.text.languages import languages
from privtool.text.lexicon import entries
from privtool.text.surrogates.prf import Key, KeyedRandom

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
