"""The embedded models: their graphs against torch, and damaged files."""

import json

import pytest
import torch

from privtool.core.errors import UnavailableError
from privtool.models.catalog import EMBEDDED
from privtool.models.taggers.mini_ner import load_embedded_tagger
from privtool.models.taggers.onnx_labeler import OnnxLabeler
from privtool.models.taggers.torch_labeler import load_mini_ner
from tests.support.tables import typed_cases


@pytest.mark.parametrize(("end", "most", "mean"), [("", 1e-4, 1e-5), ("-int8", 0.3, 0.01)])
def test_the_graphs_of_mini_ner_compute_what_torch_does(embedded, end, most, mean):
    folder = EMBEDDED / embedded("mini-ner")
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    ids = torch.randint(1000, 30_000, (19, 24), generator=torch.Generator().manual_seed(1))
    inputs = {"input_ids": ids, "attention_mask": torch.ones_like(ids), "token_type_ids": ids % 5}
    with torch.inference_mode():
        expected = load_mini_ner(folder)(**inputs).logits.softmax(-1).numpy()
    labeler = OnnxLabeler(EMBEDDED / f"mini-ner{end}.onnx", config)
    actual = labeler.probabilities({name: tensor.numpy() for name, tensor in inputs.items()})
    difference = abs(actual - expected)
    assert difference.max() < most
    assert difference.mean() < mean


@pytest.mark.parametrize(("file", "onnx"), typed_cases("models", "damaged embedded file"))
def test_damaged_files_are_reported(tmp_path, embedded, file, onnx):
    embedded("mini-ner")
    for path in EMBEDDED.rglob("*.*"):
        copy = tmp_path / path.relative_to(EMBEDDED)
        copy.parent.mkdir(exist_ok=True)
        copy.symlink_to(path)
    (tmp_path / file).unlink()
    (tmp_path / file).write_bytes(b"{}")

    def tag() -> None:
        tagger = load_embedded_tagger(tmp_path / "mini-ner", "cpu", 1, 1.0, onnx=onnx)
        tagger.tag(["ask Anna"])  # with this threshold she is in doubt

    with pytest.raises(UnavailableError, match="'mini-ner' is damaged: install privtool again"):
        tag()
