"""Where lm-train writes, and what it never replaces."""

import os

import pytest

from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import TINY, lines

CORPUS = lines(SENTENCES)


def test_force_replaces_only_folders_of_privtool(train, tmp_path, monkeypatch):
    (tmp_path / "lm").mkdir()
    note = tmp_path / "lm" / "note"
    note.write_text("mine")
    train("--force").failed(2, "--force only replaces folders of privtool")
    assert note.read_text() == "mine"
    (tmp_path / "lm" / "privtool.json").touch()
    monkeypatch.chdir(tmp_path / "lm")
    train("--force", out="lm/.").failed(2, "contains the working directory")
    assert note.read_text() == "mine"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("-o", "{c}"), "--output would replace a file that is read"),
        (("--rejects", "{c}"), "--rejects would replace a file that is read"),
        (("--valid", "{v}", "-o", "{v}"), "--output would replace a file that is read"),
        (("--test", "t={v}", "-o", "{v}"), "--output would replace a file that is read"),
        (("--vocab", "{v}", "-o", "{v}"), "--output would replace a file that is read"),
        (("-o", "{lm}/result.json"), "which is written as a whole"),
    ],
)
def test_outputs_replace_nothing_that_is_read(call, tmp_path, options, message):
    corpus, other = tmp_path / "c", tmp_path / "v"
    corpus.write_bytes(CORPUS)
    other.write_bytes(lines(SENTENCES[:3]))
    places = {"c": f"{tmp_path}/./c", "v": other, "lm": tmp_path / "lm"}
    given = [option.format(**places) for option in options]
    done = call("lm-train", "--out-dir", tmp_path / "lm", *TINY, "--epochs", 1, *given, corpus)
    done.failed(2, message)
    assert corpus.read_bytes() == CORPUS


def test_an_output_that_is_standard_input(call, tmp_path):
    (tmp_path / "c").write_bytes(CORPUS)
    stdin = os.open(tmp_path / "c", os.O_RDONLY)
    try:
        done = call(
            "lm-train", "--out-dir", tmp_path / "lm", *TINY, "-o", tmp_path / "c", stdin=stdin
        )
    finally:
        os.close(stdin)
    done.failed(2, "--output would replace a file that is read")
    assert (tmp_path / "c").read_bytes() == CORPUS


def test_a_device_file_can_be_named_twice(call, tmp_path):
    call(
        "lm-train", "--out-dir", tmp_path / "lm", *TINY, "--epochs", 1, "-o", "/dev/null",
        "--rejects", "/dev/null", input=CORPUS,
    ).checked()  # fmt: skip
