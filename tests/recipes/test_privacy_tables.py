"""The tables of the recipe for privacy figures."""

from __future__ import annotations

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
