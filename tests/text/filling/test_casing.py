from __future__ import annotations

import time

import pytest

from privtool.text.filling.casing import Style, in_place, starts_sentence, style_of


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("", Style.MIXED),
        ("42 ...", Style.MIXED),
        ("\0", Style.MIXED),
        ("so he said", Style.LOWER),
        ("so he said 5PM", Style.MIXED),
        ("so I said", Style.MIXED),
        ("So he said", Style.MIXED),
        ("SO HE SAID", Style.UPPER),
        ("SO HE'S 42", Style.UPPER),
        ("I A", Style.MIXED),
        ("I AM \0", Style.UPPER),
        ("HI, I'M \0", Style.UPPER),
        ("I'M \0", Style.MIXED),
        ("I'm \0", Style.MIXED),
        ("NASA 42", Style.MIXED),
        ("NASA said", Style.MIXED),
        # what is masked may have had the capitals, unless a sentence starts without one
        ("\0 said so", Style.LOWER),
        ("\0 said so.", Style.MIXED),
        ("\0 said. \0 left? \0", Style.MIXED),
        ("\0 said. (so he left.", Style.LOWER),
        ("so \0 said.", Style.LOWER),
        ("naïve café", Style.LOWER),
        ("ÉTÉ LÀ-BAS", Style.UPPER),
        ("田中さん", Style.MIXED),
        ("田中 said", Style.LOWER),
    ],
)
def test_style_of_a_text(text, style):
    assert style_of(text) is style


@pytest.mark.parametrize(
    "before", ["", " ", '"', "He left. ", "He left.", "Why? (", "Oh! “", "so\n", "- ", "«", "好。"]
)
def test_sentences_start_after_their_ends(before):
    assert starts_sentence(before)


@pytest.mark.parametrize("before", ["he said ", "he, ", "he (", 'he said "', "Dr", "a: ", "5 "])
def test_and_nowhere_else(before):
    assert not starts_sentence(before)


@pytest.mark.parametrize(
    ("word", "before", "after", "style", "is_name", "expected"),
    [
        ("paris", "In ", " we met.", Style.MIXED, True, "Paris"),
        ("city", "In ", " we met.", Style.MIXED, False, "city"),
        ("city", "We met. ", " is big", Style.MIXED, False, "City"),
        ("McDonald", "Mr ", ".", Style.MIXED, True, "McDonald"),
        ("i", "then ", " met", Style.MIXED, False, "I"),
        ("Paris", "in ", " we met", Style.LOWER, True, "paris"),
        ("i", "then ", " met", Style.LOWER, False, "i"),
        ("paris", "IN ", " WE MET", Style.UPPER, False, "PARIS"),
        ("straße", "IN DER ", "", Style.UPPER, False, "STRASSE"),
        ("city", "Meet in NEW ", " NOW please", Style.MIXED, False, "CITY"),
        ("city", "Meet in NEW ", " now please", Style.MIXED, False, "city"),
        ("city", "so DON'T ", " ME", Style.MIXED, False, "CITY"),
        ("city", "I met A ", " I saw", Style.MIXED, False, "city"),
        ("42", "In ", " we met.", Style.MIXED, True, "42"),
        ("élan", "", " vital", Style.MIXED, False, "Élan"),
    ],
)
def test_a_word_takes_the_case_of_its_place(word, before, after, style, is_name, expected):
    assert in_place(word, before, after, style, is_name) == expected


def test_the_time_does_not_depend_on_the_length_of_the_text():
    before = "so it goes " * 1_000_000
    started = time.process_time()
    for _ in range(1000):
        in_place("word", before, before, Style.MIXED, False)
    assert time.process_time() - started < 2
