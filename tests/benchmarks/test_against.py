"""Rows of commands that two versions run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.against import ROOT, row


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("rules", ["rules", r"0\.\d\d", r"0\.\d\d", r"\d\.\d\d"]),
        ("no-command", ["no-command", "", "", "one failed"]),
    ],
)
def test_a_row_has_the_seconds_of_both_or_says_that_one_failed(
    line: str, cells: list[str], tmp_path: Path
) -> None:
    found = [cell.strip() for cell in row(line, ROOT, tmp_path, 1).strip("|").split("|")]
    assert len(found) == 4
    assert all(re.fullmatch(cell, each) for cell, each in zip(cells, found, strict=True))
