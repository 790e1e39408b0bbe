"""Every command with `--device`, once on a GPU and once on the CPU, in single precision.

Texts must be equal; numbers may differ by `NEAR`, and results of trained models by `TRAINED`, as
the two devices round in other ways and draw other dropout. (Other draws on one device changed the
results of lm-train and mix-train by 0.05 %.) `test_speech_on_a_gpu.py` has the commands for speech.
"""

import pytest

from tests.cli import test_speech_on_a_gpu
from tests.support.guess_corpus import masked_of, raw_of
from tests.support.jsonl import jsonl
from tests.support.tiny_models import SENTENCES, tiny_bert
from tests.support.trainer_runs import lines, masked
from tests.support.two_devices import TRAINED, figures, named, near

pytestmark = pytest.mark.gpu
FP32 = ("--dtype", "fp32")


@pytest.mark.usefixtures("single_precision")
@pytest.mark.parametrize("model", ["{tiny_tagger}", "mini-ner"])
def test_mask(both, request, model, sample_lines):
    name = request.getfixturevalue(model[1:-1]) if model[0] == "{" else model
    one, other = both(
        "mask", "--method", "entityTagger", "--tagger", name, input=b"".join(sample_lines[:40])
    )
    assert one.out.count(b"[MASK]") > 3
    assert one.out == other.out


@pytest.mark.parametrize("model", ["{tiny_filler}", "mini"])
def test_fill(both, request, model):
    name = request.getfixturevalue(model[1:-1]) if model[0] == "{" else model
    one, other = both("fill", "--model", name, *FP32, "--topk", 3, input=masked(SENTENCES[:12]))
    assert len(one.records) == 12
    assert one.out == other.out


def test_lm_score(both, tiny_lm):
    one, other = both("lm-score", "--model", tiny_lm, *FP32, input=lines(SENTENCES[:8]))
    assert near(one.records, other.records)


def test_lm_train(both, tmp_path):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:8]))
    options = ("--size", "tiny", "--epochs", 2, "--batch-tokens", 99, "--valid", tmp_path / "v")
    out = named(tmp_path)
    one, other = both("lm-train", "--out-dir", out, *FP32, *options, input=lines(SENTENCES))
    assert near(one.records[0]["valid"], other.records[0]["valid"], TRAINED)


def test_fill_train(both, tmp_path):
    dropout = dict.fromkeys(("hidden_dropout_prob", "attention_probs_dropout_prob"), 0.0)
    model = tiny_bert(tmp_path / "bert", **dropout)
    (tmp_path / "v").write_bytes(lines(SENTENCES[:8]))
    options = ("--model", model, "--epochs", 2, "--batch-tokens", 99)
    options += ("--learning-rate", "0.01")
    one, other = both(
        "fill-train", "--out-dir", named(tmp_path), *options, *FP32,
        "--valid", tmp_path / "v", input=lines(SENTENCES[:10]) + masked(SENTENCES[20:30]),
    )  # fmt: skip
    before, after = ([done.records[0]["valid"][when]["loss"] for done in (one, other)]
                     for when in ("before", "after"))  # fmt: skip
    assert near(*before)
    assert not near(before[0], after[0], TRAINED)
    assert near(*after, TRAINED)


def test_mix_train(both, tmp_path):
    files = {"one": SENTENCES[:12], "two": ["other words here", "more of them"]}
    corpora = []
    for name, texts in {**files, "valid": SENTENCES[12:18]}.items():
        (tmp_path / f"{name}.jsonl").write_bytes(lines(texts))
        corpora.append({"corpus": name, "path": str(tmp_path / f"{name}.jsonl")})
    one, other = both(
        "mix-train", "--out-dir", named(tmp_path), "--size", "tiny", "--hidden", 8,
        "--epochs", 1, "--method", "adaptive", "--batch-tokens", 40, "--epoch-tokens", 160,
        *FP32, "--valid", tmp_path / "valid.jsonl", input=jsonl(*corpora[:2]),
    )  # fmt: skip
    assert near(one.records[0]["weights"], other.records[0]["weights"], 0.02)
    assert near(one.records[0]["valid"], other.records[0]["valid"], TRAINED)


def test_audit_guess(both, tiny_filler, tmp_path):
    (tmp_path / "raw").write_bytes(jsonl(*map(raw_of, range(20))))
    (tmp_path / "masked").write_bytes(jsonl(*map(masked_of, range(20))))
    given = ("--raw", tmp_path / "raw", "--masked", tmp_path / "masked", "--model", tiny_filler)
    one, other = both("audit", "guess", *given, *FP32)
    assert len(figures(one)) > 3
    assert near(figures(one), figures(other), 0.01)


def test_audit_model(both, tiny_lm, tmp_path):
    (tmp_path / "held").write_bytes(lines(SENTENCES[20:]))
    (tmp_path / "members").write_bytes(lines(SENTENCES[:20]))
    one, other = both(
        "audit", "model", "--model", tiny_lm, *FP32, "--samples", 20,
        "--holdout", tmp_path / "held", tmp_path / "members",
    )  # fmt: skip
    assert len(figures(one)) > 2
    assert near(figures(one), figures(other), 0.01)


def test_no_command_with_a_device_is_missing(commands):
    with_device = {
        name.replace(" ", "_").replace("-", "_")
        for name, command in commands.items()
        if any(parameter.name == "device" for parameter in command.params)
    }
    names = {*globals(), *vars(test_speech_on_a_gpu)}
    tested = {name.removeprefix("test_") for name in names if name.startswith("test_")}
    assert with_device == tested - {"no_command_with_a_device_is_missing", "speech_on_a_gpu"}
