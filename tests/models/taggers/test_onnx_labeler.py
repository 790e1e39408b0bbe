"""Taggers in ONNX: they find what the same model finds in torch, and report what is wrong."""

import json
import random
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch

from privtool.core.device import ModelSource, Runtime
from privtool.core.errors import UnavailableError, UsageError
from privtool.models.catalog import EMBEDDED
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.taggers.load import resolve_taggers
from privtool.models.taggers.mini_ner import load_embedded_tagger
from privtool.models.taggers.onnx_labeler import OnnxLabeler, load_onnx_tagger
from privtool.models.taggers.token_classifier import TokenTagger
from privtool.models.taggers.torch_labeler import load_mini_ner, load_token_tagger
from privtool.workflows.config.taggers import load_tagger
from tests.support.in_process import in_this_process
from tests.support.tables import typed_cases
from tests.support.tiny_models import SENTENCES, resolved, tiny_bert, tiny_roberta
from tests.support.tiny_onnx import tiny_onnx

LONG = " ".join(SENTENCES * 3)  # hundreds of words for models that take in 64 pieces
TEXTS = [*SENTENCES, LONG, "", "a", "Anna's cats, running (upstairs)."]
MODELS = {"bert": tiny_bert, "roberta": tiny_roberta}


@pytest.fixture(scope="module", params=MODELS)
def folders(tmp_path_factory, request) -> tuple[Path, Path]:
    """A tagger for torch, and the same in ONNX."""
    base = tmp_path_factory.mktemp("tiny")
    folder = MODELS[request.param](base / "torch", "tagger")
    return folder, tiny_onnx(folder, base / "onnx")


@pytest.fixture
def copied(folders, tmp_path) -> Path:
    return Path(shutil.copytree(folders[1], tmp_path / "copied"))


def tagger_of(folder: Path, threshold: float = 0.9, batch_size: int = 8) -> TokenTagger:
    return load_onnx_tagger(ResolvedModel("tiny", folder), batch_size, threshold)


@pytest.mark.usefixtures("single_precision")
def test_probabilities_are_those_of_torch_within_a_hundred_thousandth(folders):
    own, onnx = folders
    config = json.loads((onnx / "config.json").read_text())
    labeler = OnnxLabeler(onnx / "onnx/model.onnx", config)
    model = load_token_tagger(resolved(own), torch.device("cpu"), 8, 0.9)._model
    assert (labeler.pad, labeler.longest_input) == (model.pad, model.longest_input)
    ids = np.random.default_rng(1).integers(5, 60, (7, 11))
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    theirs = model.probabilities(inputs)
    assert np.abs(labeler.probabilities(inputs) - theirs).max() < 1e-5


def test_batch_size_order_and_company_make_no_difference(folders):
    expected = dict(zip(TEXTS, tagger_of(folders[1]).tag(TEXTS), strict=True))
    order = random.Random(1)
    for batch_size in (1, 2, 64):
        tagger = tagger_of(folders[1], batch_size=batch_size)
        shuffled = order.sample(TEXTS, len(TEXTS)) + TEXTS[:3]
        assert tagger.tag(shuffled) == [expected[text] for text in shuffled]


def test_a_model_that_shares_a_range_among_rows_reads_them_one_by_one(folders, tmp_path):
    onnxruntime = pytest.importorskip("onnxruntime.quantization", reason="the package sympy")
    quantized = Path(shutil.copytree(folders[1], tmp_path / "q"))
    made = quantized / "onnx/model_quantized.onnx"
    onnxruntime.quantize_dynamic(quantized / "onnx/model.onnx", made)
    (quantized / "onnx/model.onnx").unlink()
    tagger = tagger_of(quantized)
    assert tagger._model._one_by_one
    assert not tagger_of(folders[1])._model._one_by_one
    together = tagger.tag(SENTENCES)
    assert [tagger.tag([text])[0] for text in SENTENCES] == together


def test_a_prefix_or_the_backend_chooses_the_file(folders):
    source = ModelSource(offline=True)
    found = [
        resolve_taggers(f"onnx:{folders[1]}", source),
        resolve_taggers(str(folders[1]), source, backend="onnx"),
    ]
    spans = [load_tagger(each, Runtime("auto"), threshold=0.9).tag(SENTENCES) for each in found]
    assert spans[0] == spans[1]
    assert any(spans[0])
    with pytest.raises(UsageError, match="`device` mps: ONNX models run on the CPU"):
        load_tagger(found[0], Runtime("mps"))


def test_the_backend_counts_for_the_summary_too(folders, tmp_path):
    args = ("--method", "entityTagger", "--tagger", str(folders[1]), "--backend", "onnx")
    done = in_this_process("mask", *args, "--summary", str(tmp_path / "s"), input=b'{"text":"a"}')
    assert (done.status, (tmp_path / "s").is_file()) == (0, True)


@pytest.mark.parametrize("family", ["camembert", "mpnet", "longformer"])
def test_families_whose_positions_start_after_padding_read_long_texts(folders, copied, family):
    config = json.loads((copied / "config.json").read_text())
    like = {"roberta": family}.get(config["model_type"], "electra")
    (copied / "config.json").write_text(json.dumps({**config, "model_type": like}))
    assert tagger_of(copied).tag([LONG]) == tagger_of(folders[1]).tag([LONG])


def test_a_negative_number_of_positions_is_no_limit(folders):
    config = json.loads((folders[1] / "config.json").read_text())
    config["max_position_embeddings"] = -1
    assert OnnxLabeler(folders[1] / "onnx/model.onnx", config).longest_input == 512


def test_a_folder_without_an_onnx_file_is_refused(tmp_path):
    folder = tiny_bert(tmp_path / "own", "tagger")
    with pytest.raises(UnavailableError, match="no folder with an ONNX model at"):
        resolve_taggers(f"onnx:{folder}", ModelSource(offline=True))


@pytest.mark.parametrize(("file", "content", "message"), typed_cases("models", "wrong onnx file"))
def test_what_is_wrong_is_said_in_one_line(copied, file, content, message):
    (copied / file).write_text(content)
    with pytest.raises(UnavailableError, match=message) as caught:
        tagger_of(copied)
    assert "\n" not in str(caught.value)


# The embedded models: their graphs against torch, and damaged files.
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
