"""The recipe of the embedded models: training text, masking and options."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "recipes" / "embedded"


@pytest.fixture(scope="module", autouse=True)
def folder_of_the_recipe():
    sys.path.insert(0, str(FOLDER))
    yield
    sys.path.remove(str(FOLDER))


@pytest.fixture
def filler_text():
    return importlib.import_module("filler_text")


class StubTokenizer:
    """The part of a tokenizer that the collator uses."""

    mask_token_id, pad_token_id = 103, 0

    def __len__(self) -> int:
        return 2000


def test_lines_are_joined_within_a_document_up_to_a_length(filler_text):
    lines = [("a", "one two"), ("a", "three"), ("a", "four five"), ("b", "six"), ("b", "a b c d")]
    joined = filler_text.join_lines(lines, lambda: 3)
    assert list(joined) == ["one two three", "four five", "six", "a b c d"]
    alone = filler_text.join_lines(lines, lambda: 1)
    assert list(alone) == [text for _, text in lines]


def row(words):
    """A row whose first and last piece are special tokens."""
    numbers = np.array([-1, *words, -1])
    return {"input_ids": np.arange(1000, 1000 + len(numbers)), "words": numbers}


def test_masked_pieces_are_the_labels_and_nothing_else_changes(filler_text):
    np.random.seed(1)
    collate = filler_text.MaskingCollator(StubTokenizer(), 0.5, 0.0, as_bert=False)
    rows = [row(range(40)), row(range(10))]
    batch = {name: tensor.numpy() for name, tensor in collate(rows).items()}
    hidden = batch["labels"] != filler_text.IGNORED
    assert 15 <= hidden.sum() <= 35
    assert (batch["input_ids"][hidden] == 103).all()
    back = np.where(hidden, batch["labels"], batch["input_ids"])
    assert (back[0] == rows[0]["input_ids"]).all()
    assert (back[1, :12] == rows[1]["input_ids"]).all()
    assert (back[1, 12:] == 0).all()
    assert batch["attention_mask"].sum(1).tolist() == [42, 12]
    assert not hidden[:, 0].any()


def test_whole_words_are_masked_with_all_their_pieces(filler_text):
    np.random.seed(1)
    collate = filler_text.MaskingCollator(StubTokenizer(), 0.3, 1.0, as_bert=False)
    batch = collate([row(number // 3 for number in range(60))])
    hidden = (batch["labels"][0, 1:-1] != filler_text.IGNORED).numpy().reshape(20, 3)
    assert (hidden.all(1) == hidden.any(1)).all()
    assert 0 < hidden.all(1).sum() < 20


def test_bert_masking_keeps_a_tenth_and_replaces_a_tenth(filler_text):
    np.random.seed(1)
    collate = filler_text.MaskingCollator(StubTokenizer(), 0.5, 0.0, as_bert=True)
    batch = collate([row(range(900)) for _ in range(10)])
    ids, labels = batch["input_ids"].numpy(), batch["labels"].numpy()
    hidden = labels != filler_text.IGNORED
    shares = [np.mean(ids[hidden] == 103), np.mean(ids[hidden] == labels[hidden])]
    assert shares == pytest.approx([0.8, 0.1], abs=0.02)
    assert ids[hidden & (ids != 103)].min() >= filler_text.FIRST_WORD


@pytest.mark.parametrize("script", ["train_filler", "train_tagger"])
def test_the_trainer_takes_the_options_of_the_recipe(script, tmp_path):
    if script == "train_tagger":
        for package in ("faker", "seqeval"):
            pytest.importorskip(package, reason="needs recipes/embedded/requirements.txt")
    module = importlib.import_module(script)
    needed = ["--data", "data", "--out-dir", str(tmp_path)]
    needed += ["--encoder", "mini"] if script == "train_tagger" else []
    arguments = module.training_arguments(module.parsed_options(needed))
    assert arguments.group_by_length
