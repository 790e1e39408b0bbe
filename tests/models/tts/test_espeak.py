import numpy as np
import pytest

from privtool.core.errors import UsageError
from privtool.models.tts.espeak import clauses, phonemes, speak, speak_timed, voices_of


def test_synthesis_is_deterministic():
    once = speak("hello there")
    for other in ("", "another phrase"):
        speak(other, "en-us+f2", 300, 90)
    again = speak("hello there")
    np.testing.assert_array_equal(once.samples, again.samples)
    assert once.rate == again.rate == 22050
    assert 0.3 < once.seconds < 1.5
    assert once.samples.dtype == np.float32


def test_there_are_eleven_voices_as_in_the_paper_and_all_differ():
    assert len(voices_of("en")) == 11
    assert sum("+f" not in voice for voice in voices_of("en")) == 4
    spoken = [speak("hello", voice).samples for voice in voices_of("en")]
    assert all(len(samples) > 2000 for samples in spoken)
    assert len({samples.tobytes() for samples in spoken}) == 11


def test_rate_and_pitch_change_the_sound():
    assert speak("hello there", words_per_minute=300).seconds < speak("hello there").seconds
    assert speak("hello", pitch=90).samples.tobytes() != speak("hello", pitch=10).samples.tobytes()


@pytest.mark.parametrize("options", [{"voice": "no-such"}, {"words_per_minute": 5}, {"pitch": 100}])
def test_unsupported_settings_are_usage_errors(options):
    with pytest.raises(UsageError):
        speak("hello", **options)


def test_times_of_words_are_those_of_their_phones():
    phrase = "anna of the north, and sue"
    clip, words = speak_timed(phrase, "en-us", 120, 50)
    loud = np.abs(clip.samples) > 0.01
    assert len(words) == 6
    assert [word.start for word in words] == sorted(word.start for word in words)
    anna, *_, north, also, _ = words
    assert loud[round(anna.start * clip.rate) : round(anna.end * clip.rate)].mean() > 0.5
    pause = loud[round((north.end + 0.02) * clip.rate) : round((also.start - 0.02) * clip.rate)]
    assert len(pause) > 0.1 * clip.rate  # at the comma
    assert not pause.any()
    assert words[-1].end == pytest.approx(clip.seconds, abs=0.02)
    assert np.array_equal(clip.samples, speak(phrase, "en-us", 120).samples)


@pytest.mark.parametrize("phrase", ["", "...", "\0"])
def test_without_words_there_are_no_times(phrase):
    assert speak_timed(phrase, "en-us", 175, 50).words is None


def test_clauses_end_in_their_marks():
    assert [clause.mark for clause in clauses("so, anna! who? me: \u00e9t\u00e9; end.")] == [
        ",", "!", "?", ":", ";", "."
    ]  # fmt: skip
    assert [clause.mark for clause in clauses("anna")] == [""]


def test_phonemes():
    assert phonemes("hello, world") == "həlˈoʊ wˈɜːld"
    assert phonemes("") == ""
