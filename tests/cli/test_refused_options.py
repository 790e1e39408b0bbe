"""Options that contradict each other, do nothing or name nothing, of all commands.

A row of `tests/data/refused_options.tsv` is a command line and a part of its only message. Where
they run are three files: `x`, a list of words with counts, and `y` and `v.svg`, a record.
"""

import shlex

import pytest

from tests.support.tables import rows

ROWS = rows("refused_options")
FILES = {"x": "the\t1\n", "y": '{"text":"a b"}\n', "v.svg": '{"text":"a b"}\n'}


@pytest.mark.parametrize(("line", "said"), ROWS, ids=[line for line, _ in ROWS])
def test_it_is_a_usage_error_in_one_line_and_writes_nothing(
    call, tmp_path, monkeypatch, line, said
):
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    call(*shlex.split(line.replace(r"\n", "\n")), input=b"").failed(2, said)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == FILES
