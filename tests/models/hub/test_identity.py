"""What summaries say of models: the digest of their weights, whatever format is named."""

import pytest

from privtool.core.model_options import ModelSource
from privtool.models.hub.resolve import identities_of

OFFLINE = ModelSource(offline=True)


@pytest.mark.parametrize("kind", ["onnx", "gliner2"])
def test_a_format_is_no_part_of_a_name_and_weights_in_a_folder_count(tmp_path, kind):
    (tmp_path / "onnx").mkdir()
    for name in ("config.json", "tokenizer.json"):
        (tmp_path / name).write_text("{}")
    file = tmp_path / ("onnx/model.onnx" if kind == "onnx" else "model.safetensors")
    found = []
    for weights in (b"one", b"two", b"one"):
        file.write_bytes(weights)
        found += identities_of(f"{kind}:{tmp_path}", OFFLINE)
    assert {each["name"] for each in found} == {"FOLDER"}
    assert found[0] == found[2] != found[1]
