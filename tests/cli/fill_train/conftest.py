"""Models to tune, and how the tests of fill-train run it."""

import pytest

from tests.support.tiny_causal_lms import tiny_gpt2, tiny_llama
from tests.support.tiny_models import SENTENCES, tiny_bert, tiny_roberta
from tests.support.trainer_runs import lines, masked

FAST = ("--device", "cpu", "--dtype", "fp32", "-q", "--learning-rate", "0.01")
CLEAN, MASKED = lines(SENTENCES[:20]), masked(SENTENCES[20:])


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return tiny_bert(tmp_path_factory.mktemp("tuned") / "bert")


@pytest.fixture(scope="module")
def roberta(tmp_path_factory):
    return tiny_roberta(tmp_path_factory.mktemp("tuned") / "roberta")


@pytest.fixture(scope="module")
def llama(tmp_path_factory):
    return tiny_llama(tmp_path_factory.mktemp("tuned") / "llama")


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory):
    return tiny_gpt2(tmp_path_factory.mktemp("tuned") / "gpt2")


@pytest.fixture
def tune(call, tmp_path, bert):
    """Run fill-train into `out` in the test's folder, with options more."""

    def tuned(*options, input=CLEAN + MASKED, out="out", model=bert, epochs=1):
        given = (*FAST, "--epochs", epochs, "--batch-tokens", 100, *options)
        return call(
            "fill-train", "--model", model, "--out-dir", tmp_path / out, *given, input=input
        )

    return tuned


@pytest.fixture
def fill(call):
    def filled(*options, input=MASKED):
        return call("fill", "--device", "cpu", "--dtype", "fp32", "-q", *options, input=input)

    return filled
