"""What a worker of `privtool scale` does: it loads a command's model once and works on shards."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from privtool import __version__
from privtool.core.blocks import Counts, Reject
from privtool.core.errors import PrivtoolError, UnavailableError
from privtool.core.options import configured, options_of
from privtool.core.pipeline import Rejects, StreamOptions
from privtool.core.reading import Block, read_range
from privtool.shards.attempts import Failure, failure_of
from privtool.shards.folder import Done, RunFolder
from privtool.shards.inputs import check_unchanged
from privtool.shards.plan import read_plan

PLAN = "plan.json"


class BlockResult(Protocol):
    """What comes of a block: lines, counts, and bad lines."""

    @property
    def data(self) -> bytes: ...

    @property
    def counts(self) -> Counts: ...

    @property
    def rejects(self) -> list[Reject]: ...


class PartsConfig(Protocol):
    """The options of a command that works on parts, see `running.FilterConfig`."""

    @property
    def reads_input_twice(self) -> bool: ...

    def check_all(self, stream: StreamOptions) -> None: ...

    def check_in_parts(self) -> None: ...

    def prepare(self, stream: StreamOptions) -> None: ...

    def block_work(
        self, stream: StreamOptions
    ) -> AbstractContextManager[Callable[[Block], BlockResult]]: ...

    def lines_per_block(self, jobs: int) -> int: ...

    def model_entries(self) -> Mapping[str, Any]: ...

    def report_counts(self, stream: StreamOptions, counts: Counts) -> None: ...


class CommandLine(NamedTuple):
    """A command as it was given: its name, the options of its streams and its own."""

    command: str
    stream: StreamOptions
    config: PartsConfig


ParseCommand = Callable[[Sequence[str]], CommandLine]
"""Picklable, as workers parse the command that the plan names."""


def stream_in(folder: Path, stream: StreamOptions) -> StreamOptions:
    """Return the options of streams of a command whose output goes into a folder.

    Paths in records are relative to it, as those of a file in the folder would be.
    """
    return replace(stream, output=str(folder / "part"), summary=None)


def opened_folder(path: Path, parse: ParseCommand) -> tuple[RunFolder, CommandLine]:
    """Return the folder of a planned run, and its command.

    Raise `PrivtoolError` without a plan.
    """
    plan = read_plan(path / PLAN)
    if plan is None:
        raise PrivtoolError(f"{path} holds no plan of privtool scale")
    line = parse(plan.setup.arguments)
    return RunFolder(path, plan, ending_of(line.stream)), line


def ending_of(stream: StreamOptions) -> str:
    """Return the ending of the files of the output."""
    return ".txt" if stream.output_format == "text" else ".jsonl"


def models_of(config: PartsConfig) -> dict[str, Any]:
    """Return the models of a command as a plan has them."""
    entries: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(config.model_entries()))
    return entries


def into_full_folder(config: PartsConfig) -> PartsConfig:
    """Return the config of a command whose folder of audio other workers fill, too."""
    if "force" not in options_of(type(config)):
        return config
    return configured(type(config), {"force": True}, config)


def shard_work(parse: ParseCommand, path: Path) -> ShardWork:
    """Return what works on the shards of the run in a folder; called once in each process.

    Raise `UnavailableError` where this machine has not what the plan was made with.
    """
    plan = read_plan(path / PLAN)
    if plan is not None and os.getcwd() != plan.setup.directory:
        os.chdir(plan.setup.directory)  # where the paths of the command line start
    folder, line = opened_folder(path, parse)
    setup = folder.plan.setup
    if setup.version != __version__:
        raise UnavailableError(f"this machine has version {__version__}, the plan {setup.version}")
    if setup.models != models_of(line.config):
        raise UnavailableError("this machine has other weights of the models than the plan")
    return ShardWork(folder, line)


class ShardWork:
    """Runs a command on shards, each into its part of the output."""

    def __init__(self, folder: RunFolder, line: CommandLine) -> None:
        self.folder = folder
        self._stream = replace(stream_in(folder.path, line.stream), quiet=True)
        config = into_full_folder(line.config)
        self._lines = config.lines_per_block(1)
        self._open = ExitStack()  # until the process ends
        self._work = self._open.enter_context(config.block_work(self._stream))
        if config.reads_input_twice:
            for source in folder.plan.setup.inputs:
                check_unchanged(source)

    def __call__(self, shard: int) -> Failure | None:
        """Work on a shard; return why it failed, if it did."""
        try:
            self._write(shard)
        except Exception as error:
            return failure_of(error)
        return None

    def _write(self, shard: int) -> None:
        started = time.perf_counter()
        folder, counts = self.folder, Counter[str]()
        with ExitStack() as stack:
            aside = stack.enter_context(Rejects(self._stream_of(shard)))
            part = stack.enter_context(folder.writing_part(shard))
            for source, where in folder.plan.ranges(shard):
                check_unchanged(source)
                for block in read_range(where, self._stream.max_line_bytes, self._lines):
                    result = self._work(block)
                    part(result.data)
                    counts.update(result.counts)
                    aside.add(result.rejects)
                check_unchanged(source)
        folder.write_done(
            Done(
                plan=folder.digest,
                shard=shard,
                records_in=counts["records"] + aside.count,
                records_out=part.lines,
                rejected=aside.count,
                seconds=round(time.perf_counter() - started, 3),
                bytes=part.bytes,
                sha256=part.sha256,
                counts=dict(counts),
            )
        )

    def _stream_of(self, shard: int) -> StreamOptions:
        if self._stream.rejects is None:
            return self._stream
        return replace(self._stream, rejects=str(self.folder.rejects(shard)))


def added_up(done: Sequence[Done]) -> Counts:
    """Return the counts of all shards as those of one run."""
    counts: Counts = Counter()
    for each in done:
        counts.update(each.counts)
    counts["rejected"] = sum(each.rejected for each in done)
    counts["milliseconds"] = round(1000 * sum(each.seconds for each in done))
    return counts
