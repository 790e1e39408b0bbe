"""What mix-train says of a model that learned nothing, and how small corpora are trained on."""

from __future__ import annotations

from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import TINY, lines


def test_small_corpora_get_small_batches_and_a_poor_model_is_reported(call, tmp_path):
    (tmp_path / "c").write_bytes(lines(SENTENCES[:12]))
    done = call(
        "mix-train", "--out-dir", tmp_path / "mix", *TINY[:-1], "--epochs", 1, "--method",
        "uniform", "--learning-rate", "1e-9", "--corpus", f"c={tmp_path / 'c'}",
    )  # fmt: skip
    assert done.status == 0, done.err
    (result,) = done.records
    assert result["options"]["batch_tokens"] == 512
    assert "on the training text the model is no better than word counts: train longer" in done.err
