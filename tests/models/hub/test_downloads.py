"""Models of the hub: what is downloaded, kept and resumed."""

import os
from pathlib import Path

from privtool.core.model_options import ModelSource
from privtool.models.catalog import ALIASES, Alias
from privtool.models.hub.resolve import is_here, resolve
from tests.support.hub_models import FILES, OFFLINE, failure, written

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def test_a_hub_model_is_downloaded_once(hub, tmp_path, cache):
    hub.folders["some/model"] = written(
        tmp_path / "m", *FILES, "pytorch_model.bin", "tf_model.h5", "onnx/model.onnx", "README.md"
    )
    folder = resolve("some/model", ModelSource()).path
    assert sorted(os.listdir(folder)) == sorted(FILES)
    assert (folder / "vocab.txt").read_text() == "{} vocab.txt"
    assert cache in folder.parents
    hub.requests.clear()
    assert resolve("some/model", OFFLINE).path == folder
    assert resolve("some/model", ModelSource()).path == folder
    assert hub.requests == []


def test_an_onnx_model_is_downloaded_with_its_settings_and_data_alone(hub, tmp_path):
    onnx = ("onnx/model.onnx", "onnx/model.onnx_data")
    others = ("onnx/model_quantized.onnx", "onnx/config.json", "README.md")
    hub.folders["some/model"] = written(tmp_path / "m", *FILES, "tokenizer.json", *onnx, *others)
    folder = resolve("some/model", ModelSource(), onnx=True).path
    assert sorted(os.listdir(folder / "onnx")) == [Path(name).name for name in onnx]
    assert not (folder / "model.safetensors").exists()
    hub.requests.clear()
    assert resolve("some/model", OFFLINE, onnx=True).path == folder
    assert hub.requests == []
    assert "not in the cache" in str(failure("some/model", offline=True))


def test_trusted_pickles_are_downloaded(hub, tmp_path):
    hub.folders["some/flair"] = written(tmp_path / "m", "pytorch_model.bin", "training.log")
    folder = resolve("some/flair", ModelSource(trust_pickle=True)).path
    assert os.listdir(folder) == ["pytorch_model.bin"]
    # It is in the cache now, but still a pickle.
    assert failure("some/flair", offline=True).status == 2


def test_an_interrupted_download_is_resumed(hub, tmp_path):
    hub.folders["some/model"] = written(tmp_path / "m", *FILES)
    hub.refused["GET model.safetensors"] = (403, "")
    assert failure("some/model").status == 69
    assert "not in the cache" in str(failure("some/model", offline=True))
    hub.refused.clear()
    hub.requests.clear()
    folder = resolve("some/model", ModelSource()).path
    assert sorted(os.listdir(folder)) == sorted(FILES)
    assert not any("GET" in r and "vocab.txt" in r for r in hub.requests)


def test_an_alias_is_downloaded_at_its_commit(hub, tmp_path, monkeypatch):
    hub.folders["own/tagger"] = written(tmp_path / "m", *FILES)
    alias = Alias("own-ner", "tagger", hub_id="own/tagger", revision=COMMIT)
    monkeypatch.setitem(ALIASES, "own-ner", alias)
    assert not is_here(alias)
    assert resolve("own-ner", ModelSource()).path.name == COMMIT
    assert is_here(alias)
    assert all("main" not in request for request in hub.requests)
