"""What mix-train refuses, and that it tells no text."""

import os

from tests.support.mixtures import manifest
from tests.support.trainer_runs import CANARY, assert_no_text_is_written, lines, piped


def test_an_unwritable_output_is_reported_before_the_work(mix, tmp_path, monkeypatch):
    monkeypatch.setattr("privtool.workflows.mix_train.mix_corpora", None)
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
    assert_no_text_is_written(5, mix, "--debug", out=tmp_path / "mix")
    assert os.path.exists(tmp_path / "mix" / "tokenizer.json")
