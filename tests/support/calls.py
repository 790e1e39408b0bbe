"""Counting calls or lines: the cost of a computation, the same on every machine."""

import sys
from collections.abc import Callable
from typing import Any


def calls_of(function: Callable[[], object]) -> int:
    """Return the number of calls, of Python and of C functions, that a call makes."""
    count = 0

    def tick(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(tick)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def lines_of(function: Callable[[], object]) -> int:
    """Return the number of lines of Python that a call runs, each time that they run."""
    count = 0

    def tick(_frame: object, event: str, _argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return tick

    before = sys.gettrace()
    sys.settrace(tick)
    try:
        function()
    finally:
        sys.settrace(before)
    return count
