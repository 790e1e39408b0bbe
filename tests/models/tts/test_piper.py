"""A Piper voice as an engine."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from privtool.core.errors import DataError, UnavailableError, UsageError
from privtool.core.model_options import ModelSource
from privtool.models.tts.engines import load_engine
from privtool.models.tts.piper import Piper
from tests.support.tiny_piper import HOP, OF_LETTERS, RATE, piper_graph, tiny_piper, without_model


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


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"audio": {"sample_rate": 0}}, "no sampling rate"),
        ({"audio": {"sample_rate": "16k"}}, "is not the configuration of a Piper voice"),
        ({"phoneme_type": "pinyin"}, "phones that privtool does not have"),
        ({"phoneme_id_map": {"a": [1]}}, "lacks the ids of ^, \\$ and _".replace("^", "\\^")),
        ({"phoneme_id_map": 3}, "is not the configuration"),
    ],
)
def test_a_wrong_configuration(tmp_path, changes, message):
    with pytest.raises(UnavailableError, match=message):
        load_engine(str(without_model(tmp_path, **changes)), ModelSource(), "cpu")


def test_missing_files(tmp_path):
    with pytest.raises(UnavailableError, match="there is no model folder"):
        load_engine(f"{tmp_path}/none", ModelSource(), "cpu")
    with pytest.raises(UnavailableError, match="no model weights"):
        load_engine(str(tmp_path), ModelSource(), "cpu")
    without_model(tmp_path)
    (tmp_path / "v.onnx.json").unlink()
    with pytest.raises(UnavailableError, match=r"has no v\.onnx\.json"):
        load_engine(str(tmp_path), ModelSource(), "cpu")


def test_a_folder_of_several_voices_needs_the_name_of_one(tmp_path):
    without_model(tmp_path)
    (tmp_path / "w.onnx").write_bytes(b"")
    with pytest.raises(UnavailableError, match=r"name one of its \.onnx files"):
        load_engine(str(tmp_path), ModelSource(), "cpu")
    with pytest.raises(UnavailableError, match="has no w.onnx.json"):
        load_engine(str(tmp_path / "w.onnx"), ModelSource(), "cpu")


@pytest.mark.parametrize("package", ["onnx", "onnxruntime"])
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    tmp_path, monkeypatch, package
):
    for name in ("onnx", "onnxruntime"):
        monkeypatch.setitem(sys.modules, name, None if name == package else sys)
    with pytest.raises(UnavailableError, match=r"pip install 'privtool\[piper\]'"):
        load_engine(str(without_model(tmp_path)), ModelSource(), "cpu")


def test_pickles_are_not_loaded(tmp_path):
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(UsageError, match="is a pickle"):
        load_engine(str(tmp_path), ModelSource(), "cpu")
