from __future__ import annotations

import json

import pytest

from privtool.workflows.mix_plot import Run, picture, runs_in


def line(epoch, loss, **weights):
    return {"epoch": epoch, "valid_loss": loss, "weights": weights}


def saved(folder, method, lines):
    folder.mkdir()
    (folder / "privtool.json").write_text(json.dumps({"options": {"method": method}}))
    (folder / "curve.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))


def test_runs_of_a_folder_and_nothing_else(tmp_path):
    lines = [line(1.0, 5.0, a=0.5, b=0.5), line(2.0, None, a=0.25, b=0.75)]
    saved(tmp_path / "two", "adaptive", lines)
    saved(tmp_path / "one", "uniform", lines[:1])
    (tmp_path / "lm").mkdir()
    (tmp_path / "lm" / "privtool.json").write_text('{"options": {}}')
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "privtool.json").write_text("{")
    saved(tmp_path / "other", "adaptive", [{"epoch": 1.0}])
    assert runs_in(tmp_path) == [Run("uniform", lines[:1]), Run("adaptive", lines)]


@pytest.mark.parametrize(("format", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_a_picture_of_methods_with_seeds_and_of_runs_without_a_target(format, start):
    runs = [
        Run("uniform", [line(1.0, None, a=1.0)]),
        Run("adaptive", [line(1.0, 5.0, a=0.5, b=0.5), line(2.0, 4.0, a=0.1, b=0.9)]),
        Run("adaptive", [line(1.0, 6.0, a=0.5, b=0.5)]),
    ]
    assert picture(runs, format).startswith(start)


def test_a_name_is_no_formula():
    assert picture([Run("uniform", [line(1.0, None, **{"a$x^$": 1.0})])], "svg")


@pytest.mark.parametrize("format", ["png", "svg", "pdf"])
def test_a_name_that_cannot_be_drawn_is_no_error_and_no_warning(recwarn, format):
    names = {"\udcff": 0.25, "a\x07b": 0.25, "\u65e5\u672c": 0.5}
    assert picture([Run("uniform", [line(1.0, None, **names)])], format)
    assert not recwarn.list


def test_a_picture_names_methods_and_corpora():
    runs = [Run("adaptive", [line(1.0, 5.0, swda=0.5, wiki=0.5)])]
    import matplotlib

    with matplotlib.rc_context({"svg.fonttype": "none"}):
        text = picture(runs, "svg").decode()
    for name in ("adaptive", "swda", "wiki", "validation loss"):
        assert name in text
