"""A Piper voice, from its ONNX file, as an engine of `privtool tts`.

Piper voices are VITS models that read the phones of espeak-ng. Beside `NAME.onnx` lies
`NAME.onnx.json` with the ids of phones. Only onnxruntime and onnx are needed, not Piper itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from privtool.audio.io.clips import Clip
from privtool.core.errors import UnavailableError
from privtool.interfaces.speech import SpokenPhrase
from privtool.models.tts.espeak import word_times
from privtool.models.tts.voices import PitchMeasuredVoices, letters, phones, timed

NOISE, DURATIONS = "privtool_noise", "privtool_durations"
_NOISE_SIZE = 1 << 19  # values, after which the noise starts again: half a minute of speech
_DRAW, _ROUND_UP = "RandomNormalLike", "Ceil"
_STANDARD = {"mean": 0.0, "scale": 1.0}


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


_START, _END, _PAD = "^", "$", "_"
_SUFFIX = ".onnx"
_RATES = range(4_000, 192_001)  # hertz


class _Audio(msgspec.Struct):
    sample_rate: int


class _Espeak(msgspec.Struct):
    voice: str = "en-us"


class _Inference(msgspec.Struct):
    noise_scale: float = 0.667
    length_scale: float = 1.0
    noise_w: float = 0.8


class VoiceConfig(msgspec.Struct):
    """What privtool uses of `NAME.onnx.json`."""

    audio: _Audio
    phoneme_id_map: dict[str, list[int]]
    espeak: _Espeak = msgspec.field(default_factory=_Espeak)
    inference: _Inference = msgspec.field(default_factory=_Inference)
    phoneme_type: str = "espeak"
    num_speakers: int = 1


class Piper(PitchMeasuredVoices):
    """A Piper voice with one or more speakers."""

    def __init__(self, session: Any, config: VoiceConfig) -> None:
        self._session, self._config = session, config
        self._ids = config.phoneme_id_map
        self._known = frozenset(self._ids) - {_START, _END, _PAD}
        self.voices = max(1, config.num_speakers)

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:
        """Return the phrase. Raise `DataError` if the voice has no sounds for one of its words."""
        if self._config.phoneme_type == "text":
            symbols = letters(phrase, self._known.__contains__)
        else:
            symbols = phones(phrase, self._known.__contains__, self._config.espeak.voice)
        groups = [[*self._ids[_START], *self._ids[_PAD]]]
        groups += [[*self._ids[symbol.text], *self._ids[_PAD]] for symbol in symbols]
        ids = [id_ for group in groups for id_ in group] + self._ids[_END]
        scales = self._config.inference
        given = {
            "input": np.array([ids], np.int64),
            "input_lengths": np.array([len(ids)], np.int64),
            "scales": np.array(
                [scales.noise_scale, scales.length_scale / speed, scales.noise_w], np.float32
            ),
            NOISE: np.random.default_rng(seed).standard_normal(_NOISE_SIZE, np.float32),
        }
        if self.voices > 1:
            given["sid"] = np.array([voice], np.int64)
        output = self._session.get_outputs()[0].name
        wave, frames = self._session.run([output, DURATIONS], given)
        clip = Clip(wave.reshape(-1).astype(np.float32), self._config.audio.sample_rate)
        ends = np.cumsum(frames.reshape(-1)) * (clip.seconds / frames.sum())
        bounds = [float(ends[size - 1]) for size in np.cumsum([len(g) for g in groups])]
        seconds = np.diff(bounds).tolist()
        return SpokenPhrase(clip, word_times(phrase, timed(symbols, seconds, bounds[0])))


def onnx_file(path: Path) -> Path | None:
    """Return the voice that a path is or holds, if any. Raise `UnavailableError` for several."""
    if path.suffix == _SUFFIX and path.is_file():
        return path
    is_folder = path.is_dir() and not (path / "config.json").exists()  # of another kind of model
    found = sorted(path.glob(f"*{_SUFFIX}")) if is_folder else []
    if len(found) > 1:
        raise UnavailableError("the folder has several Piper voices: name one of its .onnx files")
    return found[0] if found else None


def load_piper(name: str, file: Path) -> Piper:
    """Load a voice. Raise `UnavailableError` if it is incomplete, broken or of another kind."""
    config_file = Path(f"{file}.json")
    label = f"'{name}': {config_file.name}"
    try:
        config = msgspec.json.decode(config_file.read_bytes(), type=VoiceConfig)
    except FileNotFoundError:
        raise UnavailableError(
            f"'{name}' has no {config_file.name}: a Piper voice is two files"
        ) from None
    except (OSError, msgspec.DecodeError) as error:
        raise UnavailableError(
            f"{label} is not the configuration of a Piper voice ({type(error).__name__})"
        ) from None
    if config.audio.sample_rate not in _RATES:
        raise UnavailableError(f"{label} has no sampling rate from 4 to 192 kHz")
    if config.phoneme_type not in ("espeak", "text"):
        raise UnavailableError(f"{label} needs phones that privtool does not have")
    if not all(config.phoneme_id_map.get(mark) for mark in (_START, _END, _PAD)):
        raise UnavailableError(f"{label} lacks the ids of {_START}, {_END} and {_PAD}")
    return Piper(seeded_session(file, name), config)
