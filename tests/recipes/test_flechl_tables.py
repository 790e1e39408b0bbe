"""The tables of the recipes for Flechl 2022, and table 5 of Vats 2023."""

import json
from pathlib import Path

import pytest

SCRIPT = "flechl2022/tables.py"


def write(folder, results):
    for name, scores in results.items():
        file = folder / f"{name}.json"
        file.parent.mkdir(exist_ok=True)
        rows = {k: {"value": v, "low": low, "high": high} for k, (v, low, high) in scores.items()}
        file.write_text(json.dumps({"scores": rows}))


def test_scores_with_intervals_and_recovery(recipe, tmp_path):
    write(
        tmp_path,
        {
            "1/b1": {"wer": (0.1, 0.08, 0.12), "r10.f1": (0.9, None, None)},
            "1/b3": {"wer": (0.5, 0.4, 0.6), "r10.f1": (0.1, 0.0, 0.2)},
            "1/x": {"wer": (0.2, 0.15, 0.25), "r10.f1": (0.7, 0.6, 0.8)},
            "1/s2": {"wer": (0.4, 0.3, 0.5), "r10.f1": (None, None, None)},
        },
    )
    assert recipe.tables(tmp_path) == [
        "| system | WER, % | recovered | paper |",
        "|---|---:|---:|---:|",
        "| B1 identified | 10.0 (8.0 to 12.0) | 100 % | 100 % |",
        "| B3 words removed | 50.0 (40.0 to 60.0) | 0 % | 0 % |",
        "| S2 spliced SP | 40.0 (30.0 to 50.0) | 25 % | 33 % |",
        "| X SP, tts, matched | 20.0 (15.0 to 25.0) | 75 % | - |",
        "",
        "| system | F1 of r10, % | recovered | paper |",
        "|---|---:|---:|---:|",
        "| B1 identified | 90.0 | 100 % | 100 % |",
        "| B3 words removed | 10.0 (0.0 to 20.0) | 0 % | 0 % |",
        "| X SP, tts, matched | 70.0 (60.0 to 80.0) | 75 % | - |",
    ]


def test_several_seeds_give_mean_and_range(recipe, tmp_path):
    write(
        tmp_path,
        {
            "1/b1": {"wer": (0.1, 0.0, 0.2)},
            "2/b1": {"wer": (0.2, 0.0, 0.3)},
            "1/b3": {"wer": (0.5, 0.0, 0.6)},
            "2/b3": {"wer": (0.6, 0.0, 0.7)},
            "1/t1": {"wer": (0.3, 0.0, 0.4)},
            "2/t1": {"wer": (0.3, 0.0, 0.4)},
            "3/t1": {"wer": (0.9, 0.0, 1.0)},
        },
    )
    lines = recipe.tables(tmp_path)
    assert "| B1 identified | 15.0 (10.0 to 20.0) | 100 % | 100 % |" in lines
    # (50 % + 75 %) / 2: the third seed has no baseline
    assert "| T1 tts, words | 50.0 (30.0 to 90.0) | 62 % | -33 % |" in lines


def test_without_a_gap_there_is_no_recovery(recipe, tmp_path):
    write(tmp_path, {f"1/{name}": {"wer": (0.2, 0.1, 0.3)} for name in ("b1", "b3", "x")})
    assert recipe.tables(tmp_path)[-1] == "| X SP, tts, matched | 20.0 (10.0 to 30.0) | - | - |"


def test_a_folder_without_results(recipe, tmp_path):
    assert recipe.tables(tmp_path) == []


def test_the_recovery_in_the_paper(recipe):
    assert [recipe.paper_recovery("s4", score) for score in recipe.PAPER] == [
        "100 %", "61 %", "90 %", "29 %", "58 %", "45 %",
    ]  # fmt: skip


@pytest.fixture(scope="module")
def table5(script):
    return script("vats2023/table5.py")


@pytest.fixture
def folder(tmp_path) -> Path:
    results = {
        "1/oracle": 100.0, "2/oracle": 120.0, "1/allowList.baseline0": 300.0,
        "2/allowList.baseline0": 320.0, "1/allowList.topk": 200.0, "2/allowList.topk": 170.0,
        "1/allowList.top1": 150.0,
    }  # fmt: skip
    for name, perplexity in results.items():
        file = tmp_path / f"{name}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"test": {"test": {"perplexity": perplexity}}}))
    return tmp_path


def test_means_ranges_and_recovery(table5, folder):
    assert table5.table(folder, paper=None)[2:] == [
        "| allowList | Oracle | 110.0 (100.0 to 120.0) | 100 % |",
        "| allowList | Baseline0 | 310.0 (300.0 to 320.0) | 0 % |",
        # 75 % from the only seed with a result
        "| allowList | Top-1 | 150.0 | 75 % |",
        # 50 % and 75 %
        "| allowList | Top-K | 185.0 (170.0 to 200.0) | 62 (50 to 75) % |",
        "| vocabThres | Oracle | 110.0 (100.0 to 120.0) | - |",
        "| entityTagger | Oracle | 110.0 (100.0 to 120.0) | - |",
    ]


@pytest.mark.parametrize(
    ("corpus", "expected"),
    [
        ("swda", ["66 %", "68 %", "73 %"]),
        ("reddit", ["91 %", "93 %", "87 %"]),
        ("wsj", ["87 %", "88 %", "90 %"]),
    ],
)
def test_the_recovery_of_the_best_rows_in_the_paper(table5, corpus, expected):
    best = [table5.paper_recovery(corpus, "best", method) for method in table5.METHODS]
    assert best == expected


def test_a_column_for_the_paper(table5, folder):
    lines = table5.table(folder, paper="reddit")
    # (339.6 - 127.4) / (339.6 - 76.0) in the paper
    assert "| allowList | Top-K | 185.0 (170.0 to 200.0) | 62 (50 to 75) % | 81 % |" in lines
    assert "| allowList | the paper's best | | | 91 % |" in lines
