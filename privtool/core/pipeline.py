"""Streaming of records through a stage: inputs, outputs, rejects, counts."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, TypeVar

import msgspec

from privtool.core.blocks import Counts, FilterBlock, Format, Reject, Stage, first_error
from privtool.core.errors import UsageError, option, with_flags
from privtool.core.options import Opt, Output, Quiet, Summary
from privtool.core.reading import Block, awaits_terminal, keep_input, read_blocks, rewind_input
from privtool.core.resources import relax_gc
from privtool.core.spans import refuse_cut
from privtool.core.writing import Write, WriteRows, same_file, writing

OpenMap = Callable[[], AbstractContextManager[Write]]
LINES_PER_BLOCK = 8192
_JSON_LINES = Format()
Mark = Callable[[Iterable[Block]], Iterable[Block]]  # adds what the text before a line says of it
_MOST_JOBS = 256  # a typing error must not exhaust the memory of the machine
_T = TypeVar("_T")
Make = Callable[[], Callable[[Block], _T]]


class Table(Protocol):
    """A table of one or several files with the same columns.

    `blocks` yields its rows and may be called again; `writer` gives what writes new ones, and ends
    the table unless there is an error.
    """

    def blocks(
        self, inputs: Sequence[str], max_line_bytes: int, rows_per_block: int
    ) -> Iterator[Block]: ...

    def writer(self, write: Write) -> AbstractContextManager[WriteRows]: ...


@dataclass(frozen=True)
class StreamOptions:
    """The options that all streaming commands share, their inputs and the name of the command.

    `inputs_named` is false if standard input is only the default. `blocks`, the records of a Python
    caller, replace the inputs. A `table` is what reads and writes them as rows.
    """

    inputs: tuple[str, ...] = ("-",)
    output: Output = "-"
    input_format: Annotated[Literal["jsonl", "text"], Opt("Format of the input.")] = "jsonl"
    output_format: Annotated[
        Literal["jsonl", "text"], Opt("Format of the output; text has one record per line.")
    ] = "jsonl"
    rejects: Annotated[
        str | None,
        Opt("Write bad lines here (place, id, reason) and continue.", metavar="FILE"),
    ] = None
    jobs: Annotated[
        int,
        Opt(
            "Number of processes; the output is the same for any number.",
            min=1,
            max=_MOST_JOBS,
            short="-j",
        ),
    ] = 1
    max_line_bytes: Annotated[int, Opt("Maximum length of an input line.", min=1)] = 64 << 20
    summary: Summary = None
    quiet: Quiet = False
    command: str = "privtool"
    inputs_named: bool = True
    blocks: Iterable[Block] | None = None
    table: Table | None = None

    def of_files(self, *paths: str | Path, **changes: Any) -> StreamOptions:
        """Return the options with files as the input, and other changes."""
        return replace(self, inputs=tuple(map(str, paths)), blocks=None, **changes)

    def of_clean_file(self, path: str | Path) -> StreamOptions:
        """Return options for an auxiliary file, in which a bad line is an error."""
        return self.of_files(path, rejects=None, summary=None, quiet=True)


class MakeStage(Protocol):
    """Builds a stage, in each process its own; picklable for `--jobs` over 1."""

    def __call__(self) -> Stage: ...


def run_filter(
    make_stage: MakeStage,
    options: StreamOptions,
    line_format: Format = _JSON_LINES,
    *,
    lines_per_block: int = LINES_PER_BLOCK,
    open_map: OpenMap | None = None,
    mark: Mark | None = None,
    conclude: Callable[[Counts], None] = refuse_cut,
) -> Counts:
    """Stream records through a stage and return its counts and `milliseconds`.

    What the stage replaced goes to the map, which is in place before the output is.

    Unless rejects are set aside, raise the `DataError` of the first bad line once the records
    before it are written. Raise what `refuse_cut` and `conclude` raise before a file is in place.
    """
    make = partial(filter_block, make_stage, line_format, options.rejects is not None)
    started = time.perf_counter()
    counts: Counts = Counter()
    with ExitStack() as stack:
        set_aside = stack.enter_context(Rejects(options))
        write = stack.enter_context(writing(options.output))
        write_rows: WriteRows | None = None
        if options.table is not None:
            write_rows = stack.enter_context(options.table.writer(write))
        write_map = None if open_map is None else stack.enter_context(open_map())
        results = results_of(make, options, set_aside, lines_per_block, mark)
        for result in stack.enter_context(results):
            if result.data:
                write(result.data)
            if write_rows is not None and result.rows:
                write_rows(result.rows)
            if write_map is not None:
                write_map(result.originals)
            counts.update(result.counts)
        counts["rejected"] = set_aside.count
        counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
        refuse_cut(counts)
        conclude(counts)
    return counts


def filter_block(make_stage: MakeStage, line_format: Format, keep_going: bool) -> FilterBlock:
    """Build a stage, and what runs it over blocks."""
    stage = make_stage()
    relax_gc()
    return FilterBlock(stage, line_format, keep_going)


def map_blocks(make: Make[_T], blocks: Iterable[Block], jobs: int) -> Generator[_T, None, None]:
    """Apply the function that `make` builds to every block, in order, in `jobs` processes.

    The results do not depend on `jobs`; only a few blocks are in memory at a time. `make` is called
    in each process, and must be picklable if `jobs` is over 1. Raise the errors of `make`, the
    function and `blocks`, and `PrivtoolError` if a worker is killed. The processes end with the
    generator or this process.
    """
    if jobs == 1:
        yield from map(make(), blocks)
        return
    # Imported here because it loads multiprocessing, which takes time.
    from privtool.core.processes import map_in_processes

    yield from map_in_processes(make, blocks, jobs)


class HasRejects(Protocol):
    """The result of a block, with its bad lines."""

    @property
    def rejects(self) -> list[Reject]: ...


_Result = TypeVar("_Result", bound=HasRejects)


@contextmanager
def results_of(
    make: Make[_Result],
    options: StreamOptions,
    set_aside: Rejects,
    lines_per_block: int = LINES_PER_BLOCK,
    mark: Mark | None = None,
) -> Iterator[Iterator[_Result]]:
    """Yield an iterator of the results for the blocks of the inputs, in order, once marked.

    `make` builds the function to apply. The rejects of a result are set aside after it was taken.
    All work ends with the `with` block.
    """

    def settled() -> Iterator[_Result]:
        for result in results:
            yield result
            set_aside.add(result.rejects)

    blocks: Iterable[Block] = watched_blocks(options, lines_per_block)
    if mark is not None:
        blocks = mark(blocks)
    with closing(map_blocks(make, blocks, options.jobs)) as results:
        yield settled()


def prompt(options: StreamOptions) -> None:
    """Say what is awaited where the input is a terminal."""
    if awaits_terminal(options.inputs) and not options.quiet:
        print(
            f"{options.command}: reading {options.input_format} records from the terminal, "
            "end with Ctrl-D",
            file=sys.stderr,
        )


def watched_blocks(options: StreamOptions, lines_per_block: int) -> Iterator[Block]:
    """Yield the blocks of the inputs; show a prompt or the progress on a terminal."""
    prompt(options)
    if options.blocks is not None:
        yield from options.blocks
        return
    read = read_blocks if options.table is None else options.table.blocks
    blocks = read(options.inputs, options.max_line_bytes, lines_per_block)
    if options.quiet or not sys.stderr.isatty() or awaits_terminal(options.inputs):
        yield from blocks
        return
    from tqdm import tqdm

    with tqdm(unit=" records", unit_scale=True, desc=options.command, leave=False) as bar:
        for block in blocks:
            yield block
            bar.update(len(block.items))


def input_twice(options: StreamOptions, lines_per_block: int) -> Iterator[Block]:
    """Yield the blocks of the inputs, which can be read again: standard input is rewound."""
    piped = "-" in options.inputs and options.blocks is None
    if piped:
        prompt(options)
        keep_input()
    yield from watched_blocks(replace(options, quiet=True), lines_per_block)
    if piped:
        rewind_input()


class Rejects:
    """The file of rejected lines, if it is `named`, and their `count`."""

    def __init__(self, options: StreamOptions) -> None:
        self._path, self.named = options.rejects, options.rejects is not None
        self._stack = ExitStack()
        self._write: Write | None = None
        self.count = 0

    def __enter__(self) -> Rejects:
        if self._path is not None:
            self._write = self._stack.enter_context(writing(self._path))
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def add(self, rejects: list[Reject]) -> None:
        """Write rejected lines; raise the `DataError` of the first one without a file for them."""
        if not rejects:
            return
        if self._write is None:
            raise first_error(rejects)
        self.count += len(rejects)
        rows = (
            {"source": source, "line": number, "id": record_id, "reason": with_flags(reason)}
            for source, number, record_id, reason in rejects
        )
        self._write(msgspec.json.Encoder().encode_lines(rows))


Written = Mapping[str, str | Path | None]


def written_by(stream: StreamOptions) -> Written:
    """Return the files that every streaming command may write, by option."""
    names = ("output", "rejects", "summary")
    return {option(name): getattr(stream, name) for name in names}


def check_apart(written: Written) -> None:
    """Raise `UsageError` if two options name one place; None is an absent option."""
    for (name, place), (other, there) in combinations(_places(written).items(), 2):
        if place == there == "-" or same_file(place, there):
            raise UsageError(f"{name} and {other} must be different")


def check_not_read(written: Written, read: Iterable[str | Path | None]) -> None:
    """Raise `UsageError` if an option names a file that is read; `-` is what the shell opened."""
    paths = [str(path) for path in read if path is not None]
    for name, place in _places(written).items():
        if any(_is_read(place, path) for path in paths):
            what = "would replace" if place != "-" else "is standard output, which is"
            raise UsageError(f"{name} {what} a file that is read")


def check_stream(stream: StreamOptions, read: Iterable[str | Path | None]) -> None:
    """Raise `UsageError` if a filter would overwrite a file that it reads besides its input."""
    check_not_read(written_by(stream), read)


def check_outside(written: Written, folder: Path) -> None:
    """Raise `UsageError` if an option names a file in a folder that is written as a whole."""
    for name, place in _places(written).items():
        if place != "-" and Path(place).resolve().is_relative_to(folder.resolve()):
            raise UsageError(f"{name} is in {folder}, which is written as a whole")


def _places(written: Written) -> dict[str, str]:
    return {option: str(place) for option, place in written.items() if place is not None}


def _is_read(place: str, path: str) -> bool:
    """Return whether a file to write is one to read. A longer input would never end (`>>`)."""
    if same_file(place, path):  # existing or not: a key is made later
        return True
    try:
        there = os.fstat(1) if place == "-" else os.stat(place)
        here = os.fstat(0) if path == "-" else os.stat(path)
    except OSError:  # there is none yet, or it is closed
        return False
    return stat.S_ISREG(there.st_mode) and os.path.samestat(there, here)
