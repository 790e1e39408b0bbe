"""Adapters on prompts, as in section 4.2.4 of Vats 2023."""

import json

import pytest

from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import lines, masked, stop_at, weights

CLEAN, MASKED = lines(SENTENCES[:20]), masked(SENTENCES[20:])


@pytest.mark.parametrize("family", ["llama", "gpt2"])
def test_an_adapter_that_fill_asks_with_the_prompt(tune, fill, tmp_path, family, request):
    base = request.getfixturevalue(family)
    before = weights(base)
    (tmp_path / "v").write_bytes(lines(SENTENCES[1:20]) + MASKED)
    done = tune("--valid", tmp_path / "v", "--batch-tokens", 800, model=base, epochs=3)
    assert (done.status, done.err) == (0, "")
    (result,) = done.records
    assert weights(base) == before
    assert result["prompt"] == "alpaca-mask"
    assert (result["options"]["lora"], result["options"]["rank"]) == (True, 16)
    assert result["train"]["filled"] == 20
    assert result["valid"]["after"]["loss"] < result["valid"]["before"]["loss"]
    plain = fill("--model", base)
    tuned = fill("--model", base, "--adapter", tmp_path / "out")
    assert (plain.status, tuned.status) == (0, 0)
    assert plain.out != tuned.out
    for line, record in zip(MASKED.splitlines(), tuned.records, strict=True):
        before, after = json.loads(line)["text"].split("[MASK]")
        assert record["text"].startswith(before)
        assert record["text"].endswith(after)


def test_rounds_resume_as_if_nothing_had_happened(tune, tmp_path, monkeypatch, llama):
    options = ("--rounds", 2, "--eval-every", 1)
    text = masked(SENTENCES[20:23])
    whole = tune(*options, out="whole", model=llama, input=text)
    with monkeypatch.context() as patch:
        stop_at(patch, KeyboardInterrupt(), 1, "round-2")
        assert tune(*options, model=llama, input=text).status == 130
    assert tune(*options, "--resume", model=llama, input=text).out == whole.out
    assert weights(tmp_path / "whole") == weights(tmp_path / "out")


def test_masks_cannot_remain(tune, llama):
    tune("--on", "masked", model=llama).failed(2, "--on masked: causal LMs train on whole texts")


def test_masked_records_cannot_be_evaluated_on(tune, tmp_path, llama):
    (tmp_path / "v").write_bytes(MASKED)
    done = tune("--valid", tmp_path / "v", model=llama)
    done.failed(65, "the set 'valid' has no words to measure on")
