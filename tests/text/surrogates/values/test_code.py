"""Digits and letters in every notation, and the numbers rendered with them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.english.numbers import small_words
from privtool.text.surrogates.prf import Key, KeyedRandom
from privtool.text.surrogates.spelled import spell, spelled_word
from privtool.text.values.code import randomize, read_dictation

KEY = Key(b"0123456789abcdef")
# What is read, and what is written for the digits or letters behind it.
FORMS = [
    ("555-0142", "5550142", "1234567", "123-4567"),
    ("(212) 555-0119", "2125550119", "9876543210", "(987) 654-3210"),
    ("five five five oh one", "55501", "90210", "nine oh two one oh"),
    ("five zero five", "505", "900", "nine zero zero"),
    ("five five five double seven", "55577", "12344", "one two three double four"),
    ("five five five double seven", "55577", "12345", "one two three four five"),
    ("triple six one", "6661", "7772", "triple seven two"),
    ("fifty five", "55", "05", "oh five"),
    ("c r stroke four oh", "cr40", "ab12", "a b stroke one two"),
    ("fifty-five", "55", "64", "sixty-four"),
    ("forty four oh nine one", "44091", "13207", "thirteen two oh seven"),
    ("eleven twelve", "1112", "2030", "twenty thirty"),
    ("eight hundred five", "8005", "7006", "seven hundred six"),
    ("eight hundred five", "8005", "7126", "seven one two six"),
    ("XK4t", "xk4t", "ab5c", "AB5c"),
    ("x-ray kilo four", "xk4", "zu9", "zulu uniform nine"),
    ("b as in boy seven", "b7", "c8", "c as in charlie eight"),
    ("FOUR Five", "45", "67", "SIX Seven"),
    ("٣٤", "34", "12", "12"),
    ("1,250.00", "125000", "987600", "9,876.00"),
]


@pytest.mark.parametrize(("phrase", "chars", "others", "written"), FORMS)
def test_a_phrase_is_rendered_in_its_form(phrase, chars, others, written):
    dictation = read_dictation(phrase)
    assert dictation.chars == chars
    assert dictation.render(others) == written


@given(st.text("0123456789ab -+().", min_size=1, max_size=20))
def test_rendering_with_its_own_digits_gives_the_phrase(phrase):
    dictation = read_dictation(phrase)
    assert dictation.render(dictation.chars) == phrase


@given(st.lists(st.integers(0, 99), min_size=1, max_size=6))
def test_rendering_with_their_own_digits_gives_the_words(values):
    phrase = ", ".join(small_words(value, "-") for value in values)
    dictation = read_dictation(phrase)
    assert dictation.chars == "".join(str(value) for value in values)
    assert dictation.render(dictation.chars) == phrase


@given(st.text("0123456789-/ AbC", min_size=1, max_size=20), st.integers())
def test_randomizing_keeps_length_digits_and_leading_zeros(phrase, number):
    dictation = read_dictation(phrase)
    new = dictation.render(randomize(dictation, KeyedRandom(KEY, number)))
    assert len(new) == len(phrase)
    for old, char in zip(phrase, new, strict=True):
        assert old.isdigit() == char.isdigit()
        assert old.isupper() == char.isupper()
        assert old == char or old.isalnum()


@pytest.mark.parametrize(
    ("phrase", "low", "high"),
    [("eighty six", 20, 99), ("fourteen", 10, 19), ("seven", 0, 9), ("45", 10, 99)],
)
def test_numbers_stay_in_their_range(phrase, low, high):
    dictation = read_dictation(phrase)
    drawn = {int(randomize(dictation, KeyedRandom(KEY, number))) for number in range(300)}
    assert low <= min(drawn) <= max(drawn) <= high
    assert len(drawn) >= 9


SPELLED = [
    ("j o h n", "john", "m a r y"),
    ("J-O-H-N", "john", "M-A-R-Y"),
    ("J. O. H. N.", "john", "M. A. R. Y."),
    ("j, o, h, n", "john", "m, a, r, y"),
    ("k o double w", "koww", "m a r y"),
    ("b as in boy o b", "bob", "m a r y"),
]


@pytest.mark.parametrize(("phrase", "word", "mary"), SPELLED)
def test_spelled_words_stay_spelled(phrase, word, mary):
    assert spelled_word(phrase) == word
    assert spell("Mary", phrase) == mary


@pytest.mark.parametrize("phrase", ["john", "j k", "J. K. Okafor", "", "a bc d", "1 2 3"])
def test_not_spelled(phrase):
    assert spelled_word(phrase) is None


def test_any_white_space_may_stand_between_words():
    assert (
        read_dictation("double  oh\ttwenty \n one").chars
        == read_dictation("double oh twenty one").chars
        == "0021"
    )
