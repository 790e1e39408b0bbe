"""What fill-train makes: a model or an adapter that fill loads, the same each time."""

import json

import pytest
import torch

from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import lines, masked, weights

CLEAN, MASKED = lines(SENTENCES[:20]), masked(SENTENCES[20:])


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_one_line_of_json_and_a_model_that_fill_loads(tune, fill, tmp_path, family, request):
    base = request.getfixturevalue(family)
    (tmp_path / "v").write_bytes(lines(SENTENCES[:9]) + MASKED)
    done = tune("--valid", tmp_path / "v", model=base, epochs=8)
    assert (done.status, done.err) == (0, "")
    (result,) = done.records
    assert result == json.loads((tmp_path / "out" / "privtool.json").read_text())
    train = result["train"]
    assert (train["records"], train["unmasked"], train["filled"]) == (40, 20, 20)
    assert train["words"] == sum(len(text.split()) for text in SENTENCES)
    assert result["rounds"][0]["epochs"] == 8
    valid = result["valid"]
    assert valid["after"]["loss"] < valid["before"]["loss"] - 1
    assert valid["after"]["accuracy"] > valid["before"]["accuracy"]
    one, other = fill("--model", base), fill("--model", tmp_path / "out")
    assert other.status == 0
    assert one.out != other.out
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out", "v"]


def test_the_summary(call, tmp_path, bert):
    done = call(
        "fill-train", "--model", bert, "--out-dir", tmp_path / "o", "--epochs", 1,
        input=CLEAN + MASKED,
    )  # fmt: skip
    summary = done.err.splitlines()[-1]
    assert summary.startswith("privtool fill-train: 40 records, 20 of them filled, ")


def test_an_adapter_leaves_the_model_as_it_was(tune, fill, tmp_path, roberta):
    before = weights(roberta)
    (tmp_path / "v").write_bytes(CLEAN)
    done = tune("--lora", "--rank", 4, "--valid", tmp_path / "v", model=roberta, epochs=8)
    (result,) = done.records
    assert weights(roberta) == before
    assert result["trained_parameters"] < result["parameters"]
    assert result["valid"]["after"]["loss"] < result["valid"]["before"]["loss"]
    assert {p.name for p in (tmp_path / "out").iterdir()} == {
        "README.md", "adapter_config.json", "adapter_model.safetensors", "privtool.json"
    }  # fmt: skip
    plain, tuned = fill("--model", roberta), fill("--model", roberta, "--adapter", tmp_path / "out")
    assert (plain.status, tuned.status) == (0, 0)
    assert plain.out != tuned.out


def test_an_adapter_is_trained_further_or_merged(tune, tmp_path):
    assert tune("--lora", out="first").status == 0
    more = tune("--lora", "--adapter", tmp_path / "first", out="more")
    assert more.records[0]["options"]["adapter"]
    assert weights(tmp_path / "first") != weights(tmp_path / "more")
    assert tune("--adapter", tmp_path / "first", out="whole").status == 0
    assert (tmp_path / "whole" / "model.safetensors").is_file()


def test_runs_are_reproducible_in_any_number_of_processes(tune, tmp_path):
    one, two = tune(out="a"), tune("--jobs", 2, out="b")
    assert one.out == two.out
    assert weights(tmp_path / "a") == weights(tmp_path / "b")


def test_the_embedded_model_is_saved_as_any_other(tune, fill, tmp_path, embedded):
    from tokenizers import Tokenizer
    from transformers import AutoModelForMaskedLM, AutoTokenizer

    from privtool.models.catalog import EMBEDDED

    tune("--on", "unmasked", input=CLEAN, model=embedded("mini")).checked()
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "out")
    own = Tokenizer.from_file(str(EMBEDDED / "mini" / "tokenizer.json"))
    own.no_padding()
    for text in (*SENTENCES[:5], "Ünïcode, don't! 4.5"):
        assert tokenizer(text)["input_ids"] == own.encode(text).ids
    model = AutoModelForMaskedLM.from_pretrained(tmp_path / "out")
    assert model.dtype == torch.float32
    assert fill("--model", tmp_path / "out").status == 0
