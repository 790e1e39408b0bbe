"""How the tests of lm-train run it."""

import pytest

from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import TINY, lines

CORPUS = lines(SENTENCES)


@pytest.fixture
def train(call, tmp_path):
    """Run lm-train into `lm` in the test's folder, with options more."""

    def trained(*options, input=CORPUS, out="lm", epochs=1):
        fast = TINY[4:] if "--init" in options else TINY  # which has sizes of its own
        return call(
            "lm-train",
            "--out-dir",
            tmp_path / out,
            *fast,
            "--epochs",
            epochs,
            *options,
            input=input,
        )

    return trained
