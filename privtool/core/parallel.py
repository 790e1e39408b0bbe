"""Applying a function to a stream of blocks in order, in this process or in several.

The same function handles a block wherever it runs, so the output does not depend on `jobs`, and
only a few blocks are in memory at a time.
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

    `make` is called once in every process, and must be picklable when `jobs` is over 1. Raises
    what `make`, the function and `blocks` raise, and `PrivtoolError` when a worker process is
    killed. Closing the generator ends the processes at once, as does the end of this process.
    """
    if jobs == 1:
        yield from map(make(), blocks)
        return
    # What starts processes takes a while to load, which one process need not wait for.
    from privtool.core.processes import map_in_processes

    yield from map_in_processes(make, blocks, jobs)
