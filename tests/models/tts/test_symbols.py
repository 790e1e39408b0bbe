import string

import pytest

from privtool.core.errors import DataError
from privtool.models.tts.symbols import letters, phones, timed

LOWER = frozenset(string.ascii_lowercase + "' ")


def text_of(symbols):
    return "".join(symbol.text for symbol in symbols)


def by_word(symbols, phrase):
    words: dict[int, str] = {}
    for symbol in symbols:
        words[symbol.offset] = words.get(symbol.offset, "") + symbol.text
    return {phrase[offset:].split()[0]: text.strip() for offset, text in words.items()}


@pytest.mark.parametrize(
    ("phrase", "read"),
    [
        ("Anna's home", "anna's home"),
        ("at 42 Elm St.", "at forty two elm st"),
        ("  zoë, 7th ", "zoe seventh"),
        ("a-b@c.com", "a dash b at c dot com"),
    ],
)
def test_letters_are_those_that_the_voice_knows(phrase, read):
    assert text_of(letters(phrase, LOWER.__contains__)) == read


def test_marks_and_capitals_stay_if_the_voice_knows_them():
    known = frozenset(string.ascii_letters + ", .")
    assert text_of(letters("Anna, you.", known.__contains__)) == "Anna, you."


@pytest.mark.parametrize("phrase", ["", "?!", "anna 中", "anna中"])
@pytest.mark.parametrize("reader", [letters, phones])
def test_what_cannot_be_said(reader, phrase):
    with pytest.raises(DataError, match="no sounds for a word") as caught:
        reader(phrase, LOWER.__contains__)
    assert "anna" not in str(caught.value)


def test_phones_of_each_word():
    phrase = "name of the north, 42"
    symbols = phones(phrase, lambda character: character != ",")
    assert text_of(symbols) == "nˈeɪm ʌvðə nˈɔːɹθ fˈɔːɹɾi tˈuː"
    assert by_word(symbols, phrase) == {
        "name": "nˈeɪm", "of": "ʌv", "the": "ðə", "north,": "nˈɔːɹθ", "42": "fˈɔːɹɾi tˈuː"
    }  # fmt: skip
    assert text_of(phones("so, anna", lambda _: True)) == "sˈoʊ, ˈænə"


def test_only_sounds_have_times_and_words_meet_unless_there_is_a_pause():
    symbols = letters("ab c d", LOWER.__contains__)
    sounds = timed(symbols, [0.1, 0.2, 0.3, 0.4, 0.1, 0.2], 1.0)
    assert [sound.offset for sound in sounds] == [0, 0, 3, 5]
    assert [sound.start for sound in sounds] == pytest.approx([1.0, 1.1, 1.6, 2.05])
    assert [sound.end for sound in sounds] == pytest.approx([1.1, 1.3, 2.05, 2.3])
