"""Work folders of mix-train that are damaged, and runs that died at a bad moment."""

import pytest

from tests.support.trainer_runs import stop_at, weights


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
def test_corpora_that_are_damaged_are_read_again(mix, tmp_path, monkeypatch, file, left):
    whole = mix(out="whole")
    with monkeypatch.context() as patch:
        stop_at(patch, KeyboardInterrupt(), step=5)
        assert mix().status == 130
    damaged = tmp_path / "mix.part" / "corpora" / file
    damaged.write_bytes(left(damaged.read_bytes()))
    assert mix("--resume").out == whole.out
    assert weights(tmp_path / "mix") == weights(tmp_path / "whole")


def test_weights_belong_to_their_corpora_whatever_their_order(mix, tmp_path, monkeypatch):
    one, two = (f"--corpus={name}={tmp_path}/in/{name}.jsonl" for name in ("one", "two"))
    options = ("--weights", "one=0.75,two=0.25")
    with monkeypatch.context() as patch:
        stop_at(patch, KeyboardInterrupt(), step=0)
        assert mix(one, two, *options, method="static", input=b"").status == 130
    (result,) = mix(two, one, *options, "--resume", method="static", input=b"").records
    assert result["weights"] == {"one": 0.75, "two": 0.25}
