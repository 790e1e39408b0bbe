"""The files of a model by their names: which hold weights, and which are safe to load."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from privtool.core.digest import short_digest

CONFIG, TOKENIZER = "config.json", "tokenizer.json"
ENCODER_CONFIG = "encoder_config/config.json"
_SINGLE_FILE = re.compile(r"model\.safetensors")
_SHARDS = re.compile(r"(?:model|adapter_model)(?:-\d+-of-\d+)?\.safetensors")
_ANY_SAFETENSORS = re.compile(r".*\.safetensors")
_PICKLES = re.compile(r"(?:pytorch_model|adapter_model)(?:-\d+-of-\d+)?\.bin|.*\.pt")
_ONNX = re.compile(r"[^/]*\.onnx")
_INDEX_SUFFIXES = (".safetensors.index.json", ".bin.index.json")
_SETTINGS = re.compile(r".*\.(?:json|txt|model)")
_SAMPLE_BYTES, _SAMPLES = 1 << 16, 64  # of each file
_VOCABULARIES = re.compile(r"tokenizer\.json|vocab\.(?:txt|json)|.*\.model")


def weight_files(names: Iterable[str]) -> list[str]:
    """Return the files that hold a model's weights: safetensors, or else pickles, or else ONNX."""
    ordered = sorted(names)
    for pattern in (_SINGLE_FILE, _SHARDS, _ANY_SAFETENSORS, _PICKLES, _ONNX):
        if matching := [name for name in ordered if pattern.fullmatch(name)]:
            return matching
    return []


def onnx_files(names: Iterable[str]) -> list[str]:
    """Return the ONNX file of a repository as those of transformers.js, and its data.

    It is itself in the folder or in its folder `onnx`; a quantized one only if there is no other.
    """
    known = set(names)
    graphs = [name for name in known if _ONNX.fullmatch(name.removeprefix("onnx/"))]
    exact = ("model.onnx", "model_fp16.onnx")
    graphs.sort(key=lambda name: (*(not name.endswith(each) for each in exact), name))
    return [name for graph in graphs[:1] for name in (graph, f"{graph}_data") if name in known]


def digest_of_weights(path: Path) -> str:
    """Return a digest of the weights in a folder or file, without reading all of them.

    Evenly spaced samples of each file are enough, as training changes nearly all weights.
    """
    return short_digest(_samples(path))


def _samples(path: Path) -> Iterator[bytes]:
    names = weight_files(file_names(path))
    for name in names or onnx_files(names_with_onnx(path)):
        with open(path / name if path.is_dir() else path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            yield f"{name} {size}\n".encode()
            for start in range(0, size, max(_SAMPLE_BYTES, size // _SAMPLES)):
                file.seek(start)
                yield file.read(_SAMPLE_BYTES)


def setting_files(names: Iterable[str]) -> list[str]:
    """Return the configuration and vocabulary files; subfolders hold other models or formats.

    But GLiNER2 has the configuration of its encoder in one.
    """
    names = (name for name in names if "/" not in name or name == ENCODER_CONFIG)
    return sorted(name for name in names if _SETTINGS.fullmatch(name))


def is_pickle(name: str) -> bool:
    """Return whether a weight file is a pickle, which can execute arbitrary code."""
    return not name.endswith((".safetensors", ".onnx", ".onnx_data"))


def is_flair(path: Path) -> bool:
    """Return whether a model folder or file is flair's: a pickle without a configuration file."""
    if path.is_file():
        return is_pickle(path.name)
    names = os.listdir(path)
    return CONFIG not in names and any(map(is_pickle, weight_files(names)))


def file_names(path: Path) -> list[str]:
    """Return the files of a model folder, or the name of a single file."""
    return os.listdir(path) if path.is_dir() else [path.name]


def names_with_onnx(folder: Path) -> list[str]:
    inside = folder / "onnx"
    names = [f"onnx/{name}" for name in os.listdir(inside)] if inside.is_dir() else []
    return [*os.listdir(folder), *names]


def is_complete(folder: Path, onnx: bool = False) -> bool:
    """Return whether a folder has all files of a model; a partial download lacks some."""
    names = [name for name in names_with_onnx(folder) if (folder / name).exists()]
    if onnx:
        return bool(onnx_files(names)) and {CONFIG, TOKENIZER} <= set(names)
    names = [name for name in names if "/" not in name]
    weights = weight_files(names)
    if not weights:
        return False
    if CONFIG not in names:
        return is_flair(folder) or any(f"{name}.json" in names for name in weights)
    indexes = [name for name in names if name.endswith(_INDEX_SUFFIXES)]
    shards = {shard for name in indexes for shard in _shards(folder / name)}
    required = {shard for shard in shards if is_pickle(shard) == is_pickle(weights[0])}
    return required <= set(weights) and any(map(_VOCABULARIES.fullmatch, names))


def _shards(index: Path) -> set[str]:
    """Return the weight files that an index lists; none if it cannot be read."""
    try:
        return set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
    except (OSError, ValueError, KeyError, AttributeError):
        return set()
