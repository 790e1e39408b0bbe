"""VITS models with random weights: what they say cannot be understood, but the path is whole."""

import numpy as np
import pytest

from privtool.core.errors import DataError, UnavailableError
from privtool.core.model_options import ModelSource
from privtool.models.tts.engines import Vits, load_engine
from tests.support.tiny_voices import tiny_vits

PHONES = "_aeiænmɪzdʒˈɑːsmθʌvðəɔɹfɾt "


@pytest.fixture(scope="module")
def letters(tmp_path_factory) -> Vits:
    folder = tiny_vits(tmp_path_factory.mktemp("letters"))
    return load_engine(str(folder), ModelSource(), "cpu")


@pytest.fixture(scope="module")
def phones(tmp_path_factory) -> Vits:
    folder = tiny_vits(tmp_path_factory.mktemp("phones"), PHONES, phonemize=True)
    return load_engine(str(folder), ModelSource(), "cpu")


def test_randomness_depends_on_the_seed_alone(letters):
    assert isinstance(letters, Vits)
    assert letters.voices == 2
    one, same, other = (letters.speak("anna", 1, 1.0, seed).clip for seed in (7, 7, 8))
    assert one.rate == 16_000
    assert np.array_equal(one.samples, same.samples)
    assert not np.array_equal(one.samples, other.samples)


def test_words_have_the_durations_of_their_letters(letters):
    clip, (anna, brown) = letters.speak("Anna Brown", 0, 1.0, 1)
    assert 0 < anna.start < anna.end <= brown.start < brown.end <= clip.seconds + 1e-6
    slow, words = letters.speak("Anna Brown", 0, 0.5, 1)
    assert slow.seconds > 1.5 * clip.seconds
    assert words[1].end == pytest.approx(brown.end * slow.seconds / clip.seconds, rel=0.1)


def test_numbers_are_read_out(letters):
    (spoken,) = letters.speak("42", 0, 1.0, 1).words
    _, (forty, two) = letters.speak("forty two", 0, 1.0, 1)
    assert (spoken.start, spoken.end) == (forty.start, two.end)


@pytest.mark.parametrize("phrase", ["!", "", "anna \u4e2d", "anna\u4e2d"])
def test_what_it_cannot_say(letters, phrase):
    with pytest.raises(DataError, match="no sounds") as caught:
        letters.speak(phrase, 0, 1.0, 1)
    assert "anna" not in str(caught.value)


def test_phones_are_those_of_espeak(phones):
    clip, words = phones.speak("name of the north", 0, 1.0, 1)
    assert len(words) == 4
    assert all(word.start < word.end for word in words)
    assert words[-1].end <= clip.seconds + 1e-6
    with pytest.raises(DataError, match="no sounds"):
        phones.speak("go north", 0, 1.0, 1)


def test_another_model(tmp_path):
    with pytest.raises(UnavailableError):
        load_engine(str(tmp_path), ModelSource(), "cpu")
    with pytest.raises(UnavailableError, match="'flite'"):
        load_engine("flite", ModelSource(offline=True), "cpu")
