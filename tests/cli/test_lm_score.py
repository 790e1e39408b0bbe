import math
import os

import pytest

from tests.support.jsonl import jsonl
from tests.support.tiny_models import SENTENCES, tiny_lm

TEXT = jsonl(*({"id": n, "text": t} for n, t in enumerate(SENTENCES)))


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
    done.failed(2, "is the training text")


def test_a_damaged_folder_is_reported_in_one_line(call, tmp_path):
    folder = tiny_lm(tmp_path / "lm")
    for file, content in (("tokenizer.json", b"{}"), ("privtool.json", b"{")):
        (folder / file).write_bytes(content)
        done = call("lm-score", "--model", folder, "--device", "cpu", input=TEXT)
        done.failed(69, "cannot be loaded")
