"""`privtool audit model` on the command line: a model that remembers on purpose, and manners."""

import json
import pickle
from itertools import pairwise
from pathlib import Path

import pytest

import privtool
from privtool.core.pipeline import StreamOptions
from privtool.workflows.audit_model import AuditModelConfig
from tests.support.tiny_causal_lms import tiny_gpt2
from tests.support.tiny_models import SENTENCES, tiny_bert

SAMPLE = Path(__file__).resolve().parents[2] / "data/sample/raw.jsonl"
CANARIES = 60


def make_files(call, folder: Path) -> None:
    """Write members, holdout, others, vocab, the key of canaries, and the members with canaries."""
    lines = SAMPLE.read_bytes().splitlines(keepends=True)
    for start, name in enumerate(("members", "holdout", "others")):
        (folder / name).write_bytes(b"".join(lines[start::3]))
    (folder / "vocab").write_bytes(call("vocab", "-q", SAMPLE).out)
    make = ("audit", "canaries", "make", "-q", "--canaries", CANARIES, "--references", 400)
    options = ("--vocab", folder / "vocab", "--key-file", folder / "key", "--seed", 3)
    assert call(*make, *options, "-o", folder / "train", folder / "members").status == 0


def train_models(call, folder: Path) -> None:
    """Train one model too long on the records with canaries, and one on other records."""
    train = ("lm-train", "-q", "--vocab", folder / "vocab", "--size", "tiny", "--device", "cpu")
    for name, text, epochs in (("trained", "train", 15), ("generic", "others", 1)):
        options = ("--learning-rate", "4e-3", "--out-dir", folder / name, "--epochs", epochs)
        done = call(*train, *options, folder / text)
        assert done.status == 0, done.err


def args_of(folder, *more, model="trained"):
    """Return the arguments of an audit of a model."""
    model = folder / model
    return ("audit", "model", "--model", model, "--device", "cpu", "--samples", "50", *more)


MEMBERS = 124


@pytest.fixture(scope="module")
def files(call, tmp_path_factory):
    """Records and canaries, without a model."""
    folder = tmp_path_factory.mktemp("audit")
    make_files(call, folder)
    return folder


@pytest.fixture(scope="module")
def made(call, files):
    """A model that was trained too long on few records with canaries, and one on other records."""
    train_models(call, files)
    return files


def test_a_model_that_remembers_on_purpose_is_caught(call, made):
    more = ("--canaries", made / "key", "--holdout", made / "holdout")
    done = call(*args_of(made, "--reference", made / "generic", *more), made / "train").checked()
    of = done.figures
    assert of["exposure", "16"]["value"] > 6
    assert of["exposure", "16"]["value"] > of["exposure", "1"]["value"]
    assert of["canary_exposed", ""]["risk"]["low"] > 0.1
    assert of["membership_auc", ""]["low"] > 0.9
    assert of["membership_at_1_percent", ""]["value"] > 0.5
    assert of["membership_at_1_percent", ""]["risk"]["low"] > 0
    row = done.row
    canaries = sum(b'"canary-' in line for line in (made / "train").read_bytes().splitlines())
    assert f"{canaries:,} canaries left out of membership" in row["notes"]


def test_a_model_that_never_saw_the_records_is_not(call, made):
    args = args_of(made, "--canaries", made / "key", "--holdout", made / "holdout", model="generic")
    of = call(*args, made / "members").figures
    exposure = of["exposure", ""]
    assert exposure["low"] < 1.43 < exposure["high"] + 0.5
    assert of["canary_exposed", ""]["risk"]["low"] == 0
    assert 0.4 < of["membership_auc", ""]["value"] < 0.6
    assert of["membership_at_1_percent", ""]["value"] < 0.06


def test_references_add_signals_and_the_signature_names_their_weights(call, made):
    more = ("--reference", made / "generic", "--holdout", made / "holdout", "--unit", "dialogue")
    done = call(*args_of(made, *more), "--table", made / "members").checked()
    groups = [group for name, group in done.figures if name == "membership_auc"]
    assert groups == ["", "loss", "reference", "ratio"]
    row = done.row
    assert row["membership"]["signal"] == "ratio"
    assert row["signature"].startswith("audit model|attacker:model@")
    assert "+reference@" in row["signature"]
    assert row["units"] < row["records"] == MEMBERS


def test_a_holdout_of_another_kind_is_said(call, made, tmp_path):
    other = b"".join(b'{"id":"o%d","text":"zyx qqq %d"}\n' % (n, n) for n in range(120))
    (tmp_path / "other").write_bytes(other)
    more = ("--reference", made / "generic", "--holdout")
    same, differs = (
        call(*args_of(made, *more, path), made / "members").row.get("notes", ())
        for path in (made / "holdout", tmp_path / "other")
    )
    assert any("draw both at random" in note for note in differs)
    assert not any("draw both at random" in note for note in same)


def test_no_word_of_records_or_canaries_is_shown(call, made, tmp_path):
    args = args_of(made, "--canaries", made / "key", "--holdout", made / "holdout", "--table")
    done = call(*args, made / "train")
    shown = done.out.decode() + done.err
    key = json.loads((made / "key").read_bytes())
    for text in [*(canary["text"] for canary in key["canaries"]), *key["references"]]:
        words = text.split()
        assert not any(f"{one} {two}" in shown for one, two in pairwise(words))
    assert not any(each in shown for canary in key["canaries"] for each in canary["ids"])


def test_canaries_alone_need_no_records(call, made):
    done = call(*args_of(made, "--canaries", made / "key")).checked()
    assert {name for name, _ in done.figures} == {"exposure", "canary_exposed"}
    assert done.err.startswith("privtool audit model: 0 records, 12 figures")


def test_python_gives_the_same(call, made):
    options = {"canaries": made / "key", "holdout": made / "holdout", "samples": 50}
    more = ("-q", "--canaries", options["canaries"], "--holdout", options["holdout"])
    records = map(json.loads, (made / "members").read_bytes().splitlines())
    row = privtool.audit_model(records, model=str(made / "trained"), device="cpu", **options)
    same = call(*args_of(made, *more), made / "members").row
    assert row == same


def test_what_builds_the_stage_can_be_sent_to_processes(made):
    config = AuditModelConfig(model=str(made / "trained"), holdout=made / "holdout")
    build = config.fetch(StreamOptions(quiet=True)).build
    stage = build()
    assert build() is stage
    sent = pickle.loads(pickle.dumps(build))
    one, other = (each.model.token_losses(["so it is"])[0] for each in (stage, sent()))
    assert one.tolist() == other.tolist()


def test_the_gate_sets_the_exit_status(call, made, tmp_path):
    gate = tmp_path / "gate.toml"
    for limits, status in (("exposure = 9.9", 0), ("exposure = 1.5", 3)):
        gate.write_text(f"[limits]\n{limits}\n")
        assert call(*args_of(made, "--canaries", made / "key", "--gate", gate)).status == status
    args = args_of(made, "--canaries", made / "key", "--gate", gate, "--strict")
    gate.write_text("[limits]\ndirect = 0\n")
    call(*args).failed(2, "has no limit on a figure of privtool audit model")


def test_records_that_both_have_are_left_out_of_the_holdout(call, made, tmp_path):
    both = tmp_path / "both"
    member = (made / "members").read_bytes().splitlines(keepends=True)[0]
    both.write_bytes(member + (made / "holdout").read_bytes())
    row = call(*args_of(made, "--holdout", both), made / "members").row
    note = "1 records of --holdout left out, as the inputs have their texts"
    assert note in row["notes"]
    both.write_bytes(member)
    call(*args_of(made, "--holdout", both), made / "members").failed(65)


def test_bad_lines_and_missing_ids_end_it_or_are_set_aside(call, made, tmp_path):
    bad = b'{"text":"SECRET"}\n'
    args = args_of(made, "--holdout", made / "holdout")
    given = (made / "members").read_bytes() + bad
    done = call(*args, input=given).failed(65)
    assert done.err.startswith(f"privtool: stdin:{MEMBERS + 1}: field 'id' is missing")
    assert call(*args, "--rejects", tmp_path / "aside", input=given).status == 0
    (tmp_path / "held").write_bytes((made / "holdout").read_bytes() + bad)
    done = call(*args_of(made, "--holdout", tmp_path / "held"), made / "members")
    done.failed(65, "held:125: field 'id' is missing")
    assert call(*args).status == 65  # no training record


def test_other_causal_models_are_audited_by_their_pieces(call, made, tmp_path):
    model = tiny_gpt2(tmp_path / "gpt2")
    make = ("audit", "canaries", "make", "-q", "--model", model, "--key-file", tmp_path / "key")
    pattern = ("--pattern", "my code is {word} {word} {given}", "--seed", "1")
    assert call(*make, *pattern, made / "members").status == 0
    done = call(*args_of(made, "--canaries", tmp_path / "key", model=model)).checked()
    exposure = done.figures["exposure", ""]
    assert exposure["value"] == pytest.approx(1.43, abs=0.8)  # it never saw anything
    assert exposure["control"]["value"] == pytest.approx(1.43, abs=0.8)


def test_canaries_count_neither_as_records_nor_as_units(call, made):
    more = ("--canaries", made / "key", "--holdout", made / "holdout", "--unit", "dialogue")
    done = call(*args_of(made, *more), made / "train").checked()
    row = done.row
    assert row["records"] == row["membership"]["members"] == MEMBERS
    lines = map(json.loads, (made / "members").read_bytes().splitlines())
    assert row["units"] == len({line["dialogue"] for line in lines})


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
        call(*train, *out, *more, folder / "members").checked()
    return folder


def audit_filler(call, fillers, *model):
    args = ("audit", "model", "--device", "cpu", "--samples", "50", "--reference")
    more = ("--holdout", fillers / "holdout", fillers / "members", "--model", *model)
    return call(*args, fillers / "bert", *more).checked()


def test_a_filler_that_remembers_is_caught(call, fillers):
    of = audit_filler(call, fillers, fillers / "whole").figures
    assert of["membership_auc", ""]["low"] > 0.6


def test_an_adapter_is_a_part_of_the_model_and_of_the_signature(call, fillers):
    plain = audit_filler(call, fillers, fillers / "bert")
    adapted = audit_filler(call, fillers, fillers / "bert", "--adapter", fillers / "adapter")
    assert plain.figures["membership_auc", "ratio"]["value"] == 0.5  # it is its own reference
    assert adapted.figures["membership_auc", "ratio"]["value"] != 0.5
    assert "adapter@" in adapted.row["signature"]


def test_an_adapter_that_is_none_ends_it_before_any_output(call, fillers, tmp_path):
    args = ("audit", "model", "--model", fillers / "bert", "--holdout", fillers / "holdout")
    done = call(*args, "--adapter", tmp_path, "-o", tmp_path / "out", fillers / "members")
    done.failed(2, "no adapter_config.json")
    assert not (tmp_path / "out").exists()


# `privtool audit model`: what cannot be audited, in one line.
@pytest.mark.parametrize(
    ("more", "status", "says"),
    [
        (("--canaries", "{vocab}"), 2, "others can read"),
        (("--canaries", "{key}", "--reference", "{vocab}"), 69, "vocab"),
    ],
)
def test_what_cannot_be_audited_is_said_in_one_line(call, files, tiny_lm, more, status, says):
    places = {f"{{{name}}}": files / name for name in ("key", "members", "vocab")}
    given = (places.get(arg, arg) for arg in more)
    call(*args_of(files, *given, model=tiny_lm)).failed(status, says)


def test_models_that_do_not_match_are_refused(call, files, tiny_lm, tmp_path):
    args = (
        "audit",
        "model",
        "--device",
        "cpu",
        "--canaries",
        files / "key",
        "--model",
    )
    done = call(*args, tiny_lm).failed(65)
    assert done.err == "privtool: the model does not have all words of the canaries\n"
    call(*args, tiny_bert(tmp_path / "tagger", "tagger")).failed(69, "weights")
