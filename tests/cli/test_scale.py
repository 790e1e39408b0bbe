"""Work on parts: the parts together are what one process writes, byte for byte."""

from __future__ import annotations

import contextlib
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

SAMPLE = Path(__file__).resolve().parents[2] / "data/sample"
SMALL = ("--shard-bytes", "12K")


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


def joined(out: Path) -> bytes:
    """What `cat OUT/part-*` gives."""
    parts = sorted(out.glob("part-*"))
    assert parts
    return b"".join(part.read_bytes() for part in parts)


def in_parts(call, out: Path, *command: str | Path, options: tuple[str, ...] = SMALL, workers=2):
    """Plan the work on parts, and do it in this process as tasks of a job array do."""
    planning = ("scale", "--out-dir", out, "--runner", "slurm-array", *options, "--", *command)
    planned = call(*planning)
    assert planned.status == 0, planned.err
    for number in range(workers):
        done = call("scale", "--out-dir", out, "--workers", workers, "--worker", number)
        assert done.status == 0, done.err
    return call(*planning)


VOCABULARY = b"the\t9\na\t7\nis\t5\nto\t5\n"
COMMANDS = {
    "mask": ("mask", "--method", "allowList", "{raw}"),
    "class": ("mask", "--method", "vocabThres", "--vocab", "{vocab}", "--marker", "class", "{raw}"),
    "patterns": ("mask", "--method", "entityTagger", "--tagger", "patterns", "{raw}"),
    "annotate": ("mask", "--method", "entityTagger", "--tagger", "names", "--annotate", "{raw}"),
    "text": ("mask", "--input-format", "text", "--output-format", "text", "{raw}"),
    "ids": ("mask", "--ids", "keyed", "--key-file", "{key_file}", "{raw}"),
    "numbers": ("mask", "--ids", "number", "{raw}"),
    "surrogate": ("surrogate", "--scope-field", "genre", "--key-file", "{key_file}", "{raw}"),
    "one-pass": ("surrogate", "--one-pass", "--key-file", "{key_file}", "{raw}"),
    "context": (
        *("mask", "--method", "entityTagger", "--tagger", "names", "--context", "genre"),
        "{raw}",
    ),
    "lm-score": ("lm-score", "--model", "{tiny_lm}", "--device", "cpu", "{raw}"),
    "fill": (
        *("fill", "--model", "{tiny_filler}", "--device", "cpu", "--topk", "5", "--samples", "2"),
        "{masked}",
    ),
    "align": ("align", "{manifest}"),
}


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


@pytest.mark.parametrize("name", COMMANDS)
def test_parts_are_what_one_process_writes(call, request, tmp_path, name):
    command = [
        str(request.getfixturevalue(part[1:-1])) if part.startswith("{") else part
        for part in COMMANDS[name]
    ]
    alone = call(*command, "--summary", tmp_path / "alone.json")
    assert alone.status == 0, alone.err
    options = ("--shard-bytes", {"align": "1K", "fill": "4K"}.get(name, "12K"))
    more = ("--summary", tmp_path / "parts.json")
    done = in_parts(call, tmp_path / "out", *command[:1], *more, *command[1:], options=options)
    assert done.status == 0, done.err
    assert len(list((tmp_path / "out").glob("part-*"))) > 2
    assert joined(tmp_path / "out") == alone.out
    one, parts = (json.loads((tmp_path / f"{n}.json").read_bytes()) for n in ("alone", "parts"))
    assert parts.pop("seconds") >= 0
    assert one.pop("seconds") >= 0
    for summary in (one, parts):  # what each process counts for itself
        summary["counts"].pop("collisions", None)
    assert one == parts


def duration(line: bytes) -> float:
    return float(json.loads(line)["duration"])


def test_recognition_is_work_on_parts_and_scoring_is_not(call, tmp_path, manifest):
    out, short = tmp_path / "out", tmp_path / "short.jsonl"
    lines = sorted(manifest.read_bytes().splitlines(keepends=True), key=duration)
    short.write_bytes(b"".join(lines[:3]))
    command = ("asr-eval", "-q", "--audio-root", manifest.parent, short)
    alone = call(*command)
    done = in_parts(call, out, *command, options=("--shard-bytes", "1"), workers=1)
    assert done.status == 0, done.err
    assert len(list(out.glob("part-*"))) == 3
    assert joined(out) == alone.out
    parts = sorted(out.glob("part-*"))
    scored = call("asr-eval", "--hyp-field", "hyp", *parts)
    assert scored.status == 0
    assert " WER " in scored.err


REDACTED = ("redact", "--keep", "speaker", "--out-dir")


def test_audio_is_found_from_the_parts(call, tmp_path, manifest):
    alone, out = tmp_path / "alone", tmp_path / "out"
    alone.mkdir()
    (tmp_path / "aligned.jsonl").write_bytes(
        call("align", "-q", "--audio-root", manifest.parent, manifest).out
    )
    options = ("--audio-root", manifest.parent, tmp_path / "aligned.jsonl")
    one = call(*REDACTED, alone / "wav", "-o", alone / "all.jsonl", "-q", *options)
    assert one.status == 0, one.err
    done = in_parts(call, out, *REDACTED, out / "wav", *options, options=("--shard-bytes", "6K"))
    assert done.status == 0, done.err
    assert joined(out) == (alone / "all.jsonl").read_bytes()
    wavs = [{p.name: p.read_bytes() for p in (one / "wav").iterdir()} for one in (alone, out)]
    assert wavs[0] == wavs[1]
    first = json.loads(joined(out).splitlines()[0])
    assert (out / first["audio_filepath"]).is_file()


def test_processes_here_do_it(call, raw, tmp_path):
    out = tmp_path / "out"
    alone = call("mask", raw)
    done = call("scale", "--out-dir", out, "--workers", 2, *SMALL, "--", "mask", raw)
    assert done.status == 0, done.err
    assert joined(out) == alone.out
    first, last = done.err.splitlines()
    assert (
        first.split(" s, ")[0].rpartition(",")[0] == alone.err.split(" s, ")[0].rpartition(",")[0]
    )
    assert last.startswith("privtool scale: 4 shards, ")
    again = call("scale", "--out-dir", out, "--workers", 2, *SMALL, "--", "mask", raw)
    assert again.status == 0
    assert "4 shards, 4 of them done before" in again.err
    rows = [json.loads(path.read_bytes()) for path in sorted(out.glob("done-*"))]
    assert sum(row["records_in"] for row in rows) == len(alone.records)
    assert sum(row["records_out"] for row in rows) == len(alone.records)


def test_files_of_all_kinds_are_one_input(call, raw, tmp_path):
    lines = raw.read_bytes().splitlines(keepends=True)
    files = [tmp_path / name for name in ("a.jsonl", "b.gz", "c.zst", "d.jsonl")]
    files[0].write_bytes(b"".join(lines[:80]))
    files[1].write_bytes(gzip.compress(b"".join(lines[80:100])))
    frames = [lines[100:120], [*lines[120:130], lines[130][:9]], [lines[130][9:], *lines[131:170]]]
    files[2].write_bytes(b"".join(zstandard.compress(b"".join(frame)) for frame in frames))
    files[3].write_bytes(b"".join(lines[170:]))
    alone = call("mask", "-q", *files)
    options = ("--shard-bytes", "1K", "--zstd")
    done = in_parts(call, tmp_path / "out", "mask", *files, options=options)
    assert done.status == 0, done.err
    content = zstandard.ZstdDecompressor().stream_reader(
        joined(tmp_path / "out"), read_across_frames=True
    )
    assert content.read() == alone.out
    sources = json.loads((tmp_path / "out/plan.json").read_bytes())["shards"]
    assert len([shard for shard in sources if shard[0][0] == 2]) == 2
    parts = sorted((tmp_path / "out").glob("part-*"))  # which other commands read
    assert call("vocab", "-q", *parts).out == call("vocab", "-q", input=alone.out).out


REFUSED = {
    ("surrogate",): "use --key-file",
    ("splice", "--out-dir", "w"): "name --index FILE",
    ("tts", "--out-dir", "w", "--plot", "p.svg"): "--plot shows the first turn",
    ("mask", "-o", "x"): "remove --output",
    ("mask", "-j", "2"): "use --workers instead of --jobs",
    ("vocab",): "vocab cannot work on parts of its input: count the words",
    ("asr-eval", "--hyp-field", "hyp"): "so --hyp-field has no effect",
    ("asr-eval", "--categories", "names"): "so --categories has no effect: score the hypotheses",
    ("asr-eval", "--table"): "so --table has no effect",
    ("import", "--from", "ctm"): "import cannot work on parts",
    ("lm-train",): "lm-train cannot work on parts",
    ("audit", "text"): "no command 'audit'",
    ("nonsense",): "no command 'nonsense'",
    ("mask", "--nonsense"): "No such option",
    ("mask", "--method", "none"): "--method: 'none'",
    (): "name the command",
}


@pytest.mark.parametrize("command", REFUSED, ids=" ".join)
def test_what_parts_cannot_do_is_refused_before_anything_starts(call, raw, tmp_path, command):
    out = tmp_path / "out"
    done = call("scale", "--out-dir", out, "--", *command, *([raw] if command else []))
    assert done.status == 2
    assert REFUSED[command] in done.err
    assert done.err.count("\n") == 1
    assert not out.exists() or not list(out.iterdir())


def test_help_of_the_command_is_shown(call, tmp_path):
    done = call("scale", "--out-dir", tmp_path / "out", "--", "mask", "--help")
    assert done.status == 0
    assert b"Replace private words by markers" in done.out


@pytest.mark.parametrize("name", ["-", "missing", "."])
def test_what_cannot_be_split_is_refused(call, tmp_path, name):
    done = call("scale", "--out-dir", tmp_path / "out", "--", "mask", name)
    assert done.status == 2
    assert done.err.count("\n") == 1


@pytest.fixture
def poisoned(raw) -> Path:
    """Records of which one is broken and another one private words that must not be quoted."""
    lines = raw.read_bytes().splitlines(keepends=True)
    lines[100] = b'{"id":"b","text":"SECRET"\n'
    raw.write_bytes(b"".join(lines))
    return raw


def test_a_bad_line_fails_its_shard_by_place_alone(call, poisoned, tmp_path):
    out = tmp_path / "out"
    scale = ("scale", "--out-dir", out, "--workers", 1, *SMALL, "--")
    done = call(*scale, "mask", "-q", poisoned)
    assert done.status == 65
    assert "raw.jsonl:101: not valid JSON; 1 of 4 shards failed" in done.err
    (row,) = json.loads((out / "failed.json").read_bytes())
    assert row["reason"] == "raw.jsonl:101: not valid JSON"
    assert row["attempts"] == 1
    assert row["places"][0]["first_line"] <= 101
    assert len(list(out.glob("part-*"))) == 3
    everything = b"".join(path.read_bytes() for path in out.iterdir()) + done.err.encode()
    assert b"SECRET" not in everything
    aside = ("--rejects", tmp_path / "aside", "--summary", tmp_path / "summary")
    again = call(*scale, "mask", *aside, poisoned)
    assert again.status == 0, again.err
    assert "4 shards, 3 of them done before" in again.err
    alone = call("mask", "--rejects", tmp_path / "alone", poisoned)
    assert joined(out) == alone.out
    assert (tmp_path / "aside").read_bytes() == (tmp_path / "alone").read_bytes()
    assert json.loads((tmp_path / "summary").read_bytes())["counts"]["rejected"] == 1
    assert ", 1 rejected" in again.err
    assert not (out / "failed.json").exists()


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
        done = call(*other)
        assert done.status == 2
        assert f"differs in {said}: use another --out-dir" in done.err
    vocab.write_bytes(VOCABULARY + b"of\t4\n")
    assert "the files that options name" in call(*scale, "--", *command, raw).err
    vocab.write_bytes(VOCABULARY)
    raw.write_bytes(raw.read_bytes().replace(b"the", b"teh", 1))
    assert "the input files" in call(*scale, "--", *command, raw).err
    assert joined(tmp_path / "out") == before
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    done = call("scale", "--out-dir", tmp_path / "full", "--", *command, raw)
    assert done.status == 2
    assert "is not empty" in done.err


def test_an_input_that_changes_while_workers_run_fails(call, raw, tmp_path):
    out = tmp_path / "out"
    planning = ("scale", "--out-dir", out, "--runner", "slurm-array", *SMALL, "--", "mask", raw)
    assert call(*planning).status == 0
    raw.write_bytes(raw.read_bytes() + b'\n{"text":"more"}\n')
    done = call("scale", "--out-dir", out, "--worker", 0)
    assert done.status == 65
    assert "raw.jsonl: the file has changed since the work was planned" in done.err
    assert not list(out.glob("part-*"))
    assert len(json.loads((out / "failed-00000.json").read_bytes())) == 4


def test_a_full_disk_fails_a_shard_and_the_rest_goes_on(call, raw, tmp_path, monkeypatch):
    out = tmp_path / "out"
    planning = ("scale", "--out-dir", out, "--runner", "slurm-array", *SMALL, "--", "mask", raw)
    assert call(*planning).status == 0
    written = [0]
    write = os.write

    def full_at_first(fd: int, data: bytes) -> int:
        written[0] += 1
        if written[0] <= 2:
            raise OSError(errno.ENOSPC, "no space")
        return write(fd, data)

    monkeypatch.setattr("privtool.core.writing.os.write", full_at_first)
    done = call("scale", "--out-dir", out, "--worker", 0, "--retries", 0)
    assert done.status == 1
    assert "no space left on device" in done.err
    assert "2 of 4 shards failed" in done.err
    assert len(list(out.glob("part-*"))) == 2
    written[0] = 1
    assert call("scale", "--out-dir", out, "--worker", 0, "--retries", 1).status == 0
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
    done = call(*scale, big)
    assert done.status == 0, done.err
    assert joined(out) == call("mask", "-q", big).out


def test_workers_that_are_killed_lose_nothing(program, call, raw, tmp_path):
    big, out = tmp_path / "big.jsonl", tmp_path / "out"
    big.write_bytes((raw.read_bytes()[3:] + b"\n") * 60)
    scale = ("scale", "--out-dir", out, "--workers", 2, "--shard-bytes", "60K", "--retries", 9)
    command = [program, *map(str, (*scale, "--", "mask", "-q", big))]
    process = subprocess.Popen(command)
    killed = 0
    while process.poll() is None:
        with contextlib.suppress(OSError, ValueError):
            with open(f"/proc/{process.pid}/task/{process.pid}/children") as children:
                oldest = min(map(int, children.read().split()))
            if killed < 4 and len(list(out.glob("done-*"))) > killed:
                os.kill(oldest, signal.SIGKILL)  # a worker that is still starting is younger
                killed += 1
        time.sleep(0.01)
    assert process.returncode == 0
    assert killed >= 2
    assert joined(out) == call("mask", "-q", big).out


def test_the_script_of_an_array_does_the_work(call, raw, tmp_path):
    out = tmp_path / "out"
    options = ("--runner", "slurm-array", "--workers", 3, "--gpus-per-worker", 0.5, *SMALL)
    planning = ("scale", "--out-dir", out, *options, "--", "mask", raw)
    planned = call(*planning)
    assert planned.status == 0
    assert "4 of 4 shards are to be done" in planned.err
    assert f"run sbatch {out}/array.sh" in planned.err
    script = (out / "array.sh").read_text()
    assert "#SBATCH --array=0-2\n" in script
    assert "#SBATCH --gres=gpu:1\n" in script
    for task in ("2", "0", "1"):
        environment = {**os.environ, "SLURM_ARRAY_TASK_ID": task}
        subprocess.run(["bash", out / "array.sh"], env=environment, check=True, cwd="/")
        if task == "0":
            assert "1 of 4 shards are to be done" in call(*planning).err
    done = call(*planning)
    assert done.err.startswith("privtool mask: 200 records, ")
    assert joined(out) == call("mask", "-q", raw).out


def test_a_worker_of_another_version_does_nothing(call, raw, tmp_path, monkeypatch):
    out = tmp_path / "out"
    assert call("scale", "--out-dir", out, "--runner", "slurm-array", "--", "mask", raw).status == 0
    monkeypatch.setattr("privtool.workflows.shard_work.__version__", "9")
    done = call("scale", "--out-dir", out, "--worker", 0)
    assert done.status == 69
    assert "this machine has version 9" in done.err
    assert not list(out.glob("part-*"))


def test_a_worker_needs_a_plan_and_no_command(call, raw, tmp_path):
    (tmp_path / "empty").mkdir()
    done = call("scale", "--out-dir", tmp_path / "empty", "--worker", 0)
    assert done.status == 1
    assert "holds no plan" in done.err
    done = call("scale", "--out-dir", tmp_path, "--worker", 0, "--", "mask", raw)
    assert done.status == 2
    assert "remove the command" in done.err


def test_it_is_a_function(raw, tmp_path):
    import privtool

    counts = privtool.scale(["mask", raw], out_dir=tmp_path / "out", workers=1)
    assert counts["records"] == 200
    with pytest.raises(privtool.core.errors.UsageError, match="use `key_file`"):
        privtool.scale(["surrogate", raw], out_dir=tmp_path / "other")
