"""Bad lines, full disks and killed processes lose nothing."""

import errno
import json
import os
import signal
import subprocess
import time

import pytest

from privtool.core.errors import PrivtoolError, UnavailableError
from tests.support.parts import SMALL, joined, plan, work_on


def test_a_bad_line_fails_its_shard_by_place_alone(call, poisoned, tmp_path):
    out = tmp_path / "out"
    scale = ("scale", "--out-dir", out, "--workers", 1, *SMALL, "--")
    done = call(*scale, "mask", "-q", poisoned)
    done.failed(
        65,
        "raw.jsonl:101: not valid JSON; 1 of 4 shards failed",
        "again with --rejects FILE, to set bad lines aside",
    )
    (row,) = json.loads((out / "failed.json").read_bytes())
    assert row["reason"] == "raw.jsonl:101: not valid JSON"
    assert row["attempts"] == 1
    assert row["places"][0]["first_line"] <= 101
    assert len(list(out.glob("part-*"))) == 3
    everything = b"".join(path.read_bytes() for path in out.iterdir()) + done.err.encode()
    assert b"SECRET" not in everything
    aside = ("--rejects", tmp_path / "aside", "--summary", tmp_path / "summary")
    again = call(*scale, "mask", *aside, poisoned).checked()
    assert "4 shards, 3 of them done before" in again.err
    alone = call("mask", "--rejects", tmp_path / "alone", poisoned)
    assert joined(out) == alone.out
    assert (tmp_path / "aside").read_bytes() == (tmp_path / "alone").read_bytes()
    assert json.loads((tmp_path / "summary").read_bytes())["counts"]["rejected"] == 1
    assert ", 1 rejected" in again.err
    assert not (out / "failed.json").exists()


def test_a_full_disk_fails_a_shard_and_the_rest_goes_on(call, raw, tmp_path, monkeypatch):
    out = tmp_path / "out"
    plan(call, out, "mask", raw)
    written = [0]
    write = os.write

    def full_at_first(fd: int, data: bytes) -> int:
        written[0] += 1
        if written[0] <= 2:
            raise OSError(errno.ENOSPC, "no space")
        return write(fd, data)

    monkeypatch.setattr("privtool.core.writing.os.write", full_at_first)
    failures = work_on(out).failures
    assert [failure.status for failure in failures.values()] == [1, 1]
    assert all("no space left on device" in failure.reason for failure in failures.values())
    assert len(list(out.glob("part-*"))) == 2
    written[0] = 1
    assert not work_on(out, retries=1).failures
    assert joined(out) == call("mask", "-q", raw).out


def test_a_run_that_is_killed_goes_on(program, call, raw, tmp_path):
    big, out = tmp_path / "big.jsonl", tmp_path / "out"
    big.write_bytes((raw.read_bytes()[3:] + b"\n") * 60)
    scale = ("scale", "--out-dir", out, "--workers", 2, "--shard-bytes", "60K", "--", "mask", "-q")
    command = [program, *map(str, scale), str(big)]
    for parts in (1, 6):
        process = subprocess.Popen(command, start_new_session=True)

        while process.poll() is None and len(list(out.glob("done-*"))) < parts:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait(60)
    assert not list(out.glob("failed*"))
    call(*scale, big).checked()
    assert joined(out) == call("mask", "-q", big).out


def test_parts_of_an_earlier_run_are_synced_too(call, tmp_path, monkeypatch):
    """A killed run may not have come to it."""
    given, out = tmp_path / "in.jsonl", tmp_path / "out"
    given.write_bytes(b'{"text":"hello"}\n' * 8)
    command = ("scale", "-q", "--out-dir", out, "--workers", "1", "--shard-bytes", "40", "--")
    command = (*command, "mask", given)
    assert call(*command).status == 0
    first, *others = sorted(out.glob("done-*"))
    first.unlink()
    synced = []
    monkeypatch.setattr(
        "privtool.shards.folder.os.fsync", lambda fd: synced.append(os.fstat(fd).st_ino)
    )
    assert call(*command).status == 0
    parts = {path.stat().st_ino for path in out.glob("part-*")}
    assert len(parts) == len(others) + 1 > 2
    assert parts <= set(synced)


# What cannot be done on parts is refused, by name and before anything starts.


def test_help_of_the_command_is_shown(call, tmp_path):
    done = call("scale", "--out-dir", tmp_path / "out", "--", "mask", "--help").checked()
    assert b"Replace private words with markers" in done.out


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
