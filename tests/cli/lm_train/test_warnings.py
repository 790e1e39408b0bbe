"""What lm-train says about a model that learned too little, and how small texts are trained on."""

from __future__ import annotations

import pytest

from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import NO_BETTER, TINY, lines, warnings_and_result


@pytest.fixture
def said(call, tmp_path):
    """Run lm-train; return its warnings and its result."""

    def run(*options):
        done = call(
            "lm-train", "--out-dir", tmp_path / "lm", "--force", *TINY[:-1], *options,
            input=lines(SENTENCES),
        )  # fmt: skip
        return warnings_and_result(done)

    return run


def test_a_model_that_learned_nothing_is_reported(said, tmp_path):
    (tmp_path / "t").write_bytes(lines(SENTENCES[:9]))
    slow = ("--learning-rate", "1e-9", "--epochs", 1)
    warnings, _ = said(*slow)
    assert len(warnings) == 1
    assert f"on the training text {NO_BETTER}" in warnings[0]
    warnings, result = said(*slow, "--test", f"t={tmp_path / 't'}")
    assert f"on t {NO_BETTER}" in warnings[0]
    measured = result["test"]["t"]
    assert measured["perplexity"] > measured["perplexity_unigram"] > 1


def test_a_text_that_is_too_small_is_reported(said, tmp_path):
    (tmp_path / "v").write_bytes(lines([" ".join(reversed(SENTENCES[1].split()))]))
    fast = ("--learning-rate", "1", "--epochs", 9, "--patience", 1, "--batch-tokens", 99)
    warnings, result = said(*fast, "--valid", tmp_path / "v")
    assert result["best_step"] < result["steps"]
    assert any("stopped early at a learning rate of" in line for line in warnings)
    (poor,) = (line for line in warnings if "word counts" in line)
    assert poor.endswith(
        "on --valid the model is no better than word counts, and it stopped improving: it needs "
        "more training text"
    )


def test_a_small_text_gets_small_batches(said):
    _, result = said("--epochs", 1)
    assert result["options"]["batch_tokens"] == 512
    _, result = said("--epochs", 1, "--batch-tokens", 300)
    assert result["options"]["batch_tokens"] == 300
