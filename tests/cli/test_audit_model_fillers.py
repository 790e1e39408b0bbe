"""`privtool audit model` on fillers of fill-train: masked LMs, and adapters."""

from __future__ import annotations

import json

import pytest

from tests.support.audited_lm import figures
from tests.support.tiny_models import SENTENCES, tiny_bert


@pytest.fixture(scope="module")
def fillers(call, tmp_path_factory):
    """Masked LMs of fill-train that saw few records too often: a whole one, and an adapter."""
    folder = tmp_path_factory.mktemp("fillers")
    bert = tiny_bert(folder / "bert")
    rows = [b'{"id":%d,"text":"%s"}\n' % each for each in enumerate(map(str.encode, SENTENCES))]
    (folder / "members").write_bytes(b"".join(rows[::2]))
    (folder / "holdout").write_bytes(b"".join(rows[1::2]))
    train = ("fill-train", "-q", "--model", bert, "--device", "cpu", "--learning-rate", "0.01")
    for name, more in (("whole", ()), ("adapter", ("--lora",))):
        out = ("--out-dir", folder / name, "--epochs", 40, "--batch-tokens", 400)
        done = call(*train, *out, *more, folder / "members")
        assert done.status == 0, done.err
    return folder


def audit_filler(call, fillers, *model):
    args = ("audit", "model", "--device", "cpu", "--samples", "50", "--reference")
    more = ("--holdout", fillers / "holdout", fillers / "members", "--model", *model)
    done = call(*args, fillers / "bert", *more)
    assert done.status == 0, done.err
    return done


def test_a_filler_that_remembers_is_caught(call, fillers):
    of = figures(audit_filler(call, fillers, fillers / "whole"))
    assert of["membership_auc", ""]["low"] > 0.6
    assert of["worst_decile_gain", ""]["low"] > 0


def test_an_adapter_is_a_part_of_the_model_and_of_the_signature(call, fillers):
    plain = audit_filler(call, fillers, fillers / "bert")
    adapted = audit_filler(call, fillers, fillers / "bert", "--adapter", fillers / "adapter")
    assert figures(plain)["membership_auc", "ratio"]["value"] == 0.5  # it is its own reference
    assert figures(adapted)["membership_auc", "ratio"]["value"] != 0.5
    assert "adapter@" in json.loads(adapted.out)["signature"]


def test_an_adapter_that_is_none_ends_it_before_any_output(call, fillers, tmp_path):
    args = ("audit", "model", "--model", fillers / "bert", "--holdout", fillers / "holdout")
    done = call(*args, "--adapter", tmp_path, "-o", tmp_path / "out", fillers / "members")
    assert (done.status, done.out) == (2, b"")
    assert "no adapter_config.json" in done.err
    assert not (tmp_path / "out").exists()
