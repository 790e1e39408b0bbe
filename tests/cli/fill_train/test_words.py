"""Words of a domain as tokens: a masked LM fills in whole tokens only."""

import json

import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

from privtool.models.fillers.files import FillerFiles
from privtool.models.fillers.tuning.load import with_words
from tests.support.messages import one_line
from tests.support.trainer_runs import lines, stop_at, weights

WORD, OTHER = "thecat", "onthe"  # of pieces of the tiny model
TEXT = lines([f"the {WORD} on the mat", f"a {WORD} sat"] * 10)


@pytest.fixture
def public(tmp_path):
    (tmp_path / "public").write_text(f"{WORD}\t9\nthe\t9\n{OTHER}\t1\n")
    return "--words", tmp_path / "public"


def test_the_words_of_the_text_are_filled_in(tune, fill, public, tmp_path):
    assert tune(*public, "--on", "unmasked", input=TEXT, epochs=20).status == 0
    tokens = json.loads((tmp_path / "out" / "tokenizer.json").read_text())["model"]["vocab"]
    assert WORD in tokens
    assert OTHER not in tokens  # the text lacks it
    options = ("--marker-text", "XXX", "--rare", "none", "--topk", 1)
    done = fill("--model", tmp_path / "out", *options, input=lines(["the XXX on the mat"]))
    assert done.status == 0, done.err
    assert done.records[0]["text"] == f"the {WORD} on the mat"


def test_a_new_token_begins_as_its_first_piece(bert):
    model, tokenizer = (
        AutoModelForMaskedLM.from_pretrained(bert),
        AutoTokenizer.from_pretrained(bert),
    )
    old = FillerFiles(model.eval(), tokenizer)
    pieces = tokenizer.encode(WORD, add_special_tokens=False)
    ids = tokenizer("the cat", return_tensors="pt")
    before = model(**ids).logits.detach()
    new = with_words(old, [WORD, "the", WORD.upper()])
    size = before.shape[-1]
    after = new.model(**ids).logits.detach()
    assert after.shape[-1] == size + 1
    assert torch.equal(after[..., :size], before)
    assert torch.allclose(after[..., size], before[..., pieces[0]])
    assert new.tokenizer.encode(f"the {WORD}", add_special_tokens=False)[-1] == size
    assert new.tokenizer.mask_token == tokenizer.mask_token


def test_a_new_token_takes_the_place_of_no_added_one(bert):
    model, tokenizer = (
        each.from_pretrained(bert) for each in (AutoModelForMaskedLM, AutoTokenizer)
    )
    tokenizer.add_tokens(["<added>"])
    model.resize_token_embeddings(len(tokenizer))
    added = tokenizer.convert_tokens_to_ids("<added>")
    new = with_words(FillerFiles(model.eval(), tokenizer), [WORD]).tokenizer
    assert new.convert_tokens_to_ids(["<added>", WORD]) == [added, added + 1]
    assert new.encode(f"<added> {WORD}", add_special_tokens=False) == [added, added + 1]


def test_an_interrupted_run_continues_with_the_same_words_only(tune, public, tmp_path, monkeypatch):
    how = (*public, "--on", "unmasked")
    assert tune(*how, out="whole", input=TEXT, epochs=3).status == 0
    with monkeypatch.context() as patch:
        stop_at(patch, KeyboardInterrupt(), 2, "round-1")
        assert tune(*how, input=TEXT, epochs=3).status == 130
    done = tune("--on", "unmasked", "--resume", input=TEXT, epochs=3)
    assert "different options, model or text" in one_line(done.err)
    assert tune(*how, "--resume", input=TEXT, epochs=3).status == 0
    assert weights(tmp_path / "out") == weights(tmp_path / "whole")


@pytest.mark.parametrize(
    ("model", "more", "why"),
    [
        ("roberta", (), "--words needs a model with WordPiece"),
        ("bert", ("--lora",), "--words: an adapter cannot have new tokens"),
        ("llama", (), "--words: an adapter cannot have new tokens"),
    ],
)
def test_models_that_cannot_have_new_words_are_refused(tune, public, request, model, more, why):
    folder = request.getfixturevalue(model)
    done = tune(*public, "--on", "unmasked", *more, model=folder, input=TEXT)
    assert done.status == 2
    assert why in one_line(done.err)
