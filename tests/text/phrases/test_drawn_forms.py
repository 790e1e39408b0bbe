"""Phrases have as many words as slots, and the form that their place asks for."""

from __future__ import annotations

import re

import pytest

from privtool.text.labels import Label
from privtool.text.phrases.draw import draw_phrase
from privtool.text.phrases.slots import PhrasePlace
from privtool.text.surrogates.prf import Key, KeyedRandom

LABELS = [label.value for label in Label]


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_a_phrase_has_a_word_for_each_slot(label, size):
    place = PhrasePlace(label, (" ",) * (size - 1), "he said ", " then")
    for number in range(20):
        words = draw_phrase(place, False, KeyedRandom(Key(b"k" * 16), number))
        assert words is None or (len(words) == size and all(words))


@pytest.mark.parametrize(
    ("label", "gaps", "before", "after", "pattern"),
    [
        ("PERSON", (" ", ". "), "", " said", r"[A-Z][a-z]+ [A-Z] [A-Z]['\w]+"),
        ("PERSON", (" ",) * 5, "it's ", "", r"\w( \w){5}"),
        ("PERSON", (" ",) * 29, "it's ", "", r"\w( \w){29}"),
        ("PERSON", (", ", " ", ", ", " "), "", "", r"[A-Z][\w' ]+"),
        ("DATE", (" ",) * 3, "", "", r"[A-Z]\w+ \w+ nineteen \w+ty"),
        ("DATE", (" ",) * 4, "", "", r"[A-Z]\w+ \w+ nineteen \w+ty \w+"),
        ("LOCATION", (", ",), "in ", "", r"[A-Z]\S+ [A-Z]\S+"),
        ("LOCATION", (), "the ", ". economy", r"U\.[SK]"),
        ("DATE", (". ", ", "), "on ", "", r"(Jan|Feb|Aug|Sept|Oct|Nov|Dec) \d\d? \d{4}"),
        ("DATE", (), "in 1986, on May ", ", or", r"\d\d?"),
        ("MONEY", (" ",), "$", " loan", r"[\d.]+ [mb]illion"),
        ("MISC", (), "$", " million", r"[\d.]+"),
        ("NUMBER", (), "up ", "%", r"\d+(\.\d)?"),
        ("PHONE", (" ", " "), "call ", "", r"\d{3} 555 01\d\d"),
    ],
)
def test_a_phrase_has_the_form_of_its_place(label, gaps, before, after, pattern):
    place = PhrasePlace(label, gaps, before, after)
    for number in range(20):
        words = draw_phrase(place, False, KeyedRandom(Key(b"k" * 16), number))
        assert words is not None
        assert re.fullmatch(pattern, " ".join(words))


def test_dates_of_many_words_are_dictated_where_nothing_is_written():
    rng = KeyedRandom(Key(b"k" * 16), 1)
    gaps = (" ",) * 4
    assert draw_phrase(PhrasePlace("DATE", gaps, "Heard on ", " here"), False, rng) is None
    spoken = PhrasePlace("DATE", gaps, "heard on ", " here", spoken=True)
    assert len(draw_phrase(spoken, False, rng) or ()) == 5
