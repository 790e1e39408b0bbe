from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from privtool.core.blocks import BlockResult, Reject
from privtool.core.errors import DataError, PrivtoolError, UsageError
from privtool.core.pipeline import StreamOptions, run_filter
from privtool.core.writing import ReaderGone
from tests.support.jsonl import read_jsonl
from tests.support.processing import Upper

GOOD = b'{"id":1,"text":"a"}\n'
GOOD_OUT = b'{"id":1,"text":"A"}\n'
BAD = b'{"id":2,"text":SECRET}\n'


@pytest.fixture
def streams(tmp_path):
    """Options for reading `in` and writing `out` of a folder."""

    def options(content: bytes, **more: Any) -> StreamOptions:
        (tmp_path / "in").write_bytes(content)
        return StreamOptions((str(tmp_path / "in"),), str(tmp_path / "out"), **more)

    return options


def test_counts_add_up_over_blocks(streams, tmp_path):
    counts = run_filter(Upper, streams(GOOD * 10), lines_per_block=3)
    assert (tmp_path / "out").read_bytes() == GOOD_OUT * 10
    assert counts.pop("milliseconds") >= 0
    assert +counts == {"records": 10, "seen": 10}


def test_the_first_bad_line_ends_it_and_no_file_is_left(streams, tmp_path):
    with pytest.raises(DataError, match=r"^in:2: not valid JSON$"):
        run_filter(Upper, streams(GOOD + BAD + GOOD), lines_per_block=1)
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_on_standard_output_the_records_before_a_bad_line_are_out(streams, capfdbinary):
    options = replace(streams(GOOD + BAD + GOOD), output="-")
    with pytest.raises(DataError):
        run_filter(Upper, options)
    assert capfdbinary.readouterr().out == GOOD_OUT


def test_rejects_say_where_and_why(streams, tmp_path):
    aside = tmp_path / "aside"
    options = streams(GOOD + BAD + b'{"id":"x"}\n' + GOOD, rejects=str(aside))
    counts = run_filter(Upper, options, lines_per_block=2)
    assert (tmp_path / "out").read_bytes() == GOOD_OUT * 2
    assert counts["rejected"] == 2
    assert counts["records"] == 2
    missing = (
        "field 'text' is missing; every command needs it; `privtool mask --field` reads others"
    )
    assert read_jsonl(aside) == [
        {"source": "in", "line": 2, "id": None, "reason": "not valid JSON"},
        {"source": "in", "line": 3, "id": "x", "reason": missing},
    ]
    assert b"SECRET" not in aside.read_bytes()


def test_a_failure_leaves_an_older_file_of_rejects(streams, tmp_path):
    aside = tmp_path / "aside"
    aside.write_bytes(b"older")
    options = replace(streams(GOOD, rejects=str(aside)), inputs=(str(tmp_path / "missing"),))
    with pytest.raises(UsageError, match="missing"):
        run_filter(Upper, options)
    assert aside.read_bytes() == b"older"


def test_an_error_of_making_the_stage_is_itself(streams, tmp_path):
    def make() -> Upper:
        raise FileNotFoundError(2, "not there", "model")

    with pytest.raises(FileNotFoundError, match="model"):
        run_filter(make, streams(GOOD))
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_rejects_that_cannot_be_written_end_it(streams, tmp_path):
    with pytest.raises(PrivtoolError, match="aside: cannot be written"):
        run_filter(Upper, streams(BAD, rejects=str(tmp_path / "no" / "aside")))


def test_when_the_reader_goes_reading_stops(streams, tmp_path, monkeypatch):
    def gone(fd: int, data: bytes) -> int:
        raise BrokenPipeError

    monkeypatch.setattr("privtool.core.writing.os.write", gone)
    with pytest.raises(ReaderGone):
        run_filter(Upper, streams(GOOD))


def test_work_in_progress_ends_with_the_error(streams, monkeypatch):
    ended = []

    def results(*args: Any) -> Iterator[BlockResult]:
        try:
            yield BlockResult(b"", Counter(), [Reject("in", 1, None, "bad")])
        finally:
            ended.append(True)

    monkeypatch.setattr("privtool.core.pipeline.map_blocks", results)
    with pytest.raises(DataError) as caught:
        run_filter(Upper, streams(GOOD))
    assert ended, "only the end of the traceback would have ended it"
    assert caught.value.status == 65


class Terminal:
    """A standard stream that says it is a terminal."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_unless_quiet(streams, monkeypatch, capfd):
    import sys

    for quiet in (False, True):
        monkeypatch.setattr(sys, "stderr", Terminal(sys.stderr))
        run_filter(Upper, streams(GOOD * 3, quiet=quiet, command="privtool upper"))
        shown = capfd.readouterr().err
        assert ("privtool upper" in shown) is not quiet
