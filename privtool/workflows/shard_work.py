"""What a worker of `privtool scale` does: it loads a command's model once and works on shards."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import msgspec

from privtool import __version__
from privtool.core.blocks import BlockResult, Counts
from privtool.core.errors import PrivtoolError, UnavailableError
from privtool.core.options import configured, options_of
from privtool.core.pipeline import Rejects, StreamOptions
from privtool.core.reading import Block, read_blocks, read_range
from privtool.shards.folder import Done, RunFolder
from privtool.shards.plan import Plan, check_unchanged, read_plan
from privtool.shards.workers import Failure, failure_of

if TYPE_CHECKING:
    from privtool.workflows.asr_eval import AsrEvalConfig
    from privtool.workflows.running import FilterConfig

    RecordsConfig: TypeAlias = FilterConfig | AsrEvalConfig

PLAN = "plan.json"


class CommandLine(NamedTuple):
    """A command as it was given: its name, the options of its streams and its own."""

    command: str
    stream: StreamOptions
    config: RecordsConfig


ParseCommand = Callable[[Sequence[str]], CommandLine]
"""Picklable, as workers parse the command that the plan names."""


def stream_in(folder: Path, stream: StreamOptions) -> StreamOptions:
    """Return the options of streams of a command whose output goes into a folder.

    Paths in records are relative to it, as those of a file in the folder would be.
    """
    return replace(stream, output=str(folder / "part"), summary=None)


def folder_of(path: Path, plan: Plan, line: CommandLine) -> RunFolder:
    return RunFolder(path, plan, ".txt" if line.stream.output_format == "text" else ".jsonl")


def models_of(line: CommandLine) -> dict[str, Any]:
    entries: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(line.config.model_entries()))
    return entries


class ShardWork:
    """Runs the command of the run in a folder on shards; made once in each process.

    Raises `PrivtoolError` without a plan, and `UnavailableError` where this machine has not what
    the plan was made with.
    """

    def __init__(self, parse: ParseCommand, path: Path) -> None:
        plan = read_plan(path / PLAN)
        if plan is None:
            raise PrivtoolError(f"{path} has no plan of privtool scale")
        setup = plan.setup
        if os.getcwd() != setup.directory:
            os.chdir(setup.directory)  # where the paths of the command line start
        line = parse(setup.arguments)
        if setup.version != __version__:
            raise UnavailableError(
                f"this machine has version {__version__}, the plan {setup.version}"
            )
        if setup.models != models_of(line):
            raise UnavailableError("this machine has other weights of the models than the plan")
        self.folder = folder_of(path, plan, line)
        self._stream = replace(stream_in(path, line.stream), quiet=True)
        self._open = ExitStack()  # until the process ends
        config = line.config
        if "force" in options_of(type(config)):  # other workers fill the folder of audio, too
            config = configured(type(config), {"force": True}, config)
        self._config = config
        self._lines = config.lines_per_block(1)
        self._work: Callable[[Block], BlockResult]
        self._work = self._open.enter_context(config.block_work(self._stream))
        if config.reads_input_twice:
            for source in setup.inputs:
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
        stream, longest = self._stream, self._stream.max_line_bytes
        if stream.rejects is not None:
            stream = replace(stream, rejects=str(folder.rejects(shard)))
        with ExitStack() as stack:
            aside = stack.enter_context(Rejects(stream))
            part = stack.enter_context(folder.writing_part(shard))
            for source, where in folder.plan.ranges(shard):
                check_unchanged(source)
                blocks = read_range(where, longest, self._lines)
                before = partial(read_blocks, [where.path], longest, self._lines)
                for block in self._config.marked(blocks, self._stream, before):
                    result = self._work(block)
                    part(result.data)
                    counts.update(result.counts)
                    aside.add(result.rejects)
                check_unchanged(source)
            self._config.conclude(counts)  # a part that fails does not get its name
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


def added_up(done: Sequence[Done]) -> Counts:
    """Return the counts of all shards as those of one run."""
    counts: Counts = Counter()
    for each in done:
        counts.update(each.counts)
    counts["rejected"] = sum(each.rejected for each in done)
    counts["milliseconds"] = round(1000 * sum(each.seconds for each in done))
    return counts
