"""Work on parts: the parts together are what one process writes, byte for byte."""

import gzip
import json

import pytest
import zstandard

from tests.support.parts import SMALL, in_parts, joined, plan
from tests.support.tables import rows

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
