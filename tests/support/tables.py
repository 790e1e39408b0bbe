"""Tables of `tests/data/`."""

from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[list[str]]:
    """Return the cells of each row of a table of cells between tabs, without its head."""
    lines = (_FOLDER / f"{name}.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]
