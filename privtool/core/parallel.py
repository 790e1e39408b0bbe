"""Ordered map of a function over blocks, in this process or in several.

The output does not depend on `jobs`; only a few blocks are in memory at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from privtool.core.reading import Block

Result = TypeVar("Result")
Make = Callable[[], Callable[[Block], Result]]


def map_blocks(
    make: Make[Result], blocks: Iterable[Block], jobs: int
) -> Generator[Result, None, None]:
    """Apply the function that `make` builds to every block, in order, in `jobs` processes.

    `make` is called in each process, and must be picklable if `jobs` is over 1. Raise the errors of
    `make`, the function and `blocks`, and `PrivtoolError` if a worker is killed. The processes end
    with the generator or this process.
    """
    if jobs == 1:
        yield from map(make(), blocks)
        return
    # Imported here because it loads multiprocessing, which takes time.
    from privtool.core.processes import map_in_processes

    yield from map_in_processes(make, blocks, jobs)
