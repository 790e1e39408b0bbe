"""The table of word error rates of the recipe for Vats 2023."""

from tests.support.jsonl import jsonl

SCRIPT = "vats2023/rescoring.py"


def test_ties_go_to_the_smallest_weight(recipe):
    curve = [
        {"lm_weight": weight, "scores": {"wer": {"value": value}}}
        for weight, value in ((0.0, 0.5), (1.0, 0.25), (0.5, 0.25), (2.0, 0.75))
    ]
    assert recipe.best_weight(curve) == 0.5


def test_each_row_names_its_baseline(recipe, tmp_path):
    for name, value, other in (("generic", 0.4, 0.5), ("adapted", 0.3, 0.4), ("filled", 0.35, 0.4)):
        against = {"value": other, "difference": value - other, "low": -0.2, "high": 0.1, "p": 0.04}
        row = {
            "scores": {"wer": {"value": value, "low": None, "high": None}},
            "against": {"scores": {"wer": against}},
        }
        (tmp_path / f"{name}.json").write_bytes(jsonl(row))
    assert recipe.table(tmp_path)[2:] == [
        "| none | 50.0 | | | |",
        "| generic LM | 40.0 | -10.0 (-20.0 to 10.0) | no LM | 0.040 |",
        "| adapted to raw text | 30.0 | -10.0 (-20.0 to 10.0) | generic LM | 0.040 |",
        "| adapted to masked and filled text | 35.0 | -5.0 (-20.0 to 10.0) | generic LM | 0.040 |",
    ]
