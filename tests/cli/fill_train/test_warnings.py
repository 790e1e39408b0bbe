"""What fill-train says of a model that learned too little; how small texts are trained on."""

import pytest

from tests.support.tiny_causal_lms import tiny_gpt2
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import NO_BETTER, lines, warnings_and_result

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


def test_a_model_that_learned_nothing_is_reported(said, tmp_path):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:9]))
    slow = ("--learning-rate", "1e-9", "--epochs", 1)
    warnings, _ = said(*slow)
    assert len(warnings) == 1
    assert f"on the training text {NO_BETTER}" in warnings[0]
    warnings, result = said(*slow, "--valid", tmp_path / "v")
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


def test_a_causal_model_is_compared_with_word_counts(said, tmp_path):
    gpt2 = tiny_gpt2(tmp_path / "gpt2")
    (tmp_path / "v").write_bytes(lines(SENTENCES[:9]))
    slow = ("--learning-rate", "1e-9", "--epochs", 1)
    warnings, _ = said(*slow, model=gpt2)
    assert len(warnings) == 1
    assert f"on the training text {NO_BETTER}" in warnings[0]
    warnings, result = said(*slow, "--valid", tmp_path / "v", model=gpt2)
    assert f"on --valid {NO_BETTER}" in warnings[0]
    assert result["valid"]["after"]["loss"] > result["valid"]["unigram"]["loss"] > 1
    dull = lines(["the " * 40, "the " * 30])  # counts of one word say little of any other
    warnings, result = said(*slow, "--valid", tmp_path / "v", model=gpt2, text=dull)
    assert result["valid"]["after"]["loss"] < result["valid"]["unigram"]["loss"]
    assert not any(NO_BETTER in line for line in warnings)
