"""`privtool scale`: its options, and a run from the plan to the summary."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from privtool import __version__
from privtool.core.blocks import Counts
from privtool.core.errors import DataError, ExitStatus, PrivtoolError, UsageError, option
from privtool.core.options import Opt, Quiet, values_of
from privtool.core.pipeline import check_outside, written_by
from privtool.core.reading import stamp_of
from privtool.core.reporting import summarizing
from privtool.core.resources import usable_cpus
from privtool.core.writing import writing
from privtool.shards.folder import RunFolder, only_run_in
from privtool.shards.plan import (
    Setup,
    check_same,
    new_plan,
    parse_size,
    read_input,
    read_plan,
    write_plan,
)
from privtool.shards.workers import (
    Attempts,
    Crew,
    Ended,
    LocalEngine,
    MakeWork,
    RayEngine,
    ray_cluster,
)
from privtool.workflows.config.texts import TABLES
from privtool.workflows.shard_work import (
    PLAN,
    CommandLine,
    ParseCommand,
    ShardWork,
    added_up,
    folder_of,
    models_of,
    stream_in,
)

# Options of streams that may differ between runs of one plan: finished parts have no bad lines,
# or theirs are set aside already.
_NOT_COMPARED = ("output", "rejects", "summary", "quiet", "jobs")
_SHARDS, _SIZES = 64, (64 << 10, 64 << 20)  # unless --shard-bytes is given
DEFAULT_SIZE = f"1/{_SHARDS} of the input, {_SIZES[0] >> 10}K to {_SIZES[1] >> 20}M"


@dataclass(frozen=True, kw_only=True)
class ScaleConfig:
    """Run a filter on shards of its input, in many processes.

    Cuts the input into shards, gives them to workers and writes OUT/part-00000.jsonl and so on.
    Concatenated in order, the parts are what the filter alone would write to a file in OUT. Each
    worker loads the model once. A shard whose worker dies is retried. The same command again
    resumes the last run; a changed command, input or model is refused. Compressed files are not
    split.

    \b
    Examples, in data/sample:
      privtool scale --out-dir masked/ --workers 2 -- mask --method allowList raw.jsonl
      privtool scale --out-dir s/ --shard-bytes 16K -- mask raw.jsonl; cat s/part-* > masked.jsonl
    """

    out_dir: Annotated[Path, Opt("Folder for the output parts and the state of the run.", "DIR")]
    runner: Annotated[
        Literal["local", "ray"], Opt("Run workers as local processes or Ray actors.")
    ] = "local"
    workers: Annotated[int | None, Opt("Number of workers.", min=1, default="one per CPU")] = None
    shard_bytes: Annotated[
        str | None,
        Opt("Size of a shard of plain files.", "SIZE", default=DEFAULT_SIZE),
    ] = None
    retries: Annotated[int, Opt("Number of retries of a failed shard.", min=0)] = 2
    gpus_per_worker: Annotated[
        float, Opt("GPUs per worker; 0.5 lets two workers share one.", min=0)
    ] = 0.0
    quiet: Quiet = False

    def check(self, arguments: Sequence[str]) -> None:
        """Raise `UsageError` for a size that is none, and without a command or with two."""
        if self.shard_bytes is not None:
            parse_size(self.shard_bytes, "shard_bytes")
        if not arguments:
            raise UsageError("name the command to run after two dashes")

    @property
    def folder(self) -> Path:
        """The folder, whatever the working directory becomes."""
        return self.out_dir.absolute()


def run(config: ScaleConfig, arguments: Sequence[str], parse: ParseCommand) -> Counts:
    """Plan, or go on with a plan; work on what is not done; add up. Return the added counts.

    Raise `DataError` or `PrivtoolError` if shards have failed.
    """
    config.check(arguments)
    started = time.perf_counter()
    line = parse(arguments)
    quiet = config.quiet or line.stream.quiet
    with only_run_in(config.folder):
        folder = planned_folder(config, arguments, line)
        before = folder.complete()
        waiting = [n for n in range(folder.count) if n not in before]
        attempts = Attempts(waiting, config.retries)
        with _progress(folder.count, len(before), quiet) as show:
            _work(config, partial(ShardWork, parse, config.folder), attempts, show)
        folder.sync(attempts)
        _check_failures(folder, attempts)
        counts = added_up([*before.values(), *folder.marked(waiting)])
        _conclude(folder, line, counts, quiet)
    if not quiet:
        shown = f"{folder.count:,} shards"
        shown += f", {len(before):,} of them done before" if before else ""
        seconds = time.perf_counter() - started
        print(f"privtool scale: {shown}, {seconds:.1f} s", file=sys.stderr)
    return counts


def _work(config: ScaleConfig, make: MakeWork, attempts: Attempts, ended: Ended) -> None:
    """Start workers and work on all shards."""
    if not attempts.waiting:
        return
    if config.runner == "ray":
        with ray_cluster() as cpus:
            size = min(config.workers or cpus, len(attempts.waiting))
            Crew(RayEngine(make, config.gpus_per_worker), size).work(attempts, ended)
        return
    size = min(config.workers or usable_cpus(), len(attempts.waiting))
    Crew(LocalEngine(make, size, config.gpus_per_worker), size).work(attempts, ended)


@contextmanager
def _progress(shards: int, before: int, quiet: bool) -> Iterator[Ended]:
    """Yield what to call with each shard that ended; show a bar on a terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm

    with tqdm(
        total=shards, initial=before, unit=" shards", desc="privtool scale", leave=False
    ) as bar:
        yield lambda _: bar.update()


def _check_failures(folder: RunFolder, attempts: Attempts) -> None:
    """Write the list of failures; raise `DataError` or `PrivtoolError` if there are any."""
    path = folder.write_failures(attempts)
    failures = [failure for _, failure in sorted(attempts.failures.items())]
    if failures:
        only_data = all(failure.status == ExitStatus.BAD_DATA for failure in failures)
        aside = f"with {option('rejects')} FILE, to set bad lines aside, " if only_data else ""
        raise (DataError if only_data else PrivtoolError)(
            f"{failures[0].reason}; {len(failures):,} of {folder.count:,} shards failed, see "
            f"{path}; run the same command again {aside}to retry only these"
        )


def _conclude(folder: RunFolder, line: CommandLine, counts: Counts, quiet: bool) -> None:
    """Write and report, for all shards together, what the command alone would."""
    stream, config, shown = line.stream, line.config, replace(line.stream, quiet=quiet)
    if stream.rejects is not None:
        with writing(stream.rejects) as write:
            for shard in range(folder.count):
                if folder.rejects(shard).exists():
                    write(folder.rejects(shard).read_bytes())
    with summarizing(stream, config) as summarize:
        summarize(counts, config.model_entries())
    config.report_counts(shown, counts)


def planned_folder(options: ScaleConfig, arguments: Sequence[str], line: CommandLine) -> RunFolder:
    """Return the folder of a run with its plan, which is made unless it is there.

    Raise `UsageError` for a command that cannot work on parts, for what the command itself would
    refuse, and if the folder has the plan of another run.
    """
    if line.stream.input_format in TABLES:
        raise UsageError(f"{option('input_format')}: only lines can be split, and tables cannot")
    if line.stream.output != "-":
        raise UsageError(f"the output goes into {option('out_dir')}: remove {option('output')}")
    if line.stream.jobs != 1:
        raise UsageError(f"use {option('workers')} instead of {option('jobs')}")
    check_outside(written_by(line.stream), options.folder)
    line.config.check_in_parts()
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


def _setup(options: ScaleConfig, arguments: Sequence[str], line: CommandLine) -> Setup:
    values = {**values_of(line.stream), **values_of(line.config)}
    inputs = tuple(map(read_input, line.stream.inputs))
    if options.shard_bytes is not None:
        size = parse_size(options.shard_bytes, "shard_bytes")
    else:  # by the inputs alone, so that a run goes on with another number of workers
        least, most = _SIZES
        size = min(max(sum(each.size for each in inputs) // _SHARDS, least), most)
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
        shard_bytes=size,
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


def _paths(values: dict[str, object]) -> Iterator[str]:
    """Yield all that may be a file among the values of options, such as FILE and LABEL=FILE."""
    for name, value in values.items():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, str | Path) and name not in _NOT_COMPARED:
                yield from {str(one), str(one).partition("=")[2]} - {""}
