"""What lm-train refuses, and that it tells no text."""

import json
import os

import pytest
from safetensors.torch import load_file
from tokenizers import Tokenizer, models, pre_tokenizers

from tests.support.messages import one_line
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import CANARY, assert_no_text_is_written, lines

CORPUS = lines(SENTENCES)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"", "there are no records to train on"),
        (lines(["", "?!"]), "no record has words to train on"),
        (lines(["[MASK]", "[PERSON] [MASK]"]), "the training text has no words except markers"),
        (CORPUS + f"{CANARY}\n".encode(), f"stdin:{len(SENTENCES) + 1}: not valid JSON"),
        (lines(["a"]) + b'{"note":"zqxwary"}\n', "stdin:2: field 'text' is missing"),
    ],
)
def test_bad_texts(train, tmp_path, given, said):
    train(input=given).failed(65, said)
    assert list(tmp_path.iterdir()) == []


def test_more_checkpoints_than_there_will_be(train):
    done = train("--average-checkpoints", "3", "--eval-every", "99")
    done.failed(2, "there will only be 1 checkpoints")


@pytest.mark.parametrize("option", ["--valid={}", "--test=t={}"])
def test_a_copy_of_the_training_text_is_reported(train, tmp_path, option):
    (tmp_path / "t").write_bytes(CORPUS)
    train(option.format(tmp_path / "t")).failed(65, "is the training text")


def test_a_set_without_words_is_reported(train, tmp_path):
    (tmp_path / "t").write_bytes(lines(["...", "?"]))
    train("--valid", tmp_path / "t").failed(65, "the set 'valid' has no words")


def test_a_vocabulary_of_another_text_is_reported(train, tmp_path):
    (tmp_path / "v.tsv").write_text("zebra\t5\n")
    done = train("--vocab", tmp_path / "v.tsv")
    done.failed(65, "the vocabulary has no words of the training text")


@pytest.mark.parametrize(
    "model",
    [
        models.WordLevel({"a": 0, "b": 1}, unk_token="<unk>"),
        models.Unigram([("a", -1), ("b", -2)]),
        models.BPE({"a": 0, "b": 1, "ab": 2}, [("a", "b")]),
    ],
)
def test_a_tokenizer_that_cannot_code_a_word_is_reported(train, call, tmp_path, model):
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "t.json"))
    bad = lines(["a b", f"a {CANARY} 日本 b", "b"])
    options = ("--tokens", f"bpe:{tmp_path / 't.json'}")
    done = train(*options, input=bad).failed(65, "stdin:2: the tokenizer has neither a piece")
    (result,) = train(*options, "--rejects", tmp_path / "r", input=bad).records
    assert result["train"]["records"] == 2
    assert json.loads((tmp_path / "r").read_text())["line"] == 2
    score = ("lm-score", "-q", "--model", tmp_path / "lm", "--device", "cpu")
    done = call(*score, input=bad)
    assert (done.status, len(done.records)) == (65, 1)
    assert "stdin:2: the tokenizer has neither a piece" in one_line(done.err)
    assert not {CANARY, "日"} & {*done.err.split()}
    assert len(call(*score, "--rejects", tmp_path / "r", input=bad).records) == 2


def test_a_tokenizer_whose_ids_have_gaps_is_refused(train, tmp_path):
    Tokenizer(models.BPE({"a": 0, "b": 7, "ab": 9}, [("a", "b")])).save(str(tmp_path / "bpe.json"))
    done = train("--tokens", f"bpe:{tmp_path / 'bpe.json'}")
    done.failed(2, "are not numbered from 0 without gaps")


@pytest.mark.parametrize("option", ["--valid={}", "--test=t={}"])
def test_markers_in_a_clean_set_are_refused(train, tmp_path, option):
    (tmp_path / "t").write_bytes(lines([f"{CANARY} [MASK]"]))
    train(option.format(tmp_path / "t")).failed(65, "holds markers")


def test_an_existing_folder_is_refused_and_replaced_by_force(train, tmp_path):
    old = tmp_path / "lm" / "old"
    old.parent.mkdir()
    old.touch()
    (tmp_path / "lm" / "privtool.json").touch()
    train().failed(2, "exists already; --force replaces it")
    assert train("--force", input=b"").status == 65
    assert old.exists()
    assert train("--force").status == 0
    assert not (tmp_path / "lm" / "old").exists()
    assert load_file(tmp_path / "lm" / "model.safetensors")


def test_another_architecture_than_that_of_init(call, tmp_path, tiny_lm):
    call(
        "lm-train", "--init", tiny_lm, "--arch", "lstm", "--out-dir", tmp_path / "x", input=CORPUS
    ).failed(2, "not lstm")


def test_no_text_is_written_except_in_the_vocabulary(train, tmp_path):
    text = lines([f"hello {CANARY} there"] * 20)
    (tmp_path / "t").write_bytes(lines([f"{CANARY} there"]))
    options = ("--test", f"t={tmp_path / 't'}", "--batch-tokens", 20, "--eval-every", 1, "--debug")
    assert_no_text_is_written(3, train, *options, out=tmp_path / "lm", input=text)
    assert os.path.exists(tmp_path / "lm" / "tokenizer.json")
