"""What the files of a model are called: which hold weights, and whether they are safe to load."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from privtool.core.digest import short_digest

CONFIG = "config.json"
_WHOLE_WEIGHTS = re.compile(r"model\.safetensors")
_SAFE_WEIGHTS = re.compile(r"(?:model|adapter_model)(?:-\d+-of-\d+)?\.safetensors")
_OTHER_SAFE_WEIGHTS = re.compile(r".*\.safetensors")
_PICKLES = re.compile(r"(?:pytorch_model|adapter_model)(?:-\d+-of-\d+)?\.bin|.*\.pt")
_INDEX_ENDS = (".safetensors.index.json", ".bin.index.json")
_SETTINGS = re.compile(r".*\.(?:json|txt|model)")
_LOOKED_AT, _PARTS = 1 << 16, 64  # bytes of a part, and parts of a file
_VOCABULARIES = re.compile(r"tokenizer\.json|vocab\.(?:txt|json)|.*\.model")


def weight_files(names: Iterable[str]) -> list[str]:
    """The files to load a model's weights from: safetensors, or pickles where there are none."""
    listed = sorted(names)
    for kind in (_WHOLE_WEIGHTS, _SAFE_WEIGHTS, _OTHER_SAFE_WEIGHTS, _PICKLES):
        if found := [name for name in listed if kind.fullmatch(name)]:
            return found
    return []


def digest_of_weights(path: Path) -> str:
    """16 digits that tell the weights of a folder or file from others, without reading them all.

    Parts of each file are looked at, evenly spread: training changes nearly all numbers.
    """
    return short_digest(_samples(path))


def _samples(path: Path) -> Iterator[bytes]:
    for name in weight_files(file_names(path)):
        with open(path / name if path.is_dir() else path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            yield f"{name} {size}\n".encode()
            for start in range(0, size, max(_LOOKED_AT, size // _PARTS)):
                file.seek(start)
                yield file.read(_LOOKED_AT)


def setting_files(names: Iterable[str]) -> list[str]:
    """The configuration and vocabulary files; names in subfolders are other models' or formats'."""
    return sorted(name for name in names if _SETTINGS.fullmatch(name) and "/" not in name)


def is_pickle(name: str) -> bool:
    """Whether a weight file is a pickle, which can run any code as it is loaded."""
    return not name.endswith(".safetensors")


def is_flair(path: Path) -> bool:
    """Whether a model folder or file is flair's: a pickle that has no configuration beside it."""
    if path.is_file():
        return is_pickle(path.name)
    names = os.listdir(path)
    return CONFIG not in names and any(map(is_pickle, weight_files(names)))


def file_names(path: Path) -> list[str]:
    """The files of a model folder, or the one file that a path names."""
    return os.listdir(path) if path.is_dir() else [path.name]


def is_complete(folder: Path) -> bool:
    """Whether a folder has all the files of a model; a broken-off download lacks some."""
    names = [name for name in os.listdir(folder) if (folder / name).exists()]
    weights = weight_files(names)
    if not weights:
        return False
    if CONFIG not in names:
        return is_flair(folder)
    indexes = [name for name in names if name.endswith(_INDEX_ENDS)]
    shards = {shard for name in indexes for shard in _shards(folder / name)}
    wanted = {shard for shard in shards if is_pickle(shard) == is_pickle(weights[0])}
    return wanted <= set(weights) and any(map(_VOCABULARIES.fullmatch, names))


def _shards(index: Path) -> set[str]:
    """The weight files that an index names; none if the index itself cannot be read."""
    try:
        return set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
    except (OSError, ValueError, KeyError, AttributeError):
        return set()
