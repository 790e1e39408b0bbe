"""Options that mix-train refuses."""

from __future__ import annotations

import pytest

from tests.support.trainer_runs import one_line


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--corpus", "x"), "NAME=PATH"),
        (("--corpus", "x=missing"), "there is no file"),
        (
            ("--corpus", "x\ny=missing"),
            "--corpus: the name of a corpus has an unprintable char",
        ),
        (("--corpus", "x=" + 300 * "m"), "there is no file"),
        (("--test", "t=" + 300 * "m"), "there is no file"),
        (("--eval-every", 1000, "--average-checkpoints", 2), "there will only be 1 checkpoint"),
        (("--test", "t=missing"), "there is no file"),
        (("--finetune-rate", "0"), "above 0"),
        (("--plot", "curve.doc"), "must end in"),
        (("--method", "uniform", "--unit", "token"), "--unit needs --method adaptive or"),
        (("--method", "uniform", "--finetune-steps", "7"), "--finetune-steps needs"),
        (("--ngram-order", "4"), "--ngram-order needs --method ngram-opt"),
        (("--weights", "one=1"), "need each other"),
        (("--tokens", "chars"), "words, bpe:FILE or asr:DIR"),
        (("--init", "missing"), "not a folder that privtool lm-train"),
    ],
)
def test_bad_options(mix, tmp_path, options, said):
    done = mix(*options)
    assert (done.status, done.out) == (2, b"")
    assert said in one_line(done.err)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in"]


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        (None, "need each other"),
        ("one=0.5,two=0.4", "add up to 0.9, not 1"),
        ("one=1.5,two=-0.5", "numbers from 0 to 1"),
        ("one=nan,two=1", "numbers from 0 to 1"),
        ("one", "numbers from 0 to 1"),
        ("one=0.5,one=0.5", "'one' occurs twice"),
        ("one=1", "no weight for the corpus 'two'"),
        ("one=0.5,two=0.4,three=0.1", "no corpus 'three'"),
    ],
)
def test_bad_weights(mix, weights, said):
    given = () if weights is None else ("--weights", weights)
    done = mix(*given, method="static")
    assert (done.status, done.out) == (2, b"")
    assert said in one_line(done.err)


@pytest.mark.parametrize("method", ["adaptive", "ngram-opt"])
def test_without_a_target(mix, method):
    done = mix(method=method, valid=False)
    assert done.status == 2
    assert "needs --valid FILE" in one_line(done.err)


def test_patience_without_a_target(mix):
    done = mix("--patience", 2, method="uniform", valid=False)
    assert done.status == 2
    assert "--patience needs --valid" in one_line(done.err)
