"""A run of mix-train that was stopped, and one that cannot go on."""

import json

import pytest

from privtool.models.mixture.copies import AdaptiveWeights
from privtool.models.mixture.token_files import CorpusFiles, CorpusWriter
from tests.support.mixtures import curve
from tests.support.trainer_runs import CANARY, TINY, interrupt, lines, piped


@pytest.mark.parametrize(("method", "step"), [("adaptive", 1), ("adaptive", 4), ("uniform", 3)])
def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(mix, tmp_path, method, step):
    options = ("--eval-every", 3, "--gradient-accumulation-steps", 2)
    options += ("--finetune-steps", 1) if method != "uniform" else ()
    whole = mix(*options, out="whole", method=method, epochs=3)
    assert whole.records[0]["steps"] == 6
    interrupt(step, mix, *options, method=method, epochs=3)
    mix(*options, method=method, epochs=3).failed(2, "--resume to continue it")
    mix(*options, "--resume", method=method, epochs=4).failed(2, "different options, model or text")
    again = mix(*options, "--resume", method=method, epochs=3)
    assert again.out == whole.out
    for file in (tmp_path / "whole").iterdir():
        if file.name != "curve.jsonl":  # which tells times
            assert (tmp_path / "mix" / file.name).read_bytes() == file.read_bytes(), file.name
    assert curve(tmp_path / "mix") == curve(tmp_path / "whole")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "mix", "whole"]


@pytest.mark.parametrize("step", [7, 8])
def test_weights_are_found_once_per_segment_however_often_it_is_resumed(
    mix, tmp_path, monkeypatch, step
):
    """An epoch has 8 steps and 4 stretches: the run stops inside one, and where two meet."""
    weigh, at = AdaptiveWeights.__call__, []

    def noted(self, done, *given):
        at.append(done)
        return weigh(self, done, *given)

    monkeypatch.setattr(AdaptiveWeights, "__call__", noted)
    options = ("--epoch-tokens", 320, "--eval-every", 2, "--finetune-steps", 1)
    whole = mix(*options, out="whole")
    assert at == [*range(0, 16, 2)]
    interrupt(step, mix, *options)
    at.clear()
    assert mix(*options, "--resume").out == whole.out
    assert at == [*range(step // 2 * 2, 16, 2)]
    assert curve(tmp_path / "mix") == curve(tmp_path / "whole")


def test_corpora_are_not_read_again(mix, tmp_path, monkeypatch):
    interrupt(1, mix)
    monkeypatch.setattr(CorpusFiles, "adding", None)
    assert mix("--resume").status == 0


def test_another_target_is_reported_also_from_a_pipe(mix, tmp_path):
    options = ("--finetune-steps", 1)
    with piped((tmp_path / "in/v.jsonl").read_bytes()) as pipe:
        interrupt(1, mix, *options, "--valid", pipe, valid=False)
    for name, status in (("one.jsonl", 65), ("other.jsonl", 2), ("v.jsonl", 0)):
        (tmp_path / "in/other.jsonl").write_bytes(lines(["quite another target"]))
        with piped((tmp_path / "in" / name).read_bytes()) as pipe:
            mix(*options, "--resume", "--valid", pipe, valid=False).ended(status)


def test_corpora_from_pipes_are_reported_as_not_read_again(call, tmp_path):
    (tmp_path / "v").write_bytes(lines(["another target"]))

    def mixed(text, *options):
        with piped(lines(text)) as pipe:
            return call(
                "mix-train", "--out-dir", tmp_path / "mix", *TINY[:-1], "--epochs", 3, "--method",
                "uniform", "--corpus", f"one={pipe}", "--valid", tmp_path / "v", *options,
            )  # fmt: skip

    interrupt(1, mixed, ["some words"])
    done = mixed(["quite other words"], "--resume").checked()
    assert "corpora from pipes are not read again" in done.err
    assert done.records[0]["corpora"][0]["words"] == 2


def test_each_line_is_logged_once(mix, tmp_path):
    log = tmp_path / "in/log.jsonl"
    interrupt(5, mix, "--eval-every", 2, "--log", log, epochs=2)
    assert mix("--eval-every", 2, "--log", log, "--resume", epochs=2).status == 0
    steps = [json.loads(line)["step"] for line in log.read_text().splitlines()]
    assert steps == [2, 4, 6, 8]


def test_a_copy_that_diverges_is_reported(mix, tmp_path):
    done = mix("--finetune-rate", 1e30, "--finetune-steps", 2)
    done.failed(1, "restart with --force and a lower --finetune-rate")


def test_a_full_disk_while_corpora_are_read_leaves_nothing(mix, tmp_path, monkeypatch):
    def full(*args):
        raise OSError(28, f"No space left on device {CANARY}")

    monkeypatch.setattr(CorpusWriter, "add", full)
    mix().failed(1, "cannot be written (no space left on device)")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in"]
