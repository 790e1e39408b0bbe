"""The tables of the recipe for privacy figures."""

import argparse
import json

import pytest

from tests.recipes.conftest import scripts_of


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
