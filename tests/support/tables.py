"""Tables of `tests/data/`."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

_Test = TypeVar("_Test", bound=Callable[..., object])
_FOLDER = Path(__file__).parents[1] / "data"
_ESCAPES = re.compile(rb"\\(?:x(\w\w)|([ntr]))")
_SIGNS = {b"n": b"\n", b"t": b"\t", b"r": b"\r"}


def rows(name: str) -> list[list[str]]:
    """Return the cells of each row of a table of cells between tabs, without its head."""
    lines = (_FOLDER / f"{name}.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def cases(name: str, kind: str) -> list[list[str]]:
    """Return the other cells of the rows of a table whose first cell is `kind`."""
    found = [cells for first, *cells in rows(name) if first == kind]
    width = max(map(len, found))
    return [[*cells, *[""] * (width - len(cells))] for cells in found]


def typed_cases(name: str, kind: str) -> list[Any]:
    """Return what `cases` returns, with each cell that is JSON as its value; others are texts.

    Where the rows have one other cell, each is its value.
    """
    found = [[_value(cell) for cell in cells] for cells in cases(name, kind)]
    return [values if len(values) > 1 else values[0] for values in found]


def tabled(name: str, parameters: str) -> Callable[[_Test], _Test]:
    """Call a test with each row of a table whose first cell is its name, with spaces.

    A test of one parameter is called with each cell.
    """
    names = parameters.split()

    def parametrized(test: _Test) -> _Test:
        kind = test.__name__.removeprefix("test_").replace("_", " ")
        found = typed_cases(name, kind) if len(names) > 1 else cell_values(name, kind)
        return pytest.mark.parametrize(parameters.replace(" ", ","), found)(test)

    return parametrized


def cell_values(name: str, kind: str) -> list[Any]:
    """Return the values of all other cells of the rows whose first cell is `kind`."""
    found = [_value(cell) for first, *cells in rows(name) if first == kind for cell in cells]
    assert found, kind
    return found


def _value(cell: str) -> Any:
    try:
        return json.loads(cell)
    except ValueError:
        return cell


def unescaped(cell: str) -> bytes:
    """Return a cell in which \\n, \\t, \\r and \\xNN stand for bytes."""
    return _ESCAPES.sub(lambda m: _SIGNS.get(m[2]) or bytes.fromhex(m[1].decode()), cell.encode())
