"""Numbers in words, against examples by hand and another implementation."""

import pytest

from privtool.text.english.numbers import ordinal_ending, ordinal_words, small_words, year_words


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
