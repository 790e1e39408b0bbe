import json

import pytest

from privtool.models.hub.files import is_complete, is_flair, onnx_files, setting_files, weight_files


@pytest.mark.parametrize(
    ("names", "weights"),
    [
        (["model.safetensors", "pytorch_model.bin"], ["model.safetensors"]),
        (["model.safetensors", "model-00001-of-00001.safetensors"], ["model.safetensors"]),
        (
            [
                "model-00001-of-00002.safetensors",
                "model-00002-of-00002.safetensors",
                "x.safetensors",
            ],
            ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"],
        ),
        (["adapter_model.safetensors", "adapter_model.bin"], ["adapter_model.safetensors"]),
        (["other.safetensors"], ["other.safetensors"]),
        (["pytorch_model.bin", "training_args.bin", "optimizer.bin"], ["pytorch_model.bin"]),
        (["best-model.pt"], ["best-model.pt"]),
        (["tf_model.h5", "flax_model.msgpack", "onnx/model.onnx"], []),
    ],
)
def test_weights_are_safetensors_or_else_pickles(names, weights):
    assert weight_files(names) == weights


@pytest.mark.parametrize(
    ("names", "files"),
    [
        (["model.safetensors"], []),
        (["model.onnx", "onnx/model.onnx"], ["model.onnx"]),
        (["onnx/model_quantized.onnx", "onnx/model.onnx"], ["onnx/model.onnx"]),
        (["onnx/model_fp16.onnx", "onnx/model_bnb4.onnx"], ["onnx/model_fp16.onnx"]),
        (["onnx/model_quantized.onnx", "other/model.onnx"], ["onnx/model_quantized.onnx"]),
        (["model.onnx", "model.onnx_data"], ["model.onnx", "model.onnx_data"]),
    ],
)
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
