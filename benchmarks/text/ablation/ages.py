"""When lines of code were written, by git."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence


def line_dates(path: str) -> list[int]:
    """Return the date of each line of a file, in seconds; lines that moved keep theirs."""
    told = subprocess.run(
        ("git", "blame", "--line-porcelain", "-w", "-M", "-C", "HEAD", "--", path),
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout.splitlines()
    return [int(line.split()[1]) for line in told if line.startswith("author-time ")]


def middle(dates: Sequence[int]) -> int:
    """Return the date by which half of the lines were there."""
    return sorted(dates)[(len(dates) - 1) // 2]
