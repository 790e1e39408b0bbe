"""The figure of the recipe for Ma 2022."""

import json

import pytest

from tests.support.jsonl import jsonl

SCRIPT = "ma2022/curves.py"


def line(epoch, loss, **weights):
    return {"epoch": epoch, "valid_loss": loss, "weights": weights}


def saved(folder, method, lines):
    folder.mkdir()
    (folder / "privtool.json").write_text(json.dumps({"options": {"method": method}}))
    (folder / "curve.jsonl").write_bytes(jsonl(*lines))


def test_only_runs_of_a_folder_are_loaded(recipe, tmp_path):
    lines = [line(1.0, 5.0, a=0.5, b=0.5), line(2.0, None, a=0.25, b=0.75)]
    saved(tmp_path / "two", "adaptive", lines)
    saved(tmp_path / "one", "uniform", lines[:1])
    (tmp_path / "lm").mkdir()
    (tmp_path / "lm" / "privtool.json").write_text('{"options": {}}')
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "privtool.json").write_text("{")
    saved(tmp_path / "other", "adaptive", [{"epoch": 1.0}])
    assert recipe.load_runs(tmp_path) == [
        recipe.MixtureRun("uniform", lines[:1]),
        recipe.MixtureRun("adaptive", lines),
    ]


@pytest.mark.parametrize(("format", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_plot_of_methods_with_seeds_and_of_runs_without_a_target(recipe, format, start):
    runs = [
        recipe.MixtureRun("uniform", [line(1.0, None, a=1.0)]),
        recipe.MixtureRun("adaptive", [line(1.0, 5.0, a=0.5, b=0.5), line(2.0, 4.0, a=0.1, b=0.9)]),
        recipe.MixtureRun("adaptive", [line(1.0, 6.0, a=0.5, b=0.5)]),
    ]
    assert recipe.plot_runs(runs, format).startswith(start)


@pytest.mark.parametrize("format", ["png", "svg", "pdf"])
def test_a_name_that_cannot_be_drawn_causes_neither_error_nor_warning(recipe, recwarn, format):
    names = dict.fromkeys(("\udcff", "a\x07b", "\u65e5\u672c", "a$x^$"), 0.25)  # no math either
    assert recipe.plot_runs([recipe.MixtureRun("uniform", [line(1.0, None, **names)])], format)
    assert not recwarn.list


def test_a_plot_names_methods_and_corpora(recipe):
    runs = [recipe.MixtureRun("adaptive", [line(1.0, 5.0, swda=0.5, wiki=0.5)])]
    import matplotlib

    with matplotlib.rc_context({"svg.fonttype": "none"}):
        text = recipe.plot_runs(runs, "svg").decode()
    for name in ("adaptive", "swda", "wiki", "validation loss"):
        assert name in text
