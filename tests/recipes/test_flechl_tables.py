"""The tables of the recipes for Flechl 2022, and table 5 of Vats 2023."""

import json

import pytest

from tests.support.tables import typed_cases

SCRIPT = "flechl2022/tables.py"


def write(folder, results):
    for name, result in results.items():
        file = folder / f"{name}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(result))


@pytest.mark.parametrize(("case", "results", "lines"), typed_cases("recipes", "scores of systems"))
def test_scores_with_intervals_and_recovery(recipe, tmp_path, case, results, lines):
    """Of several seeds: (50 % + 75 %) / 2 = 62 %, as the third seed has no baseline."""
    ends = ("value", "low", "high")
    for name, scores in results.items():
        rows = {key: dict(zip(ends, values, strict=True)) for key, values in scores.items()}
        write(tmp_path, {name: {"scores": rows}})
    assert recipe.tables(tmp_path) == lines, case


def test_the_recovery_in_the_paper(recipe):
    assert [recipe.paper_recovery("s4", score) for score in recipe.PAPER] == [
        "100 %", "61 %", "90 %", "29 %", "58 %", "45 %",
    ]  # fmt: skip


@pytest.fixture(scope="module")
def table5(script):
    return script("vats2023/table5.py")


@pytest.mark.parametrize(("paper", "perplexities", "lines"), typed_cases("recipes", "table 5"))
def test_means_ranges_and_recovery(table5, tmp_path, paper, perplexities, lines):
    """Top-1 has 75 % from the only seed with a result, Top-K 50 % and 75 %.

    In the paper, Top-K has (339.6 - 127.4) / (339.6 - 76.0).
    """
    for name, perplexity in perplexities.items():
        write(tmp_path, {name: {"test": {"test": {"perplexity": perplexity}}}})
    assert table5.table(tmp_path, paper=paper) == lines


@pytest.mark.parametrize(("corpus", "expected"), typed_cases("recipes", "best in the paper"))
def test_the_recovery_of_the_best_rows_in_the_paper(table5, corpus, expected):
    best = [table5.paper_recovery(corpus, "best", method) for method in table5.METHODS]
    assert best == expected


# The table of word error rates of the recipe for Vats 2023.
@pytest.fixture(scope="module")
def rescoring(script):
    return script("vats2023/rescoring.py")


def test_ties_go_to_the_smallest_weight(rescoring):
    curve = [
        {"lm_weight": weight, "scores": {"wer": {"value": value}}}
        for weight, value in ((0.0, 0.5), (1.0, 0.25), (0.5, 0.25), (2.0, 0.75))
    ]
    assert rescoring.best_weight(curve) == 0.5


def test_each_row_names_its_baseline(rescoring, tmp_path):
    for name, value, other in (("generic", 0.4, 0.5), ("adapted", 0.3, 0.4), ("filled", 0.35, 0.4)):
        against = {"value": other, "difference": value - other, "low": -0.2, "high": 0.1, "p": 0.04}
        row = {
            "scores": {"wer": {"value": value, "low": None, "high": None}},
            "against": {"scores": {"wer": against}},
        }
        write(tmp_path, {name: row})
    assert rescoring.table(tmp_path)[2:] == [
        "| none | 50.0 | | | |",
        "| generic LM | 40.0 | -10.0 (-20.0 to 10.0) | no LM | 0.040 |",
        "| adapted to raw text | 30.0 | -10.0 (-20.0 to 10.0) | generic LM | 0.040 |",
        "| adapted to masked and filled text | 35.0 | -5.0 (-20.0 to 10.0) | generic LM | 0.040 |",
    ]
