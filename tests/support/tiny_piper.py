"""A Piper voice with the inputs, outputs and kinds of nodes of real ones; what it says is noise."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

RATE, HOP = 22_050, 256
SYMBOLS = "_^$ ,aeiouænmɪzdʒˈɑːsmθʌvðəɔɹfɾt"
LETTERS = "_^$ abcdefghijklmnopqrstuvwxyz"
CONFIG: dict[str, Any] = {
    "audio": {"sample_rate": RATE, "quality": "medium"},
    "espeak": {"voice": "en-us"},
    "inference": {"noise_scale": 0.5, "length_scale": 1, "noise_w": 0.8},
    "phoneme_type": "espeak",
    "phoneme_id_map": {symbol: [n] for n, symbol in enumerate(dict.fromkeys(SYMBOLS))},
    "num_speakers": 1,
}
OF_LETTERS = {
    "phoneme_type": "text",
    "phoneme_id_map": {letter: [n] for n, letter in enumerate(LETTERS)},
}


def without_model(folder: Path, **changes: Any) -> Path:
    """Write the configuration of a voice, and an empty model; return the folder."""
    (folder / "v.onnx").write_bytes(b"")
    (folder / "v.onnx.json").write_text(json.dumps({**CONFIG, **changes}))
    return folder


def piper_graph(speakers: int = 1, random: str = "RandomNormalLike") -> Any:
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


def tiny_piper(folder: Path, model: Any, **changes: Any) -> Path:
    """Write a voice with a graph, and its configuration; return the folder."""
    without_model(folder, **changes)
    (folder / "v.onnx").write_bytes(model.SerializeToString())
    return folder
