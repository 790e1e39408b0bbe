"""Piper voices, and VITS models with random weights, as engines.

What the latter say cannot be understood, but the path is whole.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from privtool.audio.dsp.speech import median_pitch
from privtool.core.device import ModelSource
from privtool.core.errors import DataError, PrivtoolError, UnavailableError, UsageError
from privtool.models.tts.engines import Command, Vits, load_engine
from privtool.models.tts.espeak import clauses, phonemes, speak, speak_timed, voices_of
from privtool.models.tts.piper import Piper
from tests.support.tables import typed_cases
from tests.support.tiny_piper import HOP, OF_LETTERS, RATE, piper_graph, tiny_piper, without_model
from tests.support.tiny_voices import tiny_vits


def voice(folder: Path, model: Any, **changes: Any) -> Piper:
    pytest.importorskip("onnxruntime", reason="Piper voices need onnxruntime: privtool[piper]")
    engine = load_engine(str(tiny_piper(folder, model, **changes)), ModelSource(), "cpu")
    assert isinstance(engine, Piper)
    return engine


def test_speech_depends_on_the_seed_and_the_speed_alone(tmp_path):
    engine = voice(tmp_path, piper_graph())
    assert engine.voices == 1
    one, other, again = (engine.speak("name of anna", 0, 1.0, seed).clip for seed in (7, 8, 7))
    assert one.rate == RATE
    assert one.samples.dtype == np.float32
    assert np.array_equal(one.samples, again.samples)
    assert len(one.samples) != len(other.samples) or (one.samples != other.samples).any()
    assert np.std(one.samples) == pytest.approx(0.5, rel=0.1)
    slow = engine.speak("name of anna", 0, 0.5, 7).clip
    assert slow.seconds == pytest.approx(2 * one.seconds, rel=0.1)


def test_the_noise_of_durations_and_sound_are_independent(tmp_path):
    engine = voice(tmp_path, piper_graph())
    clip = engine.speak("name of the north", 0, 1.0, 7).clip
    half = len(clip.samples) // 2
    assert abs(np.corrcoef(clip.samples[:half], clip.samples[half : 2 * half])[0, 1]) < 0.05


def test_words_have_the_durations_of_their_phones(tmp_path):
    engine = voice(tmp_path, piper_graph())
    clip, words = engine.speak("name, of the north", 0, 1.0, 7)
    assert len(words) == 4
    times = [time for word in words for time in word]
    assert times == sorted(times)
    # The start, its padding and the end of 2 frames at least; a space between the words
    assert words[0].start > 4 * HOP / RATE
    assert clip.seconds - words[-1].end > 2 * HOP / RATE - 1e-6
    assert words[2].end == words[3].start  # without a pause
    (alone,) = engine.speak("name", 0, 1.0, 7).words
    assert alone.start == words[0].start  # the same noise


def test_voices_of_several_speakers(tmp_path):
    engine = voice(tmp_path, piper_graph(speakers=2), num_speakers=2)
    assert engine.voices == 2
    assert len(engine.speak("anna", 1, 1.0, 1).clip.samples)


def test_a_voice_that_reads_letters(tmp_path):
    engine = voice(tmp_path, piper_graph(), **OF_LETTERS)
    assert len(engine.speak("Anna 42", 0, 1.0, 1).words) == 2


@pytest.mark.parametrize("phrase", ["", "...", "anna 中", "go"])
def test_what_it_cannot_say(tmp_path, phrase):
    with pytest.raises(DataError, match="no sounds for a word") as caught:
        voice(tmp_path, piper_graph()).speak(phrase, 0, 1.0, 1)
    assert "anna" not in str(caught.value)


def test_another_graph(tmp_path):
    with pytest.raises(UnavailableError, match=r"cannot be loaded as a Piper voice \(ValueError"):
        voice(tmp_path, piper_graph(random="RandomUniformLike"))
    model = piper_graph()
    del model.graph.node[:]
    with pytest.raises(UnavailableError, match="cannot be loaded as a Piper voice"):
        voice(tmp_path, model)


@pytest.mark.parametrize(("changes", "message"), typed_cases("models", "wrong piper voice"))
def test_a_wrong_configuration(tmp_path, changes, message):
    with pytest.raises(UnavailableError, match=message):
        load_engine(str(without_model(tmp_path, **changes)), ModelSource(), "cpu")


@pytest.mark.parametrize(
    ("files", "name", "error", "message"),
    [
        ("", "/none", UnavailableError, "there is no model folder"),
        ("", "", UnavailableError, "no model weights"),
        ("v.onnx", "", UnavailableError, r"has no v\.onnx\.json"),
        ("v.onnx v.onnx.json w.onnx", "", UnavailableError, r"name one of its \.onnx files"),
        ("v.onnx v.onnx.json w.onnx", "/w.onnx", UnavailableError, "has no w.onnx.json"),
        ("pytorch_model.bin", "", UsageError, "is a pickle"),
    ],
)
def test_missing_and_other_files(tmp_path, files, name, error, message):
    for file in files.split():
        (tmp_path / file).write_bytes(b"")
    with pytest.raises(error, match=message):
        load_engine(f"{tmp_path}{name}", ModelSource(), "cpu")


@pytest.mark.parametrize("package", ["onnx", "onnxruntime"])
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    tmp_path, monkeypatch, package
):
    for name in ("onnx", "onnxruntime"):
        monkeypatch.setitem(sys.modules, name, None if name == package else sys)
    with pytest.raises(UnavailableError, match=r"pip install 'privtool\[piper\]'"):
        load_engine(str(without_model(tmp_path)), ModelSource(), "cpu")


WAV = (
    "import io,sys,soundfile,numpy;b=io.BytesIO();n=len(sys.stdin.read());"
    "soundfile.write(b,numpy.full(n*100,0.25),8000,format='WAV');sys.stdout.buffer.write(b.getvalue())"
)


class TestEspeak:
    def test_voices_differ_and_are_deterministic(self):
        engine = load_engine("espeak", ModelSource(), "cpu")
        clips = [engine.speak("anna lives here", voice, 1.0, 1).clip for voice in (0, 4)]
        assert engine.voices == 11
        assert median_pitch(clips[1].samples, clips[1].rate) > 1.3 * median_pitch(
            clips[0].samples, clips[0].rate
        )
        again = engine.speak("anna lives here", 4, 1.0, 2).clip
        assert np.array_equal(again.samples, clips[1].samples)

    def test_speed(self):
        engine = load_engine("espeak", ModelSource(), "cpu")
        slow, fast = (engine.speak("a long way home", 0, s, 1).clip.seconds for s in (0.7, 1.5))
        assert slow > 1.5 * fast

    @pytest.mark.parametrize("hertz", [85, 140, 210])
    def test_the_voice_nearest_in_pitch(self, hertz):
        engine = load_engine("espeak", ModelSource(), "cpu")
        clip = engine.speak("we met in town and went home", engine.nearest(hertz), 1.0, 1).clip
        assert median_pitch(clip.samples, clip.rate) == pytest.approx(hertz, rel=0.2)


class TestCommand:
    def test_a_wav_of_any_program(self):
        engine = Command(f'{sys.executable} -c "{WAV}"')
        clip, words = engine.speak("seven.", 0, 1.0, 1)
        assert words is None
        assert (len(clip.samples), clip.rate) == (600, 8000)
        assert clip.samples[0] == pytest.approx(0.25, abs=1e-3)
        assert engine.nearest(100) == 0

    @pytest.mark.parametrize(
        ("command", "error", "message"),
        [
            ("'", UsageError, "not a command line"),
            ("", UsageError, "not a command line"),
            ("/no/such/program", UnavailableError, "program not found"),
            ("false", PrivtoolError, "status 1"),
            ("cat", PrivtoolError, "wrote no readable audio"),
        ],
    )
    def test_errors_do_not_quote_the_phrase(self, command, error, message):
        with pytest.raises(error, match=message) as caught:
            Command(command).speak("zqxwary", 0, 1.0, 1)
        assert "zqxwary" not in str(caught.value)


def test_a_model_of_another_kind_is_called_by_its_kind():
    with pytest.raises(UnavailableError, match="^'mini' is a masked language model, not a VITS"):
        load_engine("mini", ModelSource(), "cpu")


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


def test_an_unknown_voice_is_a_usage_error():
    with pytest.raises(UsageError):
        speak("hello", voice="no-such")


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
def test_what_a_vits_voice_cannot_say(letters, phrase):
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
