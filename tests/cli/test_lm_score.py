import json
import math
import os

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from tests.support.tiny_models import SENTENCES, tiny_lm

TEXT = b"".join(json.dumps({"id": n, "text": t}).encode() + b"\n" for n, t in enumerate(SENTENCES))


def test_the_records_add_up_to_the_perplexity_that_training_reports(call, tmp_path):
    (tmp_path / "t").write_bytes(TEXT)
    trained = call(
        "lm-train", "--out-dir", tmp_path / "lm", "--size", "tiny", "--device", "cpu", "-q",
        "--epochs", 1, "--dtype", "fp32", "--test", f"t={tmp_path / 't'}", input=TEXT + TEXT
    )  # fmt: skip
    reported = trained.records[0]["test"]["t"]["perplexity"]
    done = call("lm-score", "--model", tmp_path / "lm", "--device", "cpu", input=TEXT)
    records = done.records
    assert [record["text"] for record in records] == SENTENCES
    assert [record["tokens"] for record in records] == [len(s.split()) + 1 for s in SENTENCES]
    found = math.exp(-sum(r["logprob"] for r in records) / sum(r["tokens"] for r in records))
    assert found == pytest.approx(reported, rel=1e-5)
    assert f"perplexity {found:,.2f}, " in done.err
    for record in records:
        alone = math.exp(-record["logprob"] / record["tokens"])
        assert record["perplexity"] == pytest.approx(alone)


def test_the_training_text_on_standard_input_is_not_a_test_set(call, tmp_path):
    (tmp_path / "t").write_bytes(TEXT)
    stdin = os.open(tmp_path / "t", os.O_RDONLY)
    try:
        done = call(
            "lm-train", "--out-dir", tmp_path / "lm", "--test", f"t={tmp_path / 't'}", stdin=stdin
        )
    finally:
        os.close(stdin)
    assert done.status == 2
    assert "is the training text" in done.err


def test_a_text_that_the_tokenizer_cannot_spell_is_a_bad_line(call, tmp_path):
    tokenizer = Tokenizer(models.BPE({"a": 0, "b": 1, "ab": 2}, [("a", "b")]))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "bpe.json"))
    given = b"".join(b'{"id":"r%d","text":"%s"}\n' % (n, t) for n, t in enumerate((b"ab a", b"b")))
    trained = call(
        "lm-train", "--out-dir", tmp_path / "lm", "--tokens", f"bpe:{tmp_path / 'bpe.json'}",
        "--size", "tiny", "--device", "cpu", "-q", "--epochs", 1, "--dtype", "fp32", input=given,
    )  # fmt: skip
    assert trained.status == 0
    bad = given + '{"id":"odd","text":"日本"}\n'.encode() + given
    score = ("lm-score", "--model", tmp_path / "lm", "--device", "cpu", "-q")
    done = call(*score, input=bad)
    assert done.status == 65
    assert [record["id"] for record in done.records] == ["r0", "r1"]
    assert "stdin:3: the tokenizer has neither a piece" in done.err
    assert "日" not in done.err
    done = call(*score, "--rejects", tmp_path / "r", input=bad)
    assert (done.status, len(done.records)) == (0, 4)
    assert json.loads((tmp_path / "r").read_text())["id"] == "odd"


@pytest.mark.parametrize(
    ("model", "status", "said"),
    [
        ("./missing", 69, "there is no model folder"),
        ("no model", 2, "neither an alias nor a hub id"),
        ("nobody/nothing", 69, "--offline is given"),
    ],
)
def test_a_model_that_is_unavailable(call, model, status, said):
    done = call("lm-score", "--offline", "--model", model, input=TEXT)
    assert (done.status, done.out) == (status, b"")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_masked_model_is_not_causal(call, tiny_filler, tiny_tagger):
    for folder in (tiny_filler, tiny_tagger):
        done = call("lm-score", "--model", folder, "--device", "cpu", input=TEXT)
        assert (done.status, done.out) == (69, b"")
        assert "causal language model" in done.err


def test_a_damaged_folder_is_reported_in_one_line(call, tmp_path):
    folder = tiny_lm(tmp_path / "lm")
    for file, content in (("tokenizer.json", b"{}"), ("privtool.json", b"{")):
        (folder / file).write_bytes(content)
        done = call("lm-score", "--model", folder, "--device", "cpu", input=TEXT)
        assert (done.status, done.out) == (69, b"")
        assert "cannot be loaded" in done.err
        assert done.err.count("\n") == 1
