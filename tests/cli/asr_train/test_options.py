import pytest
import soundfile

from privtool.core.options import options_of
from privtool.models.asr.checkpoint import SHAPES, load_asr
from privtool.models.asr.training import trainer as asr_trainer
from privtool.workflows.config.asr import AsrOptions
from tests.support.asr_training import FAST
from tests.support.jsonl import jsonl
from tests.support.trainer_runs import interrupt, weights


def test_a_model_loses_ctc_that_has_no_weight(train, tmp_path):
    train()
    assert train("--init", tmp_path / "asr", "--ctc-weight", 0, out="b").status == 0
    assert load_asr(tmp_path / "asr").model.ctc is not None
    assert load_asr(tmp_path / "b").model.ctc is None
    train("--init", tmp_path / "b", "--ctc-weight", 0.3, out="c").failed(2, "remove --ctc-weight")
    assert train("--init", tmp_path / "b", out="c").status == 0


def test_a_validation_set_needs_no_role(train, speech, tmp_path):
    (tmp_path / "v").write_bytes(jsonl({**speech[1][0], "speaker": "nurse"}))
    (result,) = train("--roles", "doctor", "--valid", tmp_path / "v").records
    assert result["valid"]["turns"] == 1


def test_presets_are_the_shapes_that_there_are():
    assert list(options_of(AsrOptions)["preset"].choices) == list(SHAPES)


def warned(call, speech, tmp_path, *options, records=None):
    folder, given = speech
    done = call(
        "asr-train", "--out-dir", tmp_path / "asr", *FAST, "--dtype", "fp32", "--workers", 0,
        "--audio-root", folder, *options, input=jsonl(*(records or given)),
    ).checked()  # fmt: skip
    return done.err.splitlines()[:-1]


def test_fewer_pieces_than_wanted(call, speech, tmp_path):
    options = ("--token-kind", "unigram", "--epochs", 1)
    warning, *_ = warned(call, speech, tmp_path, *options)
    assert warning.startswith("privtool asr-train: the text has only ")
    assert "--tokens 1024" in warning


def test_a_loss_that_does_not_fall(call, speech, tmp_path, undisturbed):
    options = ("--epochs", 5, "--learning-rate", "1e-12")
    said = warned(call, speech, tmp_path, *options)
    assert any("the loss has not fallen in 3 epochs" in line for line in said)


def test_only_blanks_are_reported_late_and_at_the_end(call, speech, tmp_path, valid):
    options = ("--epochs", 12, "--valid", valid, "--learning-rate", "1e-9")
    said = [line for line in warned(call, speech, tmp_path, *options) if "no word" in line]
    assert [line.partition(" the model")[0].rpartition(" ")[2] for line in said] == ["10", "12"]


def test_only_blanks_on_the_training_set(call, speech, tmp_path):
    *_, warning = warned(call, speech, tmp_path, "--epochs", 2, "--learning-rate", "0.01")
    assert "after epoch 2 the model emits no word on its training data" in warning


def test_fewer_frames_than_tokens(call, speech, tmp_path):
    given = [speech[1][number] for number in (2, 4, 5, 7)]  # without doubled letters
    crowded = {**speech[1][0], "text": "s i x f i v e", "duration": 0.4}
    for options, left_out in (((), True), (("--ctc-weight", 0), False)):
        warning, *_ = warned(
            call, speech, tmp_path, "--epochs", 1, "--force", *options,
            records=[*given, crowded],
        )  # fmt: skip
        assert "1 records have fewer frames than tokens" in warning
        assert "(the first is stdin:5)" in warning
        assert ("which CTC leaves out" in warning) == left_out


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


def test_other_audio_or_another_model_is_another_run(train, speech, tmp_path):
    interrupt(4, train, *OPTIONS, epochs=2)
    for record in speech[1]:
        samples, rate = soundfile.read(speech[0] / record["audio_filepath"])
        soundfile.write(tmp_path / record["audio_filepath"], samples[::-1], rate)
    less = jsonl(*speech[1][1:])
    for *options, given in (
        (less,), ("--ctc-weight", 0.5, None), ("--preset", "emformer-tiny", None),
        ("--audio-root", tmp_path, None),
    ):  # fmt: skip
        done = train(*OPTIONS, "--resume", *options, input=given, epochs=2)
        done.failed(2, "different options, model or text")


def test_speed_is_that_of_the_epochs_since_the_resume(train, monkeypatch):
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
