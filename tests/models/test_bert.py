"""The embedded models in plain torch against those of transformers with the same weights."""

import json

import pytest
import torch
from peft import PeftModel
from transformers import BertConfig, BertForTokenClassification

from privtool.core.errors import UnavailableError
from privtool.models.catalog import EMBEDDED
from privtool.models.fillers.files import load_filler_files
from privtool.models.fillers.masked.mini import load_mini
from privtool.models.fillers.masked.slot_model import slot_encoder
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.runtime.precision import autocasting, cast_linear_layers
from privtool.models.runtime.weights import load_quantized
from privtool.models.taggers.mini_ner import load_embedded_tagger
from privtool.models.taggers.mini_ner_weights import load_classifier, merged
from privtool.models.taggers.onnx_labeler import OnnxLabeler

DTYPES = [torch.float32, torch.bfloat16]


@pytest.fixture(autouse=True, scope="module")
def _without_gradients():
    with torch.inference_mode():
        yield


@pytest.fixture(scope="module")
def rows() -> dict[str, torch.Tensor]:
    """Token ids with more and less padding."""
    draws = torch.Generator().manual_seed(1)
    ids = torch.randint(1000, 30_000, (19, 24), generator=draws)
    lengths = 23 - torch.arange(19) % 7
    return {"input_ids": ids, "attention_mask": (torch.arange(24) < lengths[:, None]).long()}


def same(actual: torch.Tensor, expected: torch.Tensor) -> None:
    torch.testing.assert_close(actual, expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_mini_computes_what_transformers_does(embedded, rows, dtype):
    folder = EMBEDDED / embedded("mini")
    theirs = load_filler_files(ResolvedModel("mini", folder)).model.eval().to(dtype)
    ours = load_mini(folder).to(dtype)
    same(ours(**rows).logits, theirs(**rows).logits)
    slots = torch.arange(19) % 5
    both = [slot_encoder(model.bert)(*rows.values(), slots) for model in (ours, theirs)]
    same(*both)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_mini_ner_computes_what_transformers_and_peft_do(embedded, rows, dtype):
    folder = EMBEDDED / embedded("mini-ner")
    settings = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    bare = BertForTokenClassification(BertConfig(**settings))
    encoder = load_quantized(EMBEDDED / "mini" / "model.safetensors")
    del encoder["bert.embeddings.token_type_embeddings.weight"]
    bare.load_state_dict(encoder, strict=False)
    theirs = PeftModel.from_pretrained(bare, str(folder)).merge_and_unload().eval()
    ours = load_classifier(folder)
    for model in (ours, theirs):
        if dtype is torch.bfloat16:
            cast_linear_layers(model)
    types = {"token_type_ids": rows["input_ids"] % 5}
    with autocasting(ours):
        same(ours(**rows, **types).logits, theirs(**rows, **types).logits)


@pytest.mark.parametrize(("end", "most", "mean"), [("", 1e-4, 1e-5), ("-int8", 0.3, 0.01)])
def test_the_graphs_of_mini_ner_compute_what_torch_does(embedded, rows, end, most, mean):
    folder = EMBEDDED / embedded("mini-ner")
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    ids = rows["input_ids"]
    inputs = {"input_ids": ids, "attention_mask": torch.ones_like(ids), "token_type_ids": ids % 5}
    expected = load_classifier(folder)(**inputs).logits.softmax(-1).numpy()
    labeler = OnnxLabeler(EMBEDDED / f"mini-ner{end}.onnx", config)
    actual = labeler.probabilities({name: tensor.numpy() for name, tensor in inputs.items()})
    difference = abs(actual - expected)
    assert difference.max() < most
    assert difference.mean() < mean


def test_an_adapter_is_merged_by_its_scale():
    weights = {"a.weight": torch.ones(2, 3), "b.weight": torch.ones(2, 3), "c": torch.ones(1)}
    adapter = {
        "a.lora_A.weight": torch.tensor([[1.0, 2.0, 3.0]]),
        "a.lora_B.weight": torch.tensor([[1.0], [10.0]]),
        "c": torch.zeros(1),
        "d": torch.zeros(2),
    }
    result = merged(weights, adapter, 0.5)
    assert sorted(result) == ["a.weight", "b.weight", "c", "d"]
    assert result["a.weight"].tolist() == [[1.5, 2.0, 2.5], [6.0, 11.0, 16.0]]
    assert result["b.weight"] is weights["b.weight"]
    assert result["c"] is adapter["c"]


@pytest.mark.parametrize(
    ("file", "onnx"),
    [
        ("mini-ner/config.json", True),
        ("mini-ner/config.json", False),
        ("mini-ner/adapter_config.json", False),
        ("mini-ner/adapter_model.safetensors", True),
        ("mini-ner/adapter_model.safetensors", False),
        ("mini/model.safetensors", True),
        ("mini/tokenizer.json", True),
        ("mini-ner.onnx", True),
        ("mini-ner-int8.onnx", True),
    ],
)
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
