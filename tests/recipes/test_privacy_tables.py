"""The tables of the recipe for privacy figures."""

import argparse
import json
import math
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.record import decode
from privtool.models.catalog import EMBEDDED
from privtool.models.runtime.numerics import load_quantized
from tests.recipes.conftest import scripts_of
from tests.support.tiny_models import seeded
from tests.support.trainer_runs import lines


@pytest.fixture(scope="module")
def models(script):
    with scripts_of("privacy"):
        return script("privacy/models.py")


def figure(value, low, high, interval="wilson", kind="share", **more):
    ends = {"value": value, "low": low, "high": high}
    return {**ends, "interval": interval, "kind": kind, **more}


def test_a_figure_has_its_interval_or_its_bound(models):
    assert models.cell(figure(0.046, 0.041, 0.05)) == "4.6 [4.1, 5.0]"
    assert models.cell(figure(0.0, 0.0, 0.0125, "none found")) == "< 1.2"
    assert models.cell(figure(0.8, 0.8, None, "own", "number")) == ">= 0.80"
    assert models.cell(figure(None, 0.0, 1.0)) == models.cell(None) == "-"
    control = {"control": {"hits": 1, "of": 50, "value": 0.02}}
    assert models.share_of(figure(0.5, 0.4, 0.6, **control), "control") == "2.0"
    assert models.share_of(figure(2, 1, 3, kind="bits", **control), "control") == "0.02"
    assert models.share_of(figure(0.5, 0.4, 0.6), "control") == "-"


def test_guesses_are_by_attacker_and_rarity_without_labels(models):
    risk = {"risk": {"value": 0.03, "low": 0.02, "high": 0.04}}
    groups = ("mini/PERSON", "mini/20 or more units", "mini/1 unit", "mini", "")
    found = {
        (f"guess_at_{k}", group): figure(k / 200, k / 400, k / 190, **risk)
        for k in (1, 10, 100)
        for group in groups
    }
    found["guess_rank_bits", "mini"] = figure(9.5, 9.0, 10.0, kind="bits")
    lines = models.by_attacker(found).splitlines()[2:]
    assert [line.split(" | ")[:2] for line in lines] == [
        ["| any", "all"],
        ["| mini", "all"],
        ["| mini", "1 unit"],
        ["| mini", "20 or more units"],
    ]
    assert lines[1] == (
        "| mini | all | 0.5 [0.2, 0.5] | - | 3.0 [2.0, 4.0] | 5.0 [2.5, 5.3] | - | 3.0 [2.0, 4.0] "
        "| 50.0 [25.0, 52.6] | - | 3.0 [2.0, 4.0] | 9.50 [9.00, 10.00] |"
    )
    assert lines[0].endswith("| - |")


def cell_of(folder, corpus, method, **perplexities):
    rows = {
        text: {"perplexity": perplexities.get(text, 150), "exposure": 1.5, "membership_auc": 0.6}
        for text in ("raw", "masked", "top-k", "drawn", "typed", "samples", "surrogates")
    }
    file = folder / corpus / method / "models.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(rows))


@pytest.fixture(scope="module")
def picture(script):
    with scripts_of("privacy"):
        return script("privacy/picture.py")


def test_points_are_what_a_text_costs_and_its_figures(picture, tmp_path):
    cell_of(tmp_path, "wsj", "allowList", raw=100, masked=200, typed=110, samples=90)
    points = picture.points_of(tmp_path)
    assert {point.text: round(point.cost, 6) for point in points} == {
        "raw": 0.0, "masked": 100.0, "top-k": 50.0, "drawn": 50.0, "typed": 10.0,
        "samples": -10.0, "surrogates": 50.0,
    }  # fmt: skip
    assert picture.lines_of(points).splitlines()[-1] == (
        "| wsj | allowList | +0.0 %, 1.50, 0.60 | +100.0 %, 1.50, 0.60 | +50.0 %, 1.50, 0.60 "
        "| +50.0 %, 1.50, 0.60 | +10.0 %, 1.50, 0.60 | -10.0 %, 1.50, 0.60 | +50.0 %, 1.50, 0.60 |"
    )


def test_the_picture_has_a_panel_for_each_figure_and_way_to_mask(picture, tmp_path):
    cell_of(tmp_path, "wsj", "allowList", raw=100, masked=200)
    cell_of(tmp_path, "swda", "entityTagger", raw=100, masked=200)
    figure = picture.draw(picture.points_of(tmp_path))
    marks = [len(axes.lines) - 1 for axes in figure.axes]  # but for the line of the unseen
    assert marks == [7, 0, 7, 7, 0, 7]


def test_files_of_all_ways_to_mask_are_shared(models, tmp_path):
    args = argparse.Namespace(run=tmp_path / "a", shared=tmp_path, method="vocabThres")
    paths = models.Models(args)
    assert paths._path("raw.lm.json") == tmp_path / "raw.lm.json"
    assert paths._path("masked.lm.json") == tmp_path / "a/masked.lm.json"
    args.shared = None
    assert paths._path("raw.lm.json") == tmp_path / "a/raw.lm.json"


# The table of what each kind of word contributes to the loss.
TEXT = "call Zebulon Quixley's sister in bristol-on-sea , she said"


SCRIPT = "vats2023/private_words.py"


def annotated(text=TEXT, *private):
    entities = [
        {"start": text.index(one), "end": text.index(one) + len(one), "label": "PERSON"}
        for one in private
    ]
    return json.dumps({"text": text, "entities": entities}).encode()


def test_words_that_overlap_or_follow_entities_are_flagged(recipe):
    records = [annotated(TEXT, "Zebulon Quix", "-on-"), annotated("call me"), annotated("")]
    text = recipe.read_annotated(map(decode, records))
    assert text.words == [
        "call", "zebulon", "quixley", "sister", "in", "bristol-on-sea", "she", "said", "call", "me",
    ]  # fmt: skip
    private = [word for word, flag in zip(text.words, text.private, strict=True) if flag]
    assert private == ["zebulon", "quixley", "bristol-on-sea"]
    after = [word for word, flag in zip(text.words, text.after, strict=True) if flag]
    assert after == ["quixley", "sister", "she"]
    assert text.bounds.tolist() == [0, 8, 10, 10]


def test_the_parts_add_up_to_the_loss_of_lm_score(recipe, call, tiny_lm):
    texts = [TEXT, "call me", "she said", "i called the doctor this morning"]
    records = [annotated(text, *text.split()[1:2]) for text in texts]
    perplexity, parts = recipe.loss_parts(tiny_lm, recipe.read_annotated(map(decode, records)))
    scored = call(
        "lm-score", "-q", "--model", tiny_lm, "--device", "cpu", input=lines(texts)
    ).records
    tokens = sum(one["tokens"] for one in scored)
    loss = -sum(one["logprob"] for one in scored) / tokens
    assert sum(part for _, part in parts.values()) == pytest.approx(loss, rel=1e-5)
    assert perplexity == pytest.approx(math.exp(loss), rel=1e-5)
    assert sum(count for count, _ in parts.values()) == tokens
    assert parts["ends"][0] == 4
    (line,) = recipe.table([tiny_lm], recipe.read_annotated(map(decode, records)))[2:]
    assert line.startswith(f"| {tiny_lm.name} | {perplexity:.1f} | ")


with scripts_of("embedded"):
    from quantizing import quantize, save_quantized

MEGABYTE = 1_000_000
BUDGET = 40 * MEGABYTE


def restored(weight: torch.Tensor) -> torch.Tensor:
    """Return a tensor as loaded from a file."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "w.safetensors"
        save_quantized({"a": weight, "other": torch.ones(2)}, file)
        loaded = load_quantized(file)
    assert loaded.keys() == {"a", "other"}
    return loaded["a"]


@given(st.integers(0, 10**6), st.floats(1e-4, 1e3))
def test_matrices_are_restored_within_half_a_step(seed, size):
    with seeded(seed):
        weight = torch.randn(7, 12) * size * torch.rand(7, 1)
    step = quantize({"a": weight})["a.scale"].float()
    # half a step, and what rounding the scale to half precision cuts off the largest
    assert ((restored(weight) - weight).abs() <= step * 0.5 + weight.abs() * 2**-10).all()


def test_vectors_are_kept_in_half_precision():
    bias = torch.tensor([0.1, -3.5, 0.0])
    assert quantize({"a": bias})["a"].dtype is torch.float16
    assert torch.equal(restored(bias), bias.half().float())


def test_rows_of_zeros_are_restored():
    weight = torch.zeros(3, 4)
    weight[1] = 2.0
    assert torch.allclose(restored(weight), weight, rtol=2**-10, atol=0)


def test_loading_multiplies_by_the_scale_of_the_row():
    with seeded():
        weight = torch.randn(5, 6)
    stored = quantize({"a": weight})
    assert torch.equal(restored(weight), stored["a"] * stored["a.scale"].float())


def test_the_embedded_models_stay_within_their_budget():
    sizes = {path: path.stat().st_size for path in EMBEDDED.rglob("*.safetensors")}
    if not sizes:
        pytest.skip("the embedded weights are not there")
    assert sum(sizes.values()) <= BUDGET
