"""What fill-train refuses."""

import json
import shutil

import pytest
from transformers import PreTrainedTokenizerFast

from tests.support.messages import one_line
from tests.support.tiny_causal_lms import tiny_llama
from tests.support.tiny_models import SENTENCES, tiny_bert
from tests.support.trainer_runs import CANARY, NO_BETTER, lines, masked, warnings_and_result

CLEAN, MASKED = lines(SENTENCES[:20]), masked(SENTENCES[20:])


def test_rejects_are_set_aside(tune, tmp_path):
    done = tune("--rejects", tmp_path / "r", input=CLEAN + f"{CANARY}\n".encode())
    assert done.out == tune(out="b", input=CLEAN).out
    assert CANARY not in (tmp_path / "r").read_text()


@pytest.mark.parametrize("base", ["bert", "llama"])
def test_an_adapter_of_another_model_is_refused(tune, fill, tmp_path, request, base):
    own = request.getfixturevalue(base)
    make = {"bert": tiny_bert, "llama": tiny_llama}[base]
    other = make(tmp_path / "other", seed=7)
    assert tune("--lora", model=own).status == 0
    assert (
        fill(
            "--model", shutil.copytree(own, tmp_path / "copy"), "--adapter", tmp_path / "out"
        ).status
        == 0
    )
    for done in (
        fill("--model", other, "--adapter", tmp_path / "out"),
        tune("--adapter", tmp_path / "out", model=other, out="more"),
    ):
        assert done.status == 69
        assert "was trained for another model" in one_line(done.err)


def test_a_tokenizer_that_cannot_be_written_is_reported(tune, tmp_path, monkeypatch):
    def full(*_, **__):
        raise Exception(CANARY)

    monkeypatch.setattr(PreTrainedTokenizerFast, "save_pretrained", full)
    tune().failed(1, "cannot be written (is the disk full?)")
    assert not (tmp_path / "out").exists()


def test_a_last_step_that_ruins_the_model_is_noticed(tune, tmp_path):
    done = tune("--learning-rate", "1e30", input=lines(SENTENCES[:1]))
    done.failed(1, "the loss is not finite at step 1")
    assert not (tmp_path / "out").exists()


def test_a_word_that_the_model_cannot_see_whole(tune):
    glued = {"text": "x" + "yz" * 300 + "[MASK]"}
    glued["masks"] = [{"start": 601, "end": 607, "label": "WORD", "method": "x"}]
    done = tune("--on", "filled", input=json.dumps(glued).encode())
    done.failed(65, "no record has words to train on")


# What fill-train says of a model that learned too little; how small texts are trained on.
TEXT = lines(SENTENCES)


@pytest.fixture
def said(call, tmp_path, bert):
    """Run fill-train; return its warnings and its result."""

    def run(*options, model=bert, text=TEXT):
        done = call(
            "fill-train", "--model", model, "--out-dir", tmp_path / "new", "--force",
            "--device", "cpu", "--dtype", "fp32", *options, input=text,
        )  # fmt: skip
        return warnings_and_result(done)

    return run


SLOW = ("--learning-rate", "1e-9", "--epochs", 1)


@pytest.mark.parametrize("base", ["bert", "gpt2"])
def test_a_model_that_learned_nothing_is_reported(said, tmp_path, request, base):
    model = request.getfixturevalue(base)
    (tmp_path / "v").write_bytes(lines(SENTENCES[:9]))
    warnings, _ = said(*SLOW, model=model)
    assert len(warnings) == 1
    assert f"on the training text {NO_BETTER}" in warnings[0]
    warnings, result = said(*SLOW, "--valid", tmp_path / "v", model=model)
    assert f"on --valid {NO_BETTER}" in warnings[0]
    assert result["valid"]["after"]["loss"] > result["valid"]["unigram"]["loss"] > 1


def test_words_without_a_token_are_counted(said):
    rare = "so that the model cannot fill them in: use --words FILE"
    words = " ".join(["zyxquuxly", "ab"])
    for text, warned in ((lines([f"the {words}"] * 20), True), (TEXT, False)):
        warnings, _ = said("--epochs", 1, text=text)
        assert any(rare in line for line in warnings) is warned


def test_a_small_text_gets_small_batches_and_more_epochs(said):
    _, result = said()
    assert result["options"]["batch_tokens"] == 256
    assert result["options"]["epochs"] == result["rounds"][0]["epochs"] == 10
    _, result = said("--epochs", 1, "--batch-tokens", 300)
    assert result["options"]["batch_tokens"] == 300


def test_counts_of_one_word_say_little_of_any_other(said, tmp_path, gpt2):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:9]))
    dull = lines(["the " * 40, "the " * 30])
    warnings, result = said(*SLOW, "--valid", tmp_path / "v", model=gpt2, text=dull)
    assert result["valid"]["after"]["loss"] < result["valid"]["unigram"]["loss"]
    assert not any(NO_BETTER in line for line in warnings)
