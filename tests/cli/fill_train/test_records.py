"""Which records fill-train learns from, and in which rounds."""

import pytest
import torch
from safetensors.torch import load_file

from privtool.text.words import words
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import lines, masked, weights

CLEAN, MASKED = lines(SENTENCES[:20]), masked(SENTENCES[20:])


@pytest.mark.parametrize("base", ["bert", "llama"])
def test_filled_records_are_those_that_fill_makes(tune, fill, tmp_path, request, base):
    model, options = request.getfixturevalue(base), ("--topk", 5, "--seed", 7)
    filled = fill("--model", model, *options).out
    assert tune("--on", "filled", *options, out="a", model=model).status == 0
    assert tune("--on", "unmasked", *options[2:], out="b", model=model, input=filled).status == 0
    assert weights(tmp_path / "a") == weights(tmp_path / "b")


def test_only_records_without_masks(tune, tmp_path):
    strange = MASKED.replace(b'"masks"', b'"word_lists":{"allowList":"x@1"},"masks"')
    done = tune("--on", "unmasked", out="a", input=strange + CLEAN)
    assert done.records[0]["train"]["records"] == 20
    assert tune("--on", "unmasked", out="b", input=CLEAN).status == 0
    assert weights(tmp_path / "a") == weights(tmp_path / "b")


def test_remaining_masks_are_input_but_never_predicted(tune, tmp_path):
    done = tune("--on", "masked")
    train = done.records[0]["train"]
    assert (train["records"], train["unmasked"], train["filled"]) == (40, 20, 0)
    # The masked word of each record is not among those that can be hidden.
    assert train["words"] == sum(len(words(text)) for text in SENTENCES[:40]) - 20
    other = MASKED.replace(b'"label": "WORD"', b'"label": "PERSON"')
    assert tune("--on", "masked", "--seed", 1, out="b", input=CLEAN + other).status == 0
    assert weights(tmp_path / "out") == weights(tmp_path / "b")
    assert tune("--on", "unmasked", out="c", input=CLEAN).status == 0
    assert weights(tmp_path / "out") != weights(tmp_path / "c")


def test_only_the_list_of_a_record_that_is_filled_must_be_there(tune):
    strange = MASKED.replace(b'"masks"', b'"word_lists":{"allowList":"x@1"},"masks"')
    assert tune("--on", "masked", input=strange).status == 0
    tune(input=strange, out="filled").failed(65, "stdin:1: the record was masked with a word list")


@pytest.mark.parametrize("lora", [False, True])
def test_rounds_are_runs_with_one_seed_after_another(tune, tmp_path, bert, lora):
    options = ("--lora",) if lora else ()
    assert tune(*options, "--rounds", 2, out="both").status == 0
    assert tune(*options, out="first").status == 0
    went_on = ("--lora", "--adapter", tmp_path / "first") if lora else ()
    model = bert if lora else tmp_path / "first"
    assert tune(*went_on, "--seed", 2, out="second", model=model).status == 0
    both, second = (load_file(next((tmp_path / d).glob("*.safetensors")))
                    for d in ("both", "second"))  # fmt: skip
    for name, weight in both.items():
        assert torch.equal(weight, second[name])
    assert weights(tmp_path / "both") != weights(tmp_path / "first")


def test_markers_of_text_masked_elsewhere(tune):
    text = b"we saw <X> there\nnothing here\n"
    given = ("--input-format", "text", "--marker-text", "<X>")
    train = tune(*given, input=text).records[0]["train"]
    assert (train["unmasked"], train["filled"]) == (1, 1)
    train = tune(*given[:2], input=text, out="b").records[0]["train"]
    assert (train["unmasked"], train["filled"]) == (2, 0)
