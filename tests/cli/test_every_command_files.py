"""How all commands read their inputs and write output files."""

import gzip

import pytest
import zstandard

from tests.support.messages import one_line


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

    @pytest.mark.parametrize("name", ["missing.jsonl", "."])
    def test_an_unreadable_file_is_a_usage_error(self, call, kind, tmp_path, name):
        call(*kind.args, tmp_path / name).failed(2, str(tmp_path))

    def test_bad_lines_do_not_take_the_place_of_the_input(self, call, case, file_of):
        given = file_of("given", case.record)
        for files in ([given], ["-"]):
            with open(given, "rb") as stdin:
                done = call(*case.args, "--rejects", given, *files, stdin=stdin.fileno())
            assert done.status == 2
            assert one_line(done.err) == "privtool: --rejects would replace a file that is read"
        assert given.read_bytes() == case.record

    def test_packed_files_and_streams_are_unpacked(self, call, kind, file_of):
        content = kind.record * 3
        expected = call(*kind.args, "-q", input=content)
        for packed in (gzip.compress(content), zstandard.compress(content)):
            assert call(*kind.args, "-q", file_of("packed", packed)) == expected
            assert call(*kind.args, "-q", input=packed) == expected

    def test_a_packed_file_that_is_cut_short_is_bad_data(self, call, kind, file_of):
        for pack in (gzip.compress, zstandard.compress):
            done = call(*kind.args, file_of("in.packed", pack(kind.record * 3)[:-6])).ended(65)
            assert one_line(done.err) == (
                "privtool: in.packed: the compressed data is broken or cut short"
            )


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

    def test_a_folder_that_is_missing_is_reported_in_one_line(self, call, kind, tmp_path):
        done = call(*kind.args, "-o", tmp_path / "no" / "out", input=kind.record)
        done.failed(1, "cannot be written (no such folder)")

    def test_it_never_replaces_an_input(self, call, case, file_of):
        path = file_of("both", case.record)
        call(*case.args, path, "-o", path).failed(2, "--output would replace a file that is read")
        assert path.read_bytes() == case.record
