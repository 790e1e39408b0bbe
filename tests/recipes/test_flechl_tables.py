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
