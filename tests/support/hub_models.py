"""Folders of models that are not read, and the error of a model that cannot be found."""

from pathlib import Path

import pytest

from privtool.core.device import ModelSource
from privtool.core.errors import PrivtoolError
from privtool.models.hub.resolve import resolve

OFFLINE = ModelSource(offline=True)
FILES = ("config.json", "tokenizer.json", "vocab.txt", "model.safetensors")


def written(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(f"{{}} {name}")
    return folder


def failure(name: str, offline: bool = False, trust_pickle: bool = False) -> PrivtoolError:
    with pytest.raises(PrivtoolError) as caught:
        resolve(name, ModelSource(offline, trust_pickle))
    assert "\n" not in str(caught.value)
    assert "http" not in str(caught.value)
    return caught.value
