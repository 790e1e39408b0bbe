"""Command lines with what they refuse or write: the tables of `tests/data/`.

A row is a command line, a part of its message, what comes of it, standard input, and files where it
runs. What comes of it is the output, or of JSON lines some fields, in `written_output`. In
`refused_input` it is the status and, if `--rejects` sets them aside, the number of bad lines.
In `refused_options` it is always a usage error; there are three files, and no input.
"""

import json
import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.tables import rows, unescaped

FIXTURES = re.compile(r"\{(spoken|tiny_filler|tiny_lm|tiny_tagger|key_file|prior_file|asr)\}")
FILES = (r"x=the\t1\n", r'y={"text":"a b"}\n', r'v.svg={"text":"a b"}\n')
OPTIONS = [[*cells, "2", "", *FILES] for cells in rows("refused_options")]


class Row(NamedTuple):
    """A row whose fixtures and escapes stand for themselves no more."""

    args: list[str]
    said: str
    result: str
    given: bytes
    files: dict[str, bytes]


@pytest.fixture
def row(request, tmp_path, monkeypatch) -> Row:
    """The row that is the parameter; its files are in the working directory."""
    monkeypatch.chdir(tmp_path)
    line, said, *more = request.param
    result, given, *files = [*more, "", ""][: max(len(more), 2)]
    line = FIXTURES.sub(lambda m: str(request.getfixturevalue(m[1])), unescaped(line).decode())
    contents = {}
    for name, _, content in (cell.partition("=") for cell in files):
        contents[name] = unescaped(content)
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(contents[name])
    return Row(shlex.split(line), said, result, unescaped(given), contents)


def files_in(folder: Path) -> dict[str, bytes]:
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def every(*tables):
    """Parametrize a test with the rows of tables, without those that only say what follows."""
    found = [cells for table in tables for cells in table if cells[0][:1] != "#"]
    names = [": ".join(cells[:2]) for cells in found]
    return pytest.mark.parametrize("row", found, indirect=True, ids=names)


@every(OPTIONS, rows("refused_input"))
def test_it_is_refused_in_one_line_that_quotes_nothing_and_no_file_is_written(call, row, tmp_path):
    status, _, bad = row.result.partition(" ")
    call(*row.args, input=row.given).failed(int(status), row.said)
    assert files_in(tmp_path) == row.files
    if bad:
        done = call(*row.args, "--rejects", "aside", input=row.given).checked()
        rejects = (tmp_path / "aside").read_text()
        assert rejects.count("\n") == int(bad)
        assert "SECRET" not in rejects + done.out.decode() + done.err


@every(rows("written_output"))
def test_it_is_written(call, row, tmp_path):
    done = call(*row.args, input=row.given).ended(0, row.said)
    made = [content for name, content in files_in(tmp_path).items() if name not in row.files]
    assert b"SECRET" not in b"".join([done.out, *made])
    output = unescaped(row.result)
    if not output.startswith(b"{"):
        assert done.out == output
        return
    for record, part in zip(done.records, map(json.loads, output.splitlines()), strict=True):
        assert {name: record.get(name) for name in part} == part
