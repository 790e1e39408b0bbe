"""A run of mix-train that was stopped, and one that cannot go on."""

import pytest

from privtool.models.mixture.copies import AdaptiveWeights
from tests.support.mixtures import curve
from tests.support.trainer_runs import TINY, interrupt, lines, piped


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


def test_another_target_or_corpus_is_reported_also_from_a_pipe(call, tmp_path):
    def mixed(text, target, *options):
        with piped(lines([text])) as corpus, piped(lines([target])) as valid:
            return call(
                "mix-train", "--out-dir", tmp_path / "mix", *TINY[:-1], "--epochs", 3, "--method",
                "uniform", "--corpus", f"one={corpus}", "--valid", valid, *options,
            )  # fmt: skip

    interrupt(1, mixed, "some words", "a target")
    for text, target, status in (
        ("some words", "some words", 65),
        ("some words", "quite another target", 2),
        ("quite other words", "a target", 2),
        ("some words", "a target", 0),
    ):
        mixed(text, target, "--resume").ended(status)


def test_the_curve_is_in_the_run_folder_meanwhile(mix, tmp_path):
    interrupt(5, mix, "--eval-every", 2)
    assert [line["step"] for line in curve(tmp_path / "mix.part")] == [2, 4]
    assert mix("--eval-every", 2, "--resume").status == 0
    assert [line["step"] for line in curve(tmp_path / "mix")] == [2, 4, 6, 8]


def test_a_copy_that_diverges_is_reported(mix, tmp_path):
    done = mix("--finetune-rate", 1e30, "--finetune-steps", 2)
    done.failed(1, "restart with --force and a lower --finetune-rate")
