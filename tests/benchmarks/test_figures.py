"""`make figures`: rows of tables in the docs that benchmarks write."""

import importlib.util
import json
from pathlib import Path

import pytest

from benchmarks.suite import seconds_by_folder

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tool():
    spec = importlib.util.spec_from_file_location("figures", ROOT / "tools/figures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_figure_has_a_row_with_as_many_cells_and_a_benchmark(tool):
    for figure in tool.figures():
        cells = " | ".join("x" for _ in figure.cells.split(" | "))
        tool.with_row((ROOT / figure.page).read_text("utf-8"), figure.first, cells)
        assert importlib.util.find_spec(f"benchmarks.{figure.benchmark.split()[0]}"), figure


def test_a_benchmark_writes_the_cells_of_its_row(tool, tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text("| a | b | c |\n| -- | -: | -- |\n| one | 1 | old |\n| one more | 2 | old |\n")
    lines = [{"benchmark": "a: b", "rate": 1234.6}, {"benchmark": "c", "rate": {"x": 7}}]
    monkeypatch.setattr(tool, "measured", lambda _: json.loads(json.dumps(lines)))
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    tool.write(
        [tool.Figure("page.md", "one", "startup", "{0[rate]:,.0f}, {c[rate][x]} | {made}")], "B"
    )
    first, *_, written, other, _ = page.read_text().split("\n")
    assert written.startswith("| one | 1,235, 7 | B, 20")
    assert (first, other) == ("| a | b | c |", "| one more | 2 | old |")


@pytest.mark.parametrize(("first", "cells"), [("two", "1 | 2"), ("one", "1"), ("twice", "1 | 2")])
def test_a_row_that_is_not_there_once_or_has_other_cells_is_an_error(tool, first, cells):
    with pytest.raises(ValueError, match=first):
        tool.with_row("| one | 1 | 2 |\n| twice | 1 | 2 |\n| twice | 3 | 4 |", first, cells)


def test_seconds_of_tests_add_up_by_folder():
    shown = "== slowest\n1.50s call     tests/cli/test_a.py::test_x[1]\n"
    shown += "0.25s setup    tests/cli/x/test_b.py::test_z\n"
    shown += "2.00s call     tests/test_examples.py::test_y\n3 passed in 9s\n"
    assert seconds_by_folder(shown) == {"cli": 1.75, "test_examples": 2.0}
