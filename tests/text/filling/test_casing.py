import time

import pytest

from privtool.text.filling.casing import CaseStyle, case_style_of, match_case, starts_sentence


@pytest.mark.parametrize(
    ("style", "texts"),
    [
        (CaseStyle.MIXED, ["", "42 ...", "\0", "so he said 5PM", "so I said", "So he said", "I A"]),
        (CaseStyle.MIXED, ["I'M \0", "I'm \0", "NASA 42", "NASA said", "田中さん"]),
        (CaseStyle.LOWER, ["so he said", "naïve café", "田中 said"]),
        (CaseStyle.UPPER, ["SO HE SAID", "SO HE'S 42", "I AM \0", "HI, I'M \0", "ÉTÉ LÀ-BAS"]),
        # what is masked may have had the capitals, unless a sentence starts without one
        (CaseStyle.LOWER, ["\0 said so", "\0 said. (so he left.", "so \0 said. he left."]),
        (CaseStyle.LOWER, ["so \0 said .", "so \0 said, i left"]),
        (CaseStyle.MIXED, ["\0 said so.", "\0 said. \0 left? \0", "so \0 said."]),
    ],
)
def test_style_of_a_text(style, texts):
    for text in texts:
        assert case_style_of(text) is style, text


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
