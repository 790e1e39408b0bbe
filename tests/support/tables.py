"""Tables of `tests/data/`."""

from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[list[str]]:
    """Return the cells of each row of a table of cells between tabs, without its head."""
    lines = (_FOLDER / f"{name}.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def cases(name: str, kind: str) -> list[list[str]]:
    """Return the other cells of the rows of a table whose first cell is `kind`."""
    found = [cells for first, *cells in rows(name) if first == kind]
    width = max(map(len, found))
    return [[*cells, *[""] * (width - len(cells))] for cells in found]
