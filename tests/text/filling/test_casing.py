from __future__ import annotations

import time

import pytest

from privtool.text.filling.casing import CaseStyle, case_style_of, match_case, starts_sentence


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("", CaseStyle.MIXED),
        ("42 ...", CaseStyle.MIXED),
        ("\0", CaseStyle.MIXED),
        ("so he said", CaseStyle.LOWER),
        ("so he said 5PM", CaseStyle.MIXED),
        ("so I said", CaseStyle.MIXED),
        ("So he said", CaseStyle.MIXED),
        ("SO HE SAID", CaseStyle.UPPER),
        ("SO HE'S 42", CaseStyle.UPPER),
        ("I A", CaseStyle.MIXED),
        ("I AM \0", CaseStyle.UPPER),
        ("HI, I'M \0", CaseStyle.UPPER),
        ("I'M \0", CaseStyle.MIXED),
        ("I'm \0", CaseStyle.MIXED),
        ("NASA 42", CaseStyle.MIXED),
        ("NASA said", CaseStyle.MIXED),
        # what is masked may have had the capitals, unless a sentence starts without one
        ("\0 said so", CaseStyle.LOWER),
        ("\0 said so.", CaseStyle.MIXED),
        ("\0 said. \0 left? \0", CaseStyle.MIXED),
        ("\0 said. (so he left.", CaseStyle.LOWER),
        ("so \0 said.", CaseStyle.MIXED),
        ("so \0 said. he left.", CaseStyle.LOWER),
        ("so \0 said .", CaseStyle.LOWER),
        ("so \0 said, i left", CaseStyle.LOWER),
        ("naïve café", CaseStyle.LOWER),
        ("ÉTÉ LÀ-BAS", CaseStyle.UPPER),
        ("田中さん", CaseStyle.MIXED),
        ("田中 said", CaseStyle.LOWER),
    ],
)
def test_style_of_a_text(text, style):
    assert case_style_of(text) is style


@pytest.mark.parametrize(
    "before", ["", " ", '"', "He left. ", "He left.", "Why? (", "Oh! “", "so\n", "- ", "«", "好。"]
)
def test_sentences_start_after_their_ends(before):
    assert starts_sentence(before)


@pytest.mark.parametrize("before", ["he said ", "he, ", "he (", 'he said "', "Dr", "a: ", "5 "])
def test_sentences_start_nowhere_else(before):
    assert not starts_sentence(before)


@pytest.mark.parametrize(
    ("word", "before", "after", "style", "is_name", "expected"),
    [
        ("paris", "In ", " we met.", CaseStyle.MIXED, True, "Paris"),
        ("city", "In ", " we met.", CaseStyle.MIXED, False, "city"),
        ("city", "We met. ", " is big", CaseStyle.MIXED, False, "City"),
        ("McDonald", "Mr ", ".", CaseStyle.MIXED, True, "McDonald"),
        ("i", "then ", " met", CaseStyle.MIXED, False, "I"),
        ("Paris", "in ", " we met", CaseStyle.LOWER, True, "paris"),
        ("i", "then ", " met", CaseStyle.LOWER, False, "i"),
        ("paris", "IN ", " WE MET", CaseStyle.UPPER, False, "PARIS"),
        ("straße", "IN DER ", "", CaseStyle.UPPER, False, "STRASSE"),
        ("city", "Meet in NEW ", " NOW please", CaseStyle.MIXED, False, "CITY"),
        ("city", "Meet in NEW ", " now please", CaseStyle.MIXED, False, "city"),
        ("city", "so DON'T ", " ME", CaseStyle.MIXED, False, "CITY"),
        ("city", "I met A ", " I saw", CaseStyle.MIXED, False, "city"),
        ("42", "In ", " we met.", CaseStyle.MIXED, True, "42"),
        ("élan", "", " vital", CaseStyle.MIXED, False, "Élan"),
    ],
)
def test_a_word_takes_the_case_of_its_context(word, before, after, style, is_name, expected):
    assert match_case(word, before, after, style, is_name) == expected


def test_the_time_does_not_depend_on_the_length_of_the_text():
    before = "so it goes " * 1_000_000
    started = time.process_time()
    for _ in range(1000):
        match_case("word", before, before, CaseStyle.MIXED, False)
    assert time.process_time() - started < 2
