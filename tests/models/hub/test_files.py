import json
import os
from pathlib import Path

import pytest

from privtool.core.device import ModelSource
from privtool.core.errors import UnavailableError
from privtool.models.catalog import ALIASES, Alias, name_to_show
from privtool.models.hub.files import is_complete, is_flair, onnx_files, setting_files, weight_files
from privtool.models.hub.pretrained import load_part, load_pretrained
from privtool.models.hub.resolve import ResolvedModel, identities_of, is_here, resolve
from tests.support.hub_models import FILES, OFFLINE, failure, written
from tests.support.tables import typed_cases
from tests.support.tiny_models import tiny_bert


@pytest.mark.parametrize(("names", "weights"), typed_cases("models", "weight files"))
def test_weights_are_safetensors_or_else_pickles(names, weights):
    assert weight_files(names) == weights


@pytest.mark.parametrize(("names", "files"), typed_cases("models", "onnx files"))
def test_of_onnx_files_the_one_that_is_not_quantized_counts(names, files):
    assert onnx_files(names) == files


def test_setting_files_are_not_in_subfolders():
    names = ["config.json", "merges.txt", "spiece.model", "onnx/config.json", "README.md", "a.py"]
    assert setting_files(names) == ["config.json", "merges.txt", "spiece.model"]


def test_flair_models_are_pickles_without_a_configuration(tmp_path):
    (tmp_path / "pytorch_model.bin").touch()
    assert is_flair(tmp_path)
    assert is_flair(tmp_path / "pytorch_model.bin")
    (tmp_path / "config.json").touch()
    assert not is_flair(tmp_path)


def test_a_folder_is_complete_with_weights_configuration_and_vocabulary(tmp_path):
    for name in ("model.safetensors", "config.json", "tokenizer.json"):
        assert not is_complete(tmp_path)
        (tmp_path / name).touch()
    assert is_complete(tmp_path)


def test_a_dangling_link_to_weights_makes_a_folder_incomplete(tmp_path):
    for name in ("config.json", "vocab.txt"):
        (tmp_path / name).touch()
    (tmp_path / "model.safetensors").symlink_to(tmp_path / "gone")
    assert not is_complete(tmp_path)


def test_all_shards_to_load_are_required(tmp_path):
    for name in ("config.json", "vocab.txt", "model-00001-of-00002.safetensors"):
        (tmp_path / name).touch()
    shards = {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}
    index = json.dumps({"weight_map": shards})
    (tmp_path / "model.safetensors.index.json").write_text(index)
    pickles = json.dumps({"weight_map": {"a": "pytorch_model-00001-of-00002.bin"}})
    (tmp_path / "pytorch_model.bin.index.json").write_text(pickles)
    assert not is_complete(tmp_path)
    (tmp_path / "model-00002-of-00002.safetensors").touch()
    assert is_complete(tmp_path)


# Models of the hub: what is downloaded, kept and resumed.
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


@pytest.mark.parametrize(
    ("name", "kind"), [("mini", "masked language model"), ("mini-ner", "tagger")]
)
def test_an_alias_of_another_kind_is_named_by_its_kind(name, kind):
    model = resolve(name, ModelSource(offline=True))
    with pytest.raises(UnavailableError, match=f"^'{name}' is a {kind}, not a causal language"):
        load_pretrained("AutoModelForCausalLM", "causal language model", model)
    with pytest.raises(UnavailableError, match=f"^'{name}' is a {kind}, not a recognizer$"):
        load_part("AutoFeatureExtractor", "recognizer", model)


def test_broken_files_of_the_right_kind_are_not_another_kind(tmp_path):
    folder = tiny_bert(tmp_path / "bert")
    (folder / "tokenizer.json").write_text("{")
    with pytest.raises(UnavailableError, match=r"^'bert' cannot be loaded as a masked .* broken$"):
        load_pretrained(
            "AutoModelForMaskedLM", "masked language model", ResolvedModel("bert", folder)
        )


# What summaries say of models: the digest of their weights, whatever format is named.
@pytest.mark.parametrize(
    ("kind", "backend"), [("onnx:", "auto"), ("", "onnx"), ("gliner2:", "auto")]
)
@pytest.mark.parametrize("path", ["{}", "~/a+b"])
def test_a_format_is_no_part_of_a_name_and_weights_in_a_folder_count(
    tmp_path, monkeypatch, kind, backend, path
):
    monkeypatch.setenv("HOME", str(tmp_path))
    tmp_path, path = tmp_path / "a+b", path.format(tmp_path / "a+b")
    tmp_path.mkdir()
    (tmp_path / "onnx").mkdir()
    for name in ("config.json", "tokenizer.json"):
        (tmp_path / name).write_text("{}")
    file = tmp_path / ("model.safetensors" if kind == "gliner2:" else "onnx/model.onnx")
    found = []
    for weights in (b"one", b"two", b"one"):
        file.write_bytes(weights)
        found += identities_of(f"{kind}{path}", OFFLINE, backend)
    assert {each["name"] for each in found} == {"FOLDER"}
    assert found[0] == found[2] != found[1]
    if not kind:
        assert name_to_show(path) == "FOLDER"
