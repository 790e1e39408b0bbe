"""Work on parts: byte for byte what one process writes, whatever fails in between."""

import errno
import gzip
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
import zstandard

from privtool.core.errors import PrivtoolError, UnavailableError
from tests.support.parts import SMALL, in_parts, joined, plan, work_on
from tests.support.tables import rows

SAMPLE = Path(__file__).resolve().parents[2] / "data/sample"


VOCABULARY = b"the\t9\na\t7\nis\t5\nto\t5\n"


@pytest.fixture
def raw(tmp_path) -> Path:
    """A part of the sample corpus, with records without an id and blank lines."""
    lines = (SAMPLE / "raw.jsonl").read_bytes().splitlines(keepends=True)[:200]
    for number in range(0, 200, 7):
        record = json.loads(lines[number])
        del record["id"]
        lines[number] = b"\n" + json.dumps(record).encode() + b"\r\n"
    (tmp_path / "raw.jsonl").write_bytes(b"\xef\xbb\xbf" + b"".join(lines)[:-1])
    return tmp_path / "raw.jsonl"


@pytest.fixture
def vocab(tmp_path) -> Path:
    (tmp_path / "vocab.tsv").write_bytes(VOCABULARY)
    return tmp_path / "vocab.tsv"


@pytest.fixture
def masked(call, raw, tmp_path) -> Path:
    few = tmp_path / "few.jsonl"
    few.write_bytes(b"".join(raw.read_bytes().splitlines(keepends=True)[:60]))
    assert call("mask", "-q", "-o", tmp_path / "masked.jsonl", few).status == 0
    return tmp_path / "masked.jsonl"


@pytest.fixture
def manifest() -> Path:
    return SAMPLE / "speech/manifest.jsonl"


@pytest.fixture
def audio(manifest) -> Path:
    return manifest.parent


@pytest.fixture
def short(manifest, tmp_path) -> Path:
    """The manifest of the three shortest recordings."""
    lines = sorted(manifest.read_bytes().splitlines(keepends=True), key=_duration)
    (tmp_path / "short.jsonl").write_bytes(b"".join(lines[:3]))
    return tmp_path / "short.jsonl"


def _duration(line: bytes) -> float:
    return float(json.loads(line)["duration"])


@pytest.fixture
def poisoned(raw) -> Path:
    """Records of which one is broken and another one private words that must not be quoted."""
    lines = raw.read_bytes().splitlines(keepends=True)
    lines[100] = b'{"id":"b","text":"SECRET"\n'
    raw.write_bytes(b"".join(lines))
    return raw


COMMANDS = {name: line.split() for name, line in rows("commands_on_parts")}


@pytest.mark.parametrize("name", COMMANDS)
def test_parts_are_what_one_process_writes(call, request, tmp_path, name):
    command = [
        str(request.getfixturevalue(part[1:-1])) if part.startswith("{") else part
        for part in COMMANDS[name]
    ]
    alone = call(*command, "--summary", tmp_path / "alone.json").checked()
    options = ("--shard-bytes", {"align": "1", "fill": "4K"}.get(name, "12K"))
    more = ("--summary", tmp_path / "parts.json")
    in_parts(call, tmp_path / "out", *command[:1], *more, *command[1:], options=options).checked()
    assert len(list((tmp_path / "out").glob("part-*"))) > 2
    assert joined(tmp_path / "out") == alone.out
    one, parts = (json.loads((tmp_path / f"{n}.json").read_bytes()) for n in ("alone", "parts"))
    assert parts.pop("seconds") >= 0
    assert one.pop("seconds") >= 0
    for summary in (one, parts):  # what each process counts for itself
        summary["counts"].pop("collisions", None)
    assert one == parts


def test_recognition_is_work_on_parts_and_scoring_is_not(call, tmp_path, manifest, short):
    out = tmp_path / "out"
    short.write_bytes(b"".join(short.read_bytes().splitlines(keepends=True)[:2]))
    command = ("asr-eval", "-q", "--audio-root", manifest.parent, short)
    alone = call(*command)
    in_parts(call, out, *command, options=("--shard-bytes", "1")).checked()
    assert len(list(out.glob("part-*"))) == 2
    assert joined(out) == alone.out
    parts = sorted(out.glob("part-*"))
    scored = call("asr-eval", "--hyp-field", "hyp", *parts).checked()
    assert " WER " in scored.err


REDACTED = ("redact", "--keep", "speaker", "--out-dir")


def test_audio_is_found_from_the_parts(call, aligned, tmp_path, manifest):
    alone, out = tmp_path / "alone", tmp_path / "out"
    alone.mkdir()
    (tmp_path / "aligned.jsonl").write_bytes(aligned.out)
    options = ("--audio-root", manifest.parent, tmp_path / "aligned.jsonl")
    call(*REDACTED, alone / "wav", "-o", alone / "all.jsonl", "-q", *options).checked()
    in_parts(call, out, *REDACTED, out / "wav", *options, options=("--shard-bytes", "6K")).checked()
    assert joined(out) == (alone / "all.jsonl").read_bytes()
    wavs = [{p.name: p.read_bytes() for p in (one / "wav").iterdir()} for one in (alone, out)]
    assert wavs[0] == wavs[1]
    first = json.loads(joined(out).splitlines()[0])
    assert (out / first["audio_filepath"]).is_file()


def test_processes_here_do_it(call, raw, tmp_path):
    out = tmp_path / "out"
    alone = call("mask", raw)
    done = call("scale", "--out-dir", out, "--workers", 2, *SMALL, "--", "mask", raw).checked()
    assert joined(out) == alone.out
    first, last = done.err.splitlines()
    assert (
        first.split(" s, ")[0].rpartition(",")[0] == alone.err.split(" s, ")[0].rpartition(",")[0]
    )
    assert last.startswith("privtool scale: 4 shards, ")
    again = call("scale", "--out-dir", out, "--workers", 2, *SMALL, "--", "mask", raw).checked()
    assert "4 shards, 4 of them done before" in again.err
    rows = [json.loads(path.read_bytes()) for path in sorted(out.glob("done-*"))]
    assert sum(row["records_in"] for row in rows) == len(alone.records)
    assert sum(row["records_out"] for row in rows) == len(alone.records)


def test_files_of_all_kinds_are_one_input(call, raw, tmp_path):
    lines = raw.read_bytes().splitlines(keepends=True)
    files = [tmp_path / name for name in ("a.jsonl", "b.gz", "c.zst", "d.jsonl")]
    files[0].write_bytes(b"".join(lines[:80]))
    files[1].write_bytes(gzip.compress(b"".join(lines[80:100])))
    files[2].write_bytes(zstandard.compress(b"".join(lines[100:170])))
    files[3].write_bytes(b"".join(lines[170:]))
    alone = call("mask", "-q", *files)
    options = ("--shard-bytes", "1K")
    in_parts(call, tmp_path / "out", "mask", *files, options=options).checked()
    assert joined(tmp_path / "out") == alone.out


@pytest.mark.parametrize(("size", "shards"), [(1 << 10, 1), (1 << 20, 16), (8 << 20, 64)])
def test_shards_are_a_64th_of_the_input_within_limits(call, tmp_path, size, shards):
    (tmp_path / "in").write_bytes(b"a line of 16 b.\n" * (size // 16))
    command = ("mask", "--input-format", "text", tmp_path / "in")
    for workers in (1, 9):
        plan(call, tmp_path / "out", *command, options=("--workers", workers))
        assert len(json.loads((tmp_path / "out/plan.json").read_bytes())["shards"]) == shards


def test_it_is_a_function(raw, tmp_path):
    import privtool

    counts = privtool.scale(["mask", raw], out_dir=tmp_path / "out", workers=1)
    assert counts["records"] == 200
    with pytest.raises(privtool.core.errors.UsageError, match="use `key_file`"):
        privtool.scale(["surrogate", raw], out_dir=tmp_path / "other")


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
