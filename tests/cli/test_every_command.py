"""Streams, rejects, ids and limits, which all commands treat alike."""

import gzip
import json
import os
import re

import pytest
import zstandard

from privtool.core.reading import read_blocks
from tests.support.jsonl import read_jsonl
from tests.support.messages import one_line

BAD_LINES = {
    b'{"id":"b1","text":5,"note":"SECRET"}': "b1?",
    b'{"id":"b2","note":"SECRET"}': "b2",
    b'{"id":"b3","text":"SECRET"': None,
    b'{"id":"b4","text":"SECRET \xff"}': None,
    b'{"id":"b5","text":"SECRET \\ud800"}': None,
    b'["SECRET"]': None,
    b"SECRET": None,
}


def typed(call, *args, keys):
    """Run a command whose standard input is a terminal on which something is typed."""
    keyboard, terminal = os.openpty()
    try:
        os.write(keyboard, keys)
        return call(*args, stdin=terminal)
    finally:
        os.close(keyboard)
        os.close(terminal)


class TestStreams:
    def test_empty_input_gives_empty_output(self, call, case):
        done = call(*case.args, input=b"")
        assert (done.status, done.out) == (0, b"")
        assert one_line(done.err).startswith(f"{case.name}: 0 records")

    def test_the_summary_counts_and_quiet_says_nothing(self, call, case):
        verbose = call(*case.args, input=case.record * 3).checked()
        assert one_line(verbose.err).startswith(f"{case.name}: 3 records, ")
        quiet = call(*case.args, "--quiet", input=case.record * 3)
        assert quiet == verbose._replace(err="")
        assert quiet.out

    def test_a_bad_line_ends_the_output_after_the_lines_before(self, call, case):
        before = call(*case.args, "-q", input=case.record).out if case.filters else b""
        done = call(*case.args, input=case.record + b'{"id":"b","text":"SECRET"\n' + case.record)
        assert done.status == 65
        assert done.out == before
        assert one_line(done.err) == "privtool: stdin:2: not valid JSON"

    def test_rejects_are_set_aside_and_the_rest_goes_on(self, call, case, tmp_path):
        lines = [case.record]
        for bad in BAD_LINES:
            lines += [bad + b"\n", case.record]
        aside = tmp_path / "aside"
        done = call(*case.args, "--rejects", aside, input=b"".join(lines)).checked()
        assert b"SECRET" not in done.out
        good = call(*case.args, "-q", input=case.record * (len(BAD_LINES) + 1))
        assert done.out == good.out
        assert f", {len(BAD_LINES)} rejected" in one_line(done.err)
        rows = read_jsonl(aside)
        assert [row["line"] for row in rows] == list(range(2, 2 * len(BAD_LINES) + 1, 2))
        assert {row["source"] for row in rows} == {"stdin"}
        assert all(row["reason"] for row in rows)
        assert rows[1]["id"] == "b2"
        assert b"SECRET" not in aside.read_bytes()

    def test_blank_lines_crlf_and_a_bom_do_no_harm(self, call, kind):
        plain = call(*kind.args, "-q", input=kind.record * 2)
        line = kind.record.rstrip()
        odd = b"\xef\xbb\xbf" + line + b"\r\n\n \r\n" + line
        assert call(*kind.args, "-q", input=odd) == plain

    def test_text_is_read_by_the_line(self, call, case):
        if not case.text:
            pytest.skip("a text alone does not say what is private")
        text = json.loads(case.record)["text"].encode()
        done = call(*case.args, *case.text, input=text + b"\r\n\n" + text).checked()
        assert one_line(done.err).startswith(f"{case.name}: 3 records")

    def test_text_is_written_by_the_line(self, call, filtering):
        records = call(*filtering.args, "-q", input=filtering.record * 2).records
        done = call(*filtering.args, "--output-format", "text", "-q", input=filtering.record * 2)
        if "--annotate" in filtering.args:  # whose text is the raw one
            assert (done.status, done.out) == (2, b"")
            return
        assert done.out.decode() == "".join(record["text"] + "\n" for record in records)

    def test_a_terminal_shows_what_is_awaited(self, call, kind):
        done = typed(call, *kind.args, keys=kind.record + b"\x04")
        first, summary = done.err.splitlines()
        assert first.startswith(f"{kind.name}: reading jsonl records from the terminal")
        assert "Ctrl-D" in first
        assert summary.startswith(f"{kind.name}: 1 records")
        assert done.status == 0

    def test_nothing_from_a_terminal_is_empty_input(self, call, kind):
        done = typed(call, *kind.args, keys=b"\x04")
        assert (done.status, done.out) == (0, b"")

    def test_a_reader_that_is_gone_ends_it_silently(self, call, kind, unread):
        done = call(*kind.args, input=kind.record * 10, stdout=unread)
        assert (done.status, done.err) == (141, "")

    def test_a_full_disk_is_reported_in_one_line(self, call, kind, full_disk):
        done = call(*kind.args, input=kind.record, stdout=full_disk)
        assert done.status == 1
        assert one_line(done.err) == (
            "privtool: stdout: cannot be written (no space left on device)"
        )

    def test_debug_shows_the_place_and_no_data(self, call, case):
        done = call(*case.args, "--debug", input=b'{"id":"b","text":"SECRET"\n').ended(65)
        runs = ("core/pipeline.py", "workflows/vocab.py", "workflows/eval_run.py")
        assert any(f'privtool/{file}", line ' in done.err for file in runs)
        assert done.err.endswith("privtool: stdin:1: not valid JSON\n")
        assert "SECRET" not in done.err


def test_an_id_that_is_given_twice_is_allowed(call, filtering):
    done = call(*filtering.args, "-q", input=filtering.record * 2)
    first, second = done.out.splitlines()
    assert first == second


def test_the_number_of_the_line_is_the_id_where_there_is_none(call, filtering):
    bare = re.sub(rb'"id":"r1",', b"", filtering.record)
    done = call(*filtering.args, "-q", input=b"\n" + filtering.record + bare)
    assert [record["id"] for record in done.records] == ["r1", 3]


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_closed_standard_streams_do_not_mix_up_what_goes_where(run, light, closed, tmp_path):
    # A daemon may start a program so; the next file that is opened then gets the free number.
    aside, given = tmp_path / "aside", tmp_path / "in"
    given.write_bytes(light.record)
    args = [*light.args, "--rejects", aside] + ([str(given)] if closed else [])
    done = run(*args, input=light.record, preexec_fn=lambda: os.close(closed))
    assert aside.exists() == (closed == 2)
    if closed == 2:
        assert aside.read_bytes() == b""
        assert done.status == 0
        assert light.name.encode() not in done.out
    else:
        assert done.status == (2, 1)[closed]
        assert one_line(done.err).startswith(f"privtool: {('stdin', 'stdout')[closed]}")


@pytest.mark.parametrize(
    "error", [MemoryError(), ImportError("lib.so: failed to map segment from shared object")]
)
def test_too_little_memory_is_reported(call, monkeypatch, error):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("privtool.core.pipeline.watched_blocks", fail)
    done = call("mask", input=b"").failed(69)
    assert done.err == "privtool: out of memory: raise the memory limit, or use fewer --jobs\n"


def test_only_options_of_the_command_are_remedies(call, monkeypatch):
    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr("privtool.workflows.fill_train.FillTrainConfig.run", fail)
    done = call("fill-train", "--out-dir", "tuned").failed(69)
    remedy = "raise the memory limit, or use a smaller --model, or use fewer --jobs"
    assert done.err == f"privtool: out of memory: {remedy}\n"


# How all commands read their inputs and write output files.
class TestInputs:
    def test_files_are_read_in_order_and_dash_is_standard_input(self, call, case, file_of):
        one = file_of("one", case.record.replace(b"r1", b"f1"))
        two = file_of("two", case.record.replace(b"r1", b"f2"))
        done = call(*case.args, "-q", one, "-", two, input=case.record)
        joined = one.read_bytes() + case.record + two.read_bytes()
        assert done == call(*case.args, "-q", input=joined)
        assert done.status == 0

    def test_the_place_of_a_bad_line_names_the_file(self, call, kind, file_of):
        one, two = file_of("one.jsonl", kind.record * 3), file_of("two.jsonl", b"\n\nSECRET\n")
        done = call(*kind.args, one, two).ended(65)
        assert one_line(done.err) == "privtool: two.jsonl:3: not valid JSON"

    def test_bad_lines_do_not_take_the_place_of_the_input(self, call, case, file_of):
        given = file_of("given", case.record)
        for files in ([given], ["-"]):
            with open(given, "rb") as stdin:
                done = call(*case.args, "--rejects", given, *files, stdin=stdin.fileno())
            assert done.status == 2
            assert one_line(done.err) == "privtool: --rejects would replace a file that is read"
        assert given.read_bytes() == case.record

    def test_an_input_that_is_read_twice_must_be_the_same(
        self, call, filtering, file_of, monkeypatch
    ):
        context = ("--context", "note") if "patterns" in filtering.args else ()
        args = (*filtering.args, *context, "-q")
        source, sink = os.pipe()
        os.write(sink, filtering.record)
        os.close(sink)
        piped = call(*args, f"/dev/fd/{source}")
        os.close(source)
        given = file_of("given", filtering.record)
        with open(file_of("more", b"not read\n" + filtering.record), "rb", buffering=0) as stdin:
            stdin.readline()
            call(*args, stdin=stdin.fileno()).checked()

        def read_and_change(*args, **options):
            yield from read_blocks(*args, **options)
            given.write_bytes(filtering.record * 2)

        monkeypatch.setattr("privtool.core.pipeline.read_blocks", read_and_change)
        changed = call(*args, given)
        if filtering.command in ("surrogate", "redact", "tts", "splice") or context:
            piped.failed(2, "a pipe cannot be read twice: use standard input or a file")
            changed.ended(65, "given: the file changed while it was read twice")
        else:
            assert (piped.status, changed.status) == (0, 0)
            assert piped.out == changed.out

    def test_packed_files_and_streams_are_unpacked(self, call, kind, file_of):
        content = kind.record * 3
        expected = call(*kind.args, "-q", input=content)
        for packed in (gzip.compress(content), zstandard.compress(content)):
            assert call(*kind.args, "-q", file_of("packed", packed)) == expected
            assert call(*kind.args, "-q", input=packed) == expected


class TestOutputFile:
    def test_it_holds_what_standard_output_would(self, call, case, tmp_path):
        expected = call(*case.args, "-q", input=case.record * 2).out
        done = call(*case.args, "-o", tmp_path / "out", input=case.record * 2)
        assert (done.status, done.out) == (0, b"")
        assert (tmp_path / "out").read_bytes() == expected

    def test_after_an_error_an_old_one_is_as_it_was(self, call, kind, file_of, tmp_path):
        old = file_of("old", b"old")
        for name in ("old", "new"):
            call(*kind.args, "-o", tmp_path / name, input=kind.record + b"SECRET\n").failed(65)
        assert old.read_bytes() == b"old"
        assert list(tmp_path.iterdir()) == [old]

    def test_it_never_replaces_an_input(self, call, case, file_of):
        path = file_of("both", case.record)
        call(*case.args, path, "-o", path).failed(2, "--output would replace a file that is read")
        assert path.read_bytes() == case.record
