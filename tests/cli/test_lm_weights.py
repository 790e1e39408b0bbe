from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import soundfile

from privtool.core.errors import UsageError
from privtool.interfaces.recognition import Hypothesis
from privtool.workflows.config.recognition import parse_weights


@pytest.mark.parametrize(
    ("given", "weights"),
    [
        ("0.3", (0.3,)),
        ("0,0.1,...,0.6", (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)),
        ("0, 0.5, ..., 2, 5", (0.0, 0.5, 1.0, 1.5, 2.0, 5.0)),
        ("1,0.5,...,0", (1.0, 0.5, 0.0)),
        ("0.1,0.1", (0.1,)),
    ],
)
def test_weights(given, weights):
    assert parse_weights(given) == weights


@pytest.mark.parametrize(
    "given", ["", "a", "-1", "nan", "...,1", "0,...,1", "0,0.4,...,1", "0,0.1,...", "1,1,...,1"]
)
def test_invalid_weights(given):
    with pytest.raises(UsageError, match="lm_weight"):
        parse_weights(given)


SPOKEN = {"text": "one two", "audio_filepath": "clip.wav"}


class RescoringRecognizer:
    """Stands for a recognizer with a language model: at a high weight it hears something else."""

    rate = 8000
    weights = (0.0, 0.5)

    def recognize(self, clips: Any) -> list[list[list[Hypothesis]]]:
        texts = ("one two", "one too")
        return [[[Hypothesis(text, -1.0, lm_score=-1.0)] for text in texts] for _ in clips]


def test_the_whole_curve_comes_from_one_run(call, tmp_path, monkeypatch):
    from privtool.workflows import asr_eval

    monkeypatch.setattr(asr_eval, "load_recognizer", lambda _: RescoringRecognizer())
    monkeypatch.setattr(asr_eval, "fetch_recognizer", lambda _, progress: None)
    soundfile.write(tmp_path / "clip.wav", np.zeros(800), 8000)
    (tmp_path / "in.jsonl").write_bytes(
        b"".join(json.dumps(SPOKEN | {"id": n}).encode() + b"\n" for n in range(2))
    )
    totals = tmp_path / "totals.json"
    done = call(
        "asr-eval", "--lm", "lm", "--lm-weight", "0,0.5", "--nbest", "3", "--table",
        "--summary", totals, tmp_path / "in.jsonl",
    )  # fmt: skip
    assert done.status == 0
    assert [(r["id"], r["lm_weight"], r["hyp"]) for r in done.records] == [
        (0, 0.0, "one two"), (0, 0.5, "one too"), (1, 0.0, "one two"), (1, 0.5, "one too")
    ]  # fmt: skip
    assert done.records[0]["nbest"] == [{"text": "one two", "score": -1.0, "lm_score": -1.0}]
    rows = [json.loads(line) for line in totals.read_bytes().splitlines()]
    assert [(row["lm_weight"], row["scores"]["wer"]["value"]) for row in rows] == [
        (0.0, 0.0), (0.5, 0.5)
    ]  # fmt: skip
    assert rows[0]["fusion"] == "rescore"
    assert "LM weight" in done.err
    again = call(
        "asr-eval", "--hyp-field", "hyp", "--summary", totals, "--table", input=done.out
    )  # fmt: skip
    assert [(r["lm_weight"], r["hyp"]) for r in again.records] == [
        (r["lm_weight"], r["hyp"]) for r in done.records
    ]
    second = [json.loads(line) for line in totals.read_bytes().splitlines()]
    for name in ("lm_weight", "scores", "counts"):
        assert [row[name] for row in second] == [row[name] for row in rows]
    assert "LM weight" in again.err
