"""fill-train fills as `fill` does: with rare words, too."""

import pytest

from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import lines, stop_at, weights


@pytest.fixture
def given(tmp_path):
    """Options for text that was masked elsewhere, and that text."""
    (tmp_path / "list").write_text("the\n")
    for name, words in (("a", "quux\t1\nzyx\t1\n"), ("b", "quux\t2\nzyx\t1\n")):
        (tmp_path / name).write_text(words)
    options = ("--on", "filled", "--marker-text", "XXX", "--list", tmp_path / "list")
    return options, lines([f"XXX {text} XXX" for text in SENTENCES[:20]])


def test_filling_before_tuning_gives_the_same_weights(call, tune, bert, given, tmp_path):
    options, text = given
    rare = ("--rare", tmp_path / "a")
    assert tune(*options, *rare, out="whole", input=text).status == 0
    how = ("--model", bert, "--device", "cpu", "--dtype", "fp32", "-q")
    filled = call("fill", *how, *options[2:], *rare, input=text)
    assert {record["text"].split()[0] for record in filled.records} == {"quux", "zyx"}
    assert tune("--on", "unmasked", out="two", input=filled.out).status == 0
    assert weights(tmp_path / "whole") == weights(tmp_path / "two")


def test_other_rare_words_cannot_be_resumed(tune, given, tmp_path, monkeypatch):
    options, text = given
    with monkeypatch.context() as patch:
        stop_at(patch, KeyboardInterrupt(), 2, "round-1")
        assert tune(*options, "--rare", tmp_path / "a", input=text).status == 130
    for other in (("--rare", tmp_path / "b"), ()):
        tune(*options, *other, "--resume", input=text).failed(2, "different options, model or text")
    assert tune(*options, "--rare", tmp_path / "a", "--resume", input=text).status == 0


def test_a_causal_model_is_refused_before_anything_is_written(tune, tmp_path, llama):
    (tmp_path / "a").write_text("quux\t1\n")
    done = tune("--on", "filled", "--rare", tmp_path / "a", model=llama)
    done.failed(2, "--rare is for masked LMs")
    assert not list(tmp_path.glob("out*"))
