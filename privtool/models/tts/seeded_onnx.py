"""ONNX voices whose output depends on a seed, and that report how long each symbol lasts.

The exported graph of a VITS voice draws its noise with `RandomNormalLike`, whose state onnxruntime
keeps from one run to the next, and its durations stay inside. The graph is therefore changed before
it is loaded: the noise becomes an input, and the durations an output.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privtool.core.errors import UnavailableError

NOISE, DURATIONS = "privtool_noise", "privtool_durations"
_NOISE_SIZE = 1 << 19  # values, after which the noise starts again: half a minute of speech
_DRAW, _ROUND_UP = "RandomNormalLike", "Ceil"
_STANDARD = {"mean": 0.0, "scale": 1.0}


def noise(seed: int) -> NDArray[np.float32]:
    """Return the input `NOISE` for a seed."""
    return np.random.default_rng(seed).standard_normal(_NOISE_SIZE, np.float32)


def seeded_session(path: Path, name: str) -> Any:
    """Return an onnxruntime session with `NOISE` and `DURATIONS`, on one thread of the CPU.

    Raise `UnavailableError` if a package is missing, or the file is not a VITS voice.
    """
    try:
        import onnx
        import onnxruntime
    except ImportError as error:
        raise UnavailableError(
            f"a Piper voice needs {error.name}: install it with `pip install 'privtool[piper]'`"
        ) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # --jobs starts processes
    options.log_severity_level = 4
    try:
        model = onnx.load(str(path))
        make_seeded(model.graph)
        return onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        raise UnavailableError(
            f"'{name}' cannot be loaded as a Piper voice ({type(error).__name__})"
        ) from error


def make_seeded(graph: Any) -> None:
    """Change the graph of a voice in place. Raise `ValueError` if it is not that of VITS."""
    from onnx import TensorProto, helper

    rounded = [node for node in graph.node if node.op_type == _ROUND_UP]
    random = [node for node in graph.node if node.op_type.startswith("Random")]
    if len(rounded) != 1 or not random or not all(map(_is_standard, random)):
        raise ValueError("not the graph of a VITS voice")
    nodes: list[Any] = []
    drawn = 0
    for node in graph.node:
        if node.op_type == _DRAW:
            nodes += _slice_of_noise(node, drawn, drawn * _NOISE_SIZE // len(random))
            drawn += 1
        else:
            nodes.append(node)
    nodes.append(helper.make_node("Identity", [rounded[0].output[0]], [DURATIONS]))
    del graph.node[:]
    graph.node.extend(nodes)
    graph.input.append(helper.make_tensor_value_info(NOISE, TensorProto.FLOAT, ["values"]))
    graph.output.append(helper.make_tensor_value_info(DURATIONS, TensorProto.FLOAT, None))


def _is_standard(node: Any) -> bool:
    """Return whether a node draws from the standard normal distribution."""
    given = {each.name: each.f for each in node.attribute}
    return node.op_type == _DRAW and all(given.get(k, v) == v for k, v in _STANDARD.items())


def _slice_of_noise(draw: Any, number: int, start: int) -> list[Any]:
    """Return nodes that take as much of the noise, from `start`, as a node draws."""
    from onnx import helper, numpy_helper

    def name(part: str) -> str:
        return f"{NOISE}_{number}_{part}"

    def constant(part: str, value: int) -> Any:
        tensor = numpy_helper.from_array(np.array(value, np.int64))
        return helper.make_node("Constant", [], [name(part)], value=tensor)

    def node(kind: str, inputs: list[str], output: str) -> Any:
        return helper.make_node(kind, inputs, [output])

    (like,), (drawn,) = draw.input, draw.output
    return [
        constant("start", start),
        constant("step", 1),
        node("Shape", [like], name("shape")),
        node("Size", [like], name("size")),
        node("Add", [name("start"), name("size")], name("stop")),
        node("Range", [name("start"), name("stop"), name("step")], name("places")),
        node("Size", [NOISE], name("values")),
        node("Mod", [name("places"), name("values")], name("taken")),
        node("Gather", [NOISE, name("taken")], name("flat")),
        node("Reshape", [name("flat"), name("shape")], drawn),
    ]
