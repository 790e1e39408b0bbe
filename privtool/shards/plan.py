"""The plan of a run: what is done to which parts of which files, with what. It never changes.

Outputs of two plans must not mix, so a run that differs from the plan in its folder is refused. The
plan knows input files by their size, time and a fingerprint of both ends. They are cut into ranges
at the ends of lines, which are packed into shards of a size. A compressed file can only be read
from its start, so it is one range. Lines of others are counted on the way: errors name lines by
their number in the file, and a record without an id gets it as its id.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from privtool.core.errors import (
    DataError,
    PrivtoolError,
    UsageError,
    named_read_errors,
    option,
    reason_of,
)
from privtool.core.reading import FileRange, packing_of
from privtool.core.rng import short_digest
from privtool.core.writing import writing

_END_BYTES = 1 << 16  # at either end of a file
_READ_BYTES = 1 << 20
_SIZE = re.compile(r"([1-9][0-9]{0,11})([KMGT]?)")


def parse_size(text: str, name: str) -> int:
    """Return the bytes of a size such as 500, 16K or 64M; `name` is that of the option.

    Raise `UsageError` for anything else.
    """
    found = _SIZE.fullmatch(text.upper())
    if found is None:
        raise UsageError(f"{option(name)} must be a number of bytes such as 500K, 64M or 1G")
    return int(found[1]) << 10 * " KMGT".index(found[2] or " ")


class Input(msgspec.Struct, frozen=True):
    """An input file as it was when the work was planned."""

    path: str
    size: int
    modified: int  # nanoseconds
    digest: str
    packing: str


def read_input(path: str) -> Input:
    """Return a file as it is now; raise `UsageError` for one that cannot be read in parts."""
    if path == "-":
        raise UsageError("standard input cannot be split: name files")
    with named_read_errors(path), open(path, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise UsageError(f"{path}: only regular files can be split")
        head = file.read(_END_BYTES)
        file.seek(max(status.st_size - _END_BYTES, 0))
        digest = hashlib.sha256(head + file.read(_END_BYTES)).hexdigest()
    return Input(path, status.st_size, status.st_mtime_ns, digest, packing_of(head))


def check_unchanged(planned: Input) -> None:
    """Raise `DataError` unless a file is what it was when the work was planned."""
    if read_input(planned.path) != planned:
        raise DataError(
            f"{os.path.basename(planned.path)}: the file has changed since the work was planned; "
            f"start again with another {option('out_dir')}"
        )


class Range(NamedTuple):
    """A part of an input, by the number of the input; see `FileRange`."""

    input: int
    start: int
    end: int
    first_line: int


def ranges_of(number: int, source: Input, most: int) -> Iterator[Range]:
    """Yield the ranges of an input, of `most` bytes or little more where it can be cut.

    Raise `UsageError` for a file that cannot be read.
    """
    whole, cuts = Range(number, 0, source.size, 1), list[tuple[int, int]]()
    if source.size > most and not source.packing:
        with named_read_errors(source.path), open(source.path, "rb") as file:
            cuts = list(_cuts_of(file, most))
    start, line = 0, 1
    for end, lines in cuts:
        if end < source.size:
            yield whole._replace(start=start, end=end, first_line=line)
            start, line = end, line + lines
    yield whole._replace(start=start, first_line=line)


def _cuts_of(file: io.BufferedReader, most: int) -> Iterator[tuple[int, int]]:
    """Yield where to cut a file, with the number of lines since the cut before."""
    start = position = lines = 0
    while data := file.read(_READ_BYTES):
        done = 0  # bytes of the data before a cut
        while position + len(data) - start > most:
            at = data.find(b"\n", max(start + most - position - 1, done))
            if at < 0:
                break
            lines += data.count(b"\n", done, at + 1)
            done = at + 1
            yield position + done, lines
            start, lines = position + done, 0
        lines += data.count(b"\n", done)
        position += len(data)


def packed(ranges: Iterable[Range], most: int) -> Iterator[tuple[Range, ...]]:
    """Yield shards: consecutive ranges of `most` bytes together, or one range that is larger."""
    shard: list[Range] = []
    size = 0
    for each in ranges:
        length = each.end - each.start
        if shard and size + length > most:
            yield tuple(shard)
            shard, size = [], 0
        shard.append(each)
        size += length
    if shard:
        yield tuple(shard)


_COMPARED = {
    "options": "the command and its options",
    "directory": "the working directory",
    "inputs": "the input files",
    "settings": "the files that options name",
    "models": "the models",
    "version": "the version of privtool",
    "shard_bytes": option("shard_bytes"),
}


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """All that a plan follows from: two runs with equal setups have equal outputs.

    Workers parse `arguments`; two runs may differ in them where it does not matter for the output,
    so `options` has what the arguments mean. `settings` is the size and time of each file that an
    option names, `models` the weights by option.
    """

    arguments: tuple[str, ...]
    options: Mapping[str, str]
    directory: str
    version: str
    models: Mapping[str, Any]
    settings: Mapping[str, tuple[int, int]]
    shard_bytes: int
    inputs: tuple[Input, ...]


class Plan(msgspec.Struct, frozen=True):
    """A setup and its shards, each with the ranges to read in order."""

    setup: Setup
    shards: tuple[tuple[Range, ...], ...]

    @property
    def digest(self) -> str:
        """What the results of this plan and no other one are marked with."""
        same = msgspec.structs.replace(self.setup, arguments=())
        return short_digest([msgspec.json.encode(Plan(same, self.shards))])

    def ranges(self, shard: int) -> Iterator[tuple[Input, FileRange]]:
        for part in self.shards[shard]:
            source = self.setup.inputs[part.input]
            yield source, FileRange(source.path, *part[1:], source.packing, part.input + 1)


def new_plan(setup: Setup) -> Plan:
    """Return the plan of a setup; reads the files that are to be cut."""
    most = setup.shard_bytes
    found = chain.from_iterable(ranges_of(n, each, most) for n, each in enumerate(setup.inputs))
    return Plan(setup, tuple(packed(found, most)))


def read_plan(path: Path) -> Plan | None:
    """Return the plan in a file, None if there is none; raise `PrivtoolError` for a broken one."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise PrivtoolError(f"{path}: {reason_of(error, 'cannot be read')}") from None
    except msgspec.MsgspecError:
        raise PrivtoolError(f"{path} is not a plan of privtool scale") from None


def write_plan(plan: Plan, path: Path) -> None:
    """Write a plan for its owner alone: it names files and options."""
    with writing(str(path), private=True) as write:
        write(msgspec.json.encode(plan) + b"\n")


def check_same(planned: Setup, now: Setup, path: Path) -> None:
    """Raise `UsageError` unless a run would do what the plan says."""
    names = [
        what for name, what in _COMPARED.items() if getattr(planned, name) != getattr(now, name)
    ]
    if names:
        raise UsageError(
            f"{path} is the plan of a run that differs in {' and '.join(names)}: use "
            f"another {option('out_dir')}"
        )
