import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audio.io.clips import Clip
from privtool.core.errors import DataError
from privtool.interfaces.speech import SpokenPhrase
from privtool.models.tts.espeak import Sound, word_times
from privtool.models.tts.voices import PitchMeasuredVoices, letters, owners, phones, timed
from privtool.text.english.spoken_words import spoken_words

PHRASE = "of the north, 42"


def test_sounds_belong_to_the_word_that_they_are_in():
    sounds = [Sound(0, 0.1, 0.2), Sound(3, 0.2, 0.3), Sound(4, 0.3, 0.5), Sound(7, 0.6, 1.0),
              Sound(14, 1.2, 1.5), Sound(15, 1.5, 1.6)]  # fmt: skip
    assert word_times(PHRASE, sounds) == ((0.1, 0.2), (0.2, 0.5), (0.6, 1.0), (1.2, 1.6))


def test_words_without_sounds_share_those_of_a_neighbor():
    merged = [Sound(0, 0.0, 0.5), Sound(7, 0.5, 1.0), Sound(14, 1.0, 1.2)]
    assert word_times(PHRASE, merged) == ((0.0, 0.2), (0.2, 0.5), (0.5, 1.0), (1.0, 1.2))
    late = word_times(PHRASE, [Sound(7, 0.0, 1.0)])  # 2, 3, 5 and 2 letters
    assert [time.start for time in late] == pytest.approx([0, 2 / 12, 5 / 12, 10 / 12])


def test_without_words_or_sounds_there_are_no_times():
    assert word_times("...", [Sound(0, 0.0, 1.0)]) is None
    assert word_times("anna", []) is None


@given(
    st.lists(st.tuples(st.integers(-1, 30), st.integers(0, 9), st.integers(0, 3)), max_size=8),
    st.sampled_from(["anna", PHRASE, "a b c d e", "it's $5 @ 3"]),
)
def test_times_are_sorted_and_disjoint(drawn, phrase):
    sounds = [Sound(offset, start, start + length) for offset, start, length in drawn]
    times = word_times(phrase, sounds)
    if times is None:
        assert not sounds
        return
    assert len(times) == len(spoken_words(phrase))
    ends = [end for time in times for end in time]
    assert ends == sorted(ends)


def test_owners_of_phones():
    assert owners("maɪneɪmɪz", ["maɪ", "neɪm", "ɪz"]) == [0] * 3 + [1] * 4 + [2] * 2
    # "the" is said otherwise alone, and "of" has other phones, too
    assert owners("ʌvðənɔɹθ", ["ɒv", "ðiː", "nɔːɹθ"]) == [0, 0, 1, 1, 2, 2, 2, 2]
    assert owners("abc", []) == [0, 0, 0]


@given(
    st.text("abcdə", max_size=12), st.lists(st.text("abcdə", min_size=1, max_size=4), max_size=5)
)
def test_owners_never_decrease(phones, words):
    found = owners(phones, words)
    assert len(found) == len(phones)
    assert found == sorted(found)
    assert set(found) <= set(range(max(1, len(words))))


RATE = 16_000


class Rising(PitchMeasuredVoices):
    """Voices of 100 Hz and more."""

    def __init__(self, voices: int) -> None:
        self.voices = voices
        self.spoken: list[int] = []

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:
        self.spoken.append(voice)
        phase = (100 + voice / 2) * np.arange(RATE) / RATE % 1
        return SpokenPhrase(Clip((0.3 * (phase < 0.2)).astype(np.float32), RATE))


@pytest.mark.parametrize(("voices", "measured"), [(1, 1), (64, 64), (65, 33), (300, 60)])
def test_at_most_64_voices_are_measured_once(voices, measured):
    engine = Rising(voices)
    wanted = 100 + engine.voices / 4
    found = engine.nearest(wanted)
    assert abs(100 + found / 2 - wanted) < 6
    engine.nearest(120.0)
    assert len(engine.spoken) == len(set(engine.spoken)) == measured
    assert found in engine.spoken


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
