import pytest

from tests.support.jsonl import jsonl
from tests.support.trainer_runs import interrupt, weights

OPTIONS = ("--eval-every", 3, "--batch-seconds", 1.5)


@pytest.mark.parametrize(("checked", "workers", "later"), [(False, 0, 0), (True, 2, 1)])
def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(
    train, tmp_path, valid, checked, workers, later
):
    options = (*OPTIONS, *(("--valid", valid) if checked else ()))
    whole = train(*options, out="whole", epochs=3, workers=workers)
    steps = whole.records[0]["steps"]
    assert steps >= 12
    assert steps % 3 == 0
    assert (steps // 3) % 3 != 0  # checkpoints are in the middle of epochs
    interrupt(8, train, *options, epochs=3)
    assert not (tmp_path / "asr").exists()
    assert train(*options, epochs=3).status == 2
    train(*options, "--resume", epochs=4).failed(2, "different options, model or text")
    again = train(*options, "--resume", epochs=3, workers=later)
    assert again.records[0]["history"] == whole.records[0]["history"]
    assert again.out == whole.out
    assert weights(tmp_path / "asr") == weights(tmp_path / "whole")
    assert not (tmp_path / "asr.part").exists()


def test_other_audio_or_another_model_is_another_run(train, speech):
    interrupt(4, train, *OPTIONS, epochs=2)
    less = jsonl(*speech[1][1:])
    for *options, given in (
        (less,), ("--dropout", 0.5, None), ("--features", "mfcc", None), ("--layers", 2, None)
    ):  # fmt: skip
        done = train(*OPTIONS, "--resume", *options, input=given, epochs=2)
        done.failed(2, "different options, model or text")


def test_speed_is_that_of_the_epochs_since_the_resume(train, monkeypatch):
    from privtool.models.asr.training import trainer as asr_trainer

    made = []
    save = asr_trainer.AsrTrainResult
    monkeypatch.setattr(
        asr_trainer, "AsrTrainResult", lambda *args: made.append(save(*args)) or made[-1]
    )
    outcomes = []
    run = asr_trainer.train
    monkeypatch.setattr(
        asr_trainer,
        "train",
        lambda *args, **options: outcomes.append(run(*args, **options)) or outcomes[-1],
    )
    interrupt(8, train, *OPTIONS, epochs=3)
    train(*OPTIONS, "--resume", epochs=3)
    (outcome,), (result,) = outcomes, made
    assert outcome.new_steps == outcome.steps - 6  # checkpoints are written after 3 steps each
    seconds = result.card["train"]["seconds"] * 3 * outcome.new_steps / outcome.steps
    assert result.frames_per_second * outcome.seconds == pytest.approx(100 * seconds, rel=1e-3)
