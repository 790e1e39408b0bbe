"""What cannot be done on parts is refused, by name and before anything starts."""

import pytest

from privtool.core.errors import PrivtoolError, UnavailableError
from tests.support.parts import SMALL, joined, plan, work_on

REFUSED = {
    ("surrogate",): "use --key-file",
    ("splice", "--out-dir", "w"): "name --index FILE",
    ("mask", "-o", "x"): "remove --output",
    ("mask", "--rejects", "-"): "--rejects needs a file",
    ("mask", "--rejects-raw"): "--rejects-raw needs --rejects FILE",
    ("mask", "-j", "2"): "use --workers instead of --jobs",
    ("asr-eval", "--hyp-field", "hyp"): "so --hyp-field has no effect",
    ("asr-eval", "--categories", "names"): "so --categories has no effect: score the hypotheses",
    ("asr-eval", "--table"): "so --table has no effect",
    ("import", "--from", "ctm"): "import cannot work on parts",
    ("lm-train",): "lm-train cannot work on parts",
    ("audit", "text"): "no command 'audit'",
    ("nonsense",): "no command 'nonsense'",
    ("mask", "--nonsense"): "no such option: --nonsense",
    ("mask", "--method", "none"): "--method: 'none'",
    ("mask", "--input-format", "csv", "--field", "a"): "tables cannot",
    (): "name the command",
}


@pytest.mark.parametrize("command", REFUSED, ids=" ".join)
def test_what_parts_cannot_do_is_refused_before_anything_starts(call, raw, tmp_path, command):
    out = tmp_path / "out"
    done = call("scale", "--out-dir", out, "--", *command, *([raw] if command else []))
    done.failed(2, REFUSED[command])
    assert not out.exists() or not list(out.iterdir())


def test_help_of_the_command_is_shown(call, tmp_path):
    done = call("scale", "--out-dir", tmp_path / "out", "--", "mask", "--help").checked()
    assert b"Replace private words with markers" in done.out


@pytest.mark.parametrize("name", ["-", "missing", "."])
def test_what_cannot_be_split_is_refused(call, tmp_path, name):
    call("scale", "--out-dir", tmp_path / "out", "--", "mask", name).failed(2)


@pytest.mark.parametrize("odd", ["input", "list"])
def test_a_name_that_a_plan_cannot_hold_is_refused(call, raw, tmp_path, odd):
    path = tmp_path / "a\udcff"
    path.write_bytes(raw.read_bytes() if odd == "input" else b"the\n")
    given = (path,) if odd == "input" else ("--list", path, raw)
    done = call("scale", "--out-dir", tmp_path / "out", "--", "mask", *given)
    done.failed(2, "a\\udcff: its name is not UTF-8")


def test_another_plan_is_refused(call, raw, vocab, tmp_path):
    scale = ("scale", "--out-dir", tmp_path / "out", "--workers", 1, *SMALL)
    command = ("mask", "-q", "--method", "vocabThres", "--vocab", vocab)
    assert call(*scale, "--", *command, raw).status == 0
    before = joined(tmp_path / "out")
    for other, said in [
        ((*scale, "--", *command, "--merge", raw), "the command and its options"),
        ((*scale, "--zstd", "--", *command, raw), "--zstd"),
        ((*scale, "--shard-bytes", "8K", "--", *command, raw), "--shard-bytes"),
        ((*scale, "--", *command, raw, raw), "the input files"),
    ]:
        call(*other).failed(2, f"differs in {said}: use another --out-dir")
    words = vocab.read_bytes()
    vocab.write_bytes(words + b"of\t4\n")
    assert "the files that options name" in call(*scale, "--", *command, raw).err
    vocab.write_bytes(words)
    raw.write_bytes(raw.read_bytes().replace(b"the", b"teh", 1))
    assert "the input files" in call(*scale, "--", *command, raw).err
    assert joined(tmp_path / "out") == before
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    call("scale", "--out-dir", tmp_path / "full", "--", *command, raw).failed(2, "is not empty")


def test_an_input_that_changes_while_workers_run_fails(call, raw, tmp_path):
    out = tmp_path / "out"
    plan(call, out, "mask", raw)
    raw.write_bytes(raw.read_bytes() + b'\n{"text":"more"}\n')
    failures = work_on(out).failures
    assert len(failures) == 4
    assert failures[0].status == 65
    assert "raw.jsonl: the file has changed since the work was planned" in failures[0].reason
    assert not list(out.glob("part-*"))


def test_a_worker_of_another_version_does_nothing(call, raw, tmp_path, monkeypatch):
    out = tmp_path / "out"
    plan(call, out, "mask", raw)
    monkeypatch.setattr("privtool.workflows.shard_work.__version__", "9")
    with pytest.raises(UnavailableError, match="this machine has version 9"):
        work_on(out)
    assert not list(out.glob("part-*"))


def test_a_worker_needs_a_plan(tmp_path):
    with pytest.raises(PrivtoolError, match="has no plan"):
        work_on(tmp_path)
