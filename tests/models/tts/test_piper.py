"""A voice with the inputs, outputs and kinds of nodes of a Piper voice; what it says is noise."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from privtool.core.errors import DataError, UnavailableError, UsageError
from privtool.core.model_options import ModelSource
from privtool.models.tts.engines import load_engine
from privtool.models.tts.piper import Piper

RATE, HOP = 22_050, 256
SYMBOLS = "_^$ ,aeiouænmɪzdʒˈɑːsmθʌvðəɔɹfɾt"
CONFIG = {
    "audio": {"sample_rate": RATE, "quality": "medium"},
    "espeak": {"voice": "en-us"},
    "inference": {"noise_scale": 0.5, "length_scale": 1, "noise_w": 0.8},
    "phoneme_type": "espeak",
    "phoneme_id_map": {symbol: [n] for n, symbol in enumerate(dict.fromkeys(SYMBOLS))},
    "num_speakers": 1,
}


def written(folder: Path, config: dict[str, Any] | None = None, **changes: Any) -> Path:
    """Write the configuration of a voice, and an empty model; return the folder."""
    (folder / "v.onnx").write_bytes(b"")
    (folder / "v.onnx.json").write_text(json.dumps({**(config or CONFIG), **changes}))
    return folder


def graph(speakers: int = 1, random: str = "RandomNormalLike") -> Any:
    """Durations of 2 to 9 frames a symbol, at least; then noise."""
    onnx = pytest.importorskip("onnx", reason="Piper voices need onnx: privtool[piper]")
    from onnx import TensorProto, helper, numpy_helper

    def constant(name: str, value: Any) -> Any:
        return helper.make_node("Constant", [], [name], value=numpy_helper.from_array(value))

    def node(kind: str, inputs: str, output: str, **settings: Any) -> Any:
        return helper.make_node(kind, inputs.split(), [output], **settings)

    nodes = [
        constant("two", np.float32([2])),
        constant("eight", np.float32([8])),
        constant("hop", np.array(HOP, np.float32)),
        constant("start", np.array(0, np.float32)),
        constant("step", np.array(1, np.float32)),
        constant("shape", np.array([1, 1, 1, -1], np.int64)),
        *(constant(f"at{n}", np.array([n], np.int64)) for n in range(3)),
        *(node("Gather", f"scales at{n}", f"scale{n}") for n in range(3)),
        node("Cast", "input", "ids", to=TensorProto.FLOAT),
        node("Mod", "ids eight", "own", fmod=1),
        node(random, "ids", "drawn"),
        node("Abs", "drawn", "size"),
        node("Mul", "size scale2", "more"),
        node("Add", "own more", "some"),
        node("Add", "some two", "all"),
        node("Mul", "all scale1", "long"),
        node("Ceil", "long", "frames"),
        node("ReduceSum", "frames", "sum", keepdims=0),
        node("Mul", "sum hop", "samples"),
        node("Range", "start samples step", "places"),
        node(random, "places", "noise"),
        node("Mul", "noise scale0", "quiet"),
        node("Reshape", "quiet shape", "output"),
    ]
    inputs = [
        helper.make_tensor_value_info("input", TensorProto.INT64, ["batch", "symbols"]),
        helper.make_tensor_value_info("input_lengths", TensorProto.INT64, ["batch"]),
        helper.make_tensor_value_info("scales", TensorProto.FLOAT, [3]),
    ]
    if speakers > 1:
        inputs.append(helper.make_tensor_value_info("sid", TensorProto.INT64, ["batch"]))
    output = helper.make_tensor_value_info("output", TensorProto.FLOAT, ["b", 1, 1, "time"])
    made = helper.make_graph(nodes, "voice", inputs, [output])
    return onnx.helper.make_model(made, opset_imports=[helper.make_opsetid("", 15)], ir_version=8)


def voice(folder: Path, model: Any, **changes: Any) -> Piper:
    pytest.importorskip("onnxruntime", reason="Piper voices need onnxruntime: privtool[piper]")
    written(folder, **changes)
    (folder / "v.onnx").write_bytes(model.SerializeToString())
    engine = load_engine(str(folder), ModelSource(), "cpu")
    assert isinstance(engine, Piper)
    return engine


def test_speech_depends_on_the_seed_and_the_speed_alone(tmp_path):
    engine = voice(tmp_path, graph())
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
    engine = voice(tmp_path, graph())
    clip = engine.speak("name of the north", 0, 1.0, 7).clip
    half = len(clip.samples) // 2
    assert abs(np.corrcoef(clip.samples[:half], clip.samples[half : 2 * half])[0, 1]) < 0.05


def test_words_have_the_durations_of_their_phones(tmp_path):
    engine = voice(tmp_path, graph())
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
    engine = voice(tmp_path, graph(speakers=2), num_speakers=2)
    assert engine.voices == 2
    assert len(engine.speak("anna", 1, 1.0, 1).clip.samples)


def test_a_voice_that_reads_letters(tmp_path):
    letters = {letter: [n] for n, letter in enumerate("_^$ abcdefghijklmnopqrstuvwxyz")}
    engine = voice(tmp_path, graph(), phoneme_type="text", phoneme_id_map=letters)
    assert len(engine.speak("Anna 42", 0, 1.0, 1).words) == 2


@pytest.mark.parametrize("phrase", ["", "...", "anna 中", "go"])
def test_what_it_cannot_say(tmp_path, phrase):
    with pytest.raises(DataError, match="no sounds for a word") as caught:
        voice(tmp_path, graph()).speak(phrase, 0, 1.0, 1)
    assert "anna" not in str(caught.value)


def test_another_graph(tmp_path):
    with pytest.raises(UnavailableError, match=r"cannot be loaded as a Piper voice \(ValueError"):
        voice(tmp_path, graph(random="RandomUniformLike"))
    model = graph()
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
        load_engine(str(written(tmp_path, **changes)), ModelSource(), "cpu")


def test_missing_files(tmp_path):
    with pytest.raises(UnavailableError, match="there is no model folder"):
        load_engine(f"{tmp_path}/none", ModelSource(), "cpu")
    with pytest.raises(UnavailableError, match="no model weights"):
        load_engine(str(tmp_path), ModelSource(), "cpu")
    written(tmp_path)
    (tmp_path / "v.onnx.json").unlink()
    with pytest.raises(UnavailableError, match=r"has no v\.onnx\.json"):
        load_engine(str(tmp_path), ModelSource(), "cpu")


def test_a_folder_of_several_voices_needs_the_name_of_one(tmp_path):
    written(tmp_path)
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
        load_engine(str(written(tmp_path)), ModelSource(), "cpu")


def test_pickles_are_not_loaded(tmp_path):
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(UsageError, match="is a pickle"):
        load_engine(str(tmp_path), ModelSource(), "cpu")
