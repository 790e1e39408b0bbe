"""The plan of `privtool scale`: a new one, or that of an earlier run that is gone on with."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from privtool import __version__
from privtool.core.errors import UsageError, option
from privtool.core.options import values_of
from privtool.core.pipeline import Rejects
from privtool.core.sizes import parse_size
from privtool.shards.folder import RunFolder
from privtool.shards.inputs import Input, read_input, stamp_of
from privtool.shards.plan import Setup, check_same, new_plan, read_plan, write_plan
from privtool.workflows.config.named_fields import TABLES
from privtool.workflows.shard_commands import CommandLine
from privtool.workflows.shard_work import PLAN, folder_of, models_of, stream_in

# Options of streams that may differ between runs of one plan: finished parts have no bad lines,
# or theirs are set aside already.
_NOT_COMPARED = ("output", "rejects", "rejects_raw", "summary", "quiet", "jobs")
_SHARDS, _SIZES = 64, (64 << 10, 64 << 20)  # unless --shard-bytes is given
DEFAULT_SIZE = f"1/{_SHARDS} of the input, {_SIZES[0] >> 10}K to {_SIZES[1] >> 20}M"
_WRITTEN = ("ledger",)  # files that the run itself changes


class PlanOptions(Protocol):
    """The options of a run that its plan depends on."""

    @property
    def folder(self) -> Path: ...

    @property
    def shard_bytes(self) -> str | None: ...

    @property
    def zstd(self) -> bool: ...


def planned_folder(options: PlanOptions, arguments: Sequence[str], line: CommandLine) -> RunFolder:
    """Return the folder of a run with its plan, which is made unless it is there.

    Raise `UsageError` for a command that cannot work on parts, for what the command itself would
    refuse, and if the folder has the plan of another run.
    """
    _check_parts(options, line)
    stream, path = stream_in(options.folder, line.stream), options.folder / PLAN
    plan = read_plan(path)
    if plan is None:
        if any(options.folder.iterdir()):
            raise UsageError(
                f"{options.folder} is not empty and has no plan: use another {option('out_dir')}"
            )
        line.config.check_all(stream)
        line.config.prepare(stream)  # once, so that workers find keys, indexes and models
        plan = new_plan(_setup(options, arguments, line))
    else:
        setup = _setup(options, arguments, line)
        check_same(plan.setup, setup, path)
        plan = msgspec.structs.replace(plan, setup=setup)
    write_plan(plan, path)
    return folder_of(options.folder, plan, line)


def _check_parts(options: PlanOptions, line: CommandLine) -> None:
    """Raise `UsageError` for options of the command that parts have no use for."""
    if options.zstd and line.counting is not None:
        raise UsageError(
            f"{line.command} writes one file, which other commands read uncompressed: remove "
            f"{option('zstd')}"
        )
    if line.stream.input_format in TABLES:
        raise UsageError(f"{option('input_format')}: only lines can be split, and tables cannot")
    if line.stream.output != "-":
        raise UsageError(f"the output goes into {option('out_dir')}: remove {option('output')}")
    if line.stream.jobs != 1:
        raise UsageError(f"use {option('workers')} instead of {option('jobs')}")
    Rejects(line.stream)  # its usage errors before anything starts
    line.config.check_in_parts()


def _setup(options: PlanOptions, arguments: Sequence[str], line: CommandLine) -> Setup:
    values = {**values_of(line.stream), **values_of(line.config)}
    inputs = tuple(map(read_input, line.stream.inputs))
    size = options.shard_bytes
    setup = Setup(
        arguments=tuple(arguments),
        options={
            "command": line.command,
            **{k: str(v) for k, v in values.items() if k not in _NOT_COMPARED},
        },
        directory=os.getcwd(),
        version=__version__,
        models=models_of(line),
        settings={path: stamp for path in _paths(values) if (stamp := stamp_of(path))},
        shard_bytes=parse_size(size, "shard_bytes") if size else _default_size(inputs),
        zstd=options.zstd,
        inputs=inputs,
    )
    _check_names(setup)
    return setup


def _check_names(setup: Setup) -> None:
    """Raise `UsageError` for a name of a file or folder that no JSON can hold."""
    names = (each.path for each in setup.inputs)
    for name in (*names, *setup.arguments, setup.directory):
        try:
            name.encode()
        except UnicodeEncodeError:
            raise UsageError(
                f"{name}: its name is not UTF-8, so the plan cannot hold it: rename it"
            ) from None


def _default_size(inputs: Sequence[Input]) -> int:
    """Return the size of shards that gives workers equal work, but not too many shards.

    It depends on the inputs alone, so that a run goes on with another number of workers.
    """
    least, most = _SIZES
    return min(max(sum(each.size for each in inputs) // _SHARDS, least), most)


def _paths(values: dict[str, object]) -> Iterator[str]:
    """Yield all that may be a file among the values of options, such as FILE and LABEL=FILE."""
    for name, value in values.items():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, str | Path) and name not in (*_NOT_COMPARED, *_WRITTEN):
                yield from {str(one), str(one).partition("=")[2]} - {""}
