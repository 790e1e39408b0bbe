import pytest

from privtool.stages.unit_words import may_release, may_release_word
from privtool.text.labels import Label
from tests.support.tables import cases


@pytest.mark.parametrize(("label", "phrase"), cases("name_rules", "never released"))
def test_phrases_of_which_no_word_is_released(label, phrase):
    assert not may_release(Label(label), phrase)


@pytest.mark.parametrize(("label", "phrase"), cases("name_rules", "may be released"))
def test_phrases_whose_words_may_be_released(label, phrase):
    assert may_release(Label(label), phrase)


@pytest.mark.parametrize(
    "word", ["anna", "o'neil", "smith-jones", "10", "1.25", "1,200", "1988", "u.s", "s&p", "at&t"]
)
def test_words_that_may_be_released(word):
    assert may_release_word(word)


@pytest.mark.parametrize(
    "word",
    [
        *("a@b.org", "www.a.org", "@anna", "12345", "1,234,567", "555-0100", "a-n-n-a", "j.o.h.n"),
        *("k", "10:30", "12/5/82", "a7", "[mask]", "x" * 41, "tab\there", "*", ""),
    ],
)
def test_words_that_are_never_released(word):
    assert not may_release_word(word)
