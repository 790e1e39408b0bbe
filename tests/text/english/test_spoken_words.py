from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.english.numbers import ordinal_ending, ordinal_words, small_words, year_words
from privtool.text.english.spoken_words import readings, spoken_words
from privtool.text.words import words
from tests.support.tables import cases


def said(word):
    """All the ways to say a word, as texts."""
    ways = set()
    for choice in product(*readings(word)):
        slots = [slot for reading in choice for slot in reading]
        ways |= {" ".join(filter(None, way)) for way in product(*slots)}
    return ways


@pytest.mark.parametrize(("word", "ways"), cases("text", "words have their usual readings"))
def test_words_have_their_usual_readings(word, ways):
    assert set(ways.split("; ")) <= said(word)


def test_a_plain_word_has_one_reading():
    assert said("hello") == {"hello"}
    assert said("I") == {"i"}


def test_words_have_their_enclitics_and_signs():
    text = "Anna's card: $5, 39 % of it & don't ask"
    found = [text[word.start : word.end] for word in spoken_words(text)]
    assert found == ["Anna's", "card", "$5", "39", "of", "it", "don't", "ask"]
    ways = {way for part in spoken_words(text)[3].parts for reading in part for way in reading}
    assert ("percent", "") in ways
    assert spoken_words(" ... ") == []


@given(st.text(max_size=60))
def test_every_word_is_there_once_in_order(text):
    found = spoken_words(text)
    assert len(found) == len(words(text))
    end = 0
    for spoken, word in zip(found, words(text), strict=True):
        assert end <= spoken.start <= word.start
        assert word.end <= spoken.end <= len(text)
        end = spoken.end


@given(st.from_regex(r"[0-9$£%.,:/@a-zA-Z\-]{1,20}", fullmatch=True))
def test_all_forms_of_numbers_have_readings(word):
    for spoken in spoken_words(word):
        for part in spoken.parts:
            for reading in part:
                for slot in reading:
                    assert slot
                    assert all(" " not in choice for choice in slot)


# Numbers in words, against examples by hand and another implementation.
def test_numbers_in_words():
    assert [small_words(n) for n in (0, 9, 10, 19, 20, 21, 99)] == [
        "zero", "nine", "ten", "nineteen", "twenty", "twenty one", "ninety nine",
    ]  # fmt: skip
    assert [ordinal_words(n) for n in (1, 3, 12, 20, 21, 30, 31)] == [
        "first", "third", "twelfth", "twentieth", "twenty first", "thirtieth", "thirty first",
    ]  # fmt: skip
    assert [year_words(n) for n in (1900, 1905, 1982, 2000, 2005, 2020)] == [
        "nineteen hundred", "nineteen oh five", "nineteen eighty two", "two thousand",
        "two thousand five", "twenty twenty",
    ]  # fmt: skip
    assert year_words(2020, thousands=" and ") == "two thousand and twenty"


def test_numbers_in_words_are_those_of_num2words():
    num2words = pytest.importorskip("num2words").num2words
    for number in range(100):
        assert small_words(number, "-") == num2words(number)
    for number in range(1, 32):
        assert ordinal_words(number, "-") == num2words(number, to="ordinal")
        assert f"{number}{ordinal_ending(number)}" == num2words(number, to="ordinal_num")
    for number in range(1901, 2100):
        said = num2words(number, to="year").replace(" and ", " ").replace("oh-", "oh ")
        if not 2000 <= number < 2010:
            assert year_words(number, "-") == said
