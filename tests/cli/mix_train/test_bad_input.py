"""What mix-train refuses, and that it tells no text."""

import os

import pytest

from tests.support.mixtures import manifest
from tests.support.trainer_runs import (
    CANARY,
    assert_no_text_is_written,
    interrupt,
    lines,
    piped,
    weights,
)


def test_an_unwritable_output_is_reported_before_the_work(mix, tmp_path, monkeypatch):
    monkeypatch.setattr("privtool.workflows.mix_train.read_corpora", None)
    mix("-o", tmp_path / "missing" / "curve").failed(1, "cannot be written")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in"]


def test_paths_of_a_manifest_from_a_pipe_are_those_of_the_working_directory(
    mix, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with piped(manifest(one="in/one.jsonl")) as pipe:
        (result,) = mix(pipe, method="uniform", epochs=1).records
    assert [corpus["corpus"] for corpus in result["corpora"]] == ["one"]


def test_a_replaced_folder_holds_no_input(mix, tmp_path):
    assert mix().status == 0
    for name in ("one", "v"):
        (tmp_path / "in" / f"{name}.jsonl").rename(tmp_path / "mix" / f"{name}.jsonl")
        (tmp_path / "in" / f"{name}.jsonl").symlink_to(tmp_path / "mix" / f"{name}.jsonl")
        done = mix("--force").failed(2, "a file that is read is in")
        assert f"{name}.jsonl" not in done.err
        (tmp_path / "mix" / f"{name}.jsonl").rename(tmp_path / "in" / f"{name}.jsonl")
    assert mix("--force").status == 0


def test_no_text_is_written_except_in_the_vocabulary(mix, tmp_path):
    (tmp_path / "in" / "two.jsonl").write_bytes(lines([f"hello {CANARY} there"] * 20))
    options = ("--log", tmp_path / "log", "--debug")
    assert_no_text_is_written(5, mix, *options, out=tmp_path / "mix")
    assert CANARY not in (tmp_path / "log").read_text()
    assert os.path.exists(tmp_path / "mix" / "tokenizer.json")


# Work folders of mix-train that are damaged, and runs that died at a bad moment.
def but_its_end(content):
    return content[:-6]


def nothing_in_it(_):
    return b"{}"


@pytest.mark.parametrize(
    ("file", "left"),
    [
        ("corpora.json", nothing_in_it),
        ("0.ids", but_its_end),
        ("tokenizer/tokenizer.json", but_its_end),
    ],
)
def test_corpora_that_are_damaged_are_read_again(mix, tmp_path, file, left):
    whole = mix(out="whole")
    interrupt(5, mix)
    damaged = tmp_path / "mix.part" / "corpora" / file
    damaged.write_bytes(left(damaged.read_bytes()))
    assert mix("--resume").out == whole.out
    assert weights(tmp_path / "mix") == weights(tmp_path / "whole")


def test_weights_belong_to_their_corpora_whatever_their_order(mix, tmp_path):
    one, two = (f"--corpus={name}={tmp_path}/in/{name}.jsonl" for name in ("one", "two"))
    options = ("--weights", "one=0.75,two=0.25")
    interrupt(0, mix, one, two, *options, method="static", input=b"")
    (result,) = mix(two, one, *options, "--resume", method="static", input=b"").records
    assert result["weights"] == {"one": 0.75, "two": 0.25}
