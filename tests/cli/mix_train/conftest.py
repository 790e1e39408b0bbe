"""How the tests of mix-train run it."""

import pytest

from tests.support.mixtures import manifest
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import TINY, lines


@pytest.fixture
def mix(call, tmp_path):
    """Run mix-train on two corpora into `mix` in the test's folder, with options more."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "one.jsonl").write_bytes(lines(SENTENCES[:12]))
    (tmp_path / "in" / "two.jsonl").write_bytes(lines(["other words here", "more of them"]))
    (tmp_path / "in" / "v.jsonl").write_bytes(lines(SENTENCES[12:18]))

    def mixed(*options, input=None, out="mix", epochs=2, method="adaptive", valid=True):
        given = manifest(one=tmp_path / "in/one.jsonl", two=tmp_path / "in/two.jsonl")
        options = (*options, "--valid", tmp_path / "in/v.jsonl") if valid else options
        fast = TINY[4:] if "--init" in options else TINY
        return call(
            "mix-train", "--out-dir", tmp_path / out, *fast, "--epochs", epochs, "--method", method,
            "--batch-tokens", 40, "--epoch-tokens", 160, "--learning-rate", 0.01, *options,
            input=given if input is None else input,
        )  # fmt: skip

    return mixed
