"""Run steps that write files, and skip those whose output is newer than their inputs."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext
from math import inf
from pathlib import Path
from typing import NamedTuple

_CLOSED_PIPE = (-13, 141)  # what a program ends with when the next one has read enough


class TextOf(NamedTuple):
    """An argument that an earlier step writes to a file."""

    file: Path


Command = Sequence[str | Path | TextOf]
Pipeline = Sequence[Command]


class Step(NamedTuple):
    """Pipelines that run one after another and write `output` from `inputs`.

    With `capture`, the standard output of the only pipeline becomes the output.
    """

    output: Path
    inputs: Sequence[Path]
    pipelines: Sequence[Pipeline]
    capture: bool = False


class Target(NamedTuple):
    """Files to bring up to date with `steps`, and a command to run on them afterwards."""

    files: Sequence[Path]
    steps: Iterable[Step]
    command: Command


class StepFailed(Exception):  # noqa: N818
    """A command ended with an error; the argument is the exit status."""


def run(target: Target, jobs: int, dry_run: bool) -> int:
    """Print and run the commands that a target needs; return the exit status."""
    steps = outdated_steps(target)
    try:
        if dry_run:
            for step in steps:
                print(*_lines(step), sep="\n")
            print(line_of([target.command]))
        else:
            _run_steps(steps, jobs)
            print(line_of([target.command]), flush=True)
            _execute([target.command])
    except StepFailed as failure:
        return int(failure.args[0])
    except KeyboardInterrupt:  # which the commands receive, too
        return 130
    return 0


def outdated_steps(target: Target) -> list[Step]:
    """Return the steps to run, inputs first.

    A missing intermediate file does not make the files built from it outdated: they are compared
    with its own inputs. Once it has to be written again, they are outdated.
    """
    steps = {step.output: step for step in target.steps}
    rewritten: set[Path] = set()
    plan: dict[Path, Step] = {}

    def time_of(file: Path) -> float:
        if file in rewritten:
            return inf
        newest = max(map(time_of, steps[file].inputs), default=0.0)
        modified = _modified(file)
        if modified is None:
            return newest
        return inf if newest > modified else modified

    def require(file: Path) -> None:
        if file in plan or (file.exists() and time_of(file) < inf):
            return
        for one in steps[file].inputs:
            require(one)
        plan[file] = steps[file]

    while True:
        for file in target.files:
            require(file)
        if plan.keys() <= rewritten:
            return list(plan.values())
        rewritten |= plan.keys()
        plan.clear()


def line_of(pipeline: Pipeline) -> str:
    """Return a pipeline as a line for the shell."""
    return " | ".join(" ".join(map(_quoted, command)) for command in pipeline)


def _quoted(argument: str | Path | TextOf) -> str:
    if isinstance(argument, TextOf):
        return f"$(cat {shlex.quote(str(argument.file))})"
    return shlex.quote(str(argument))


def _lines(step: Step) -> list[str]:
    redirection = f" > {shlex.quote(str(step.output))}" if step.capture else ""
    return [line_of(pipeline) + redirection for pipeline in step.pipelines]


def _modified(file: Path) -> float | None:
    return file.stat().st_mtime if file.exists() else None


def _run_steps(steps: Sequence[Step], jobs: int) -> None:
    """Run independent steps in parallel. After a failure, start no more and raise `StepFailed`."""
    waiting = list(steps)
    running: dict[Future[None], Step] = {}
    with ThreadPoolExecutor(jobs) as pool:
        while waiting or running:
            unfinished = {step.output for step in (*waiting, *running.values())}
            ready = [step for step in waiting if unfinished.isdisjoint(step.inputs)]
            for step in ready[: jobs - len(running)]:
                waiting.remove(step)
                running[pool.submit(_run_step, step)] = step
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                del running[future]
                future.result()


def _run_step(step: Step) -> None:
    step.output.parent.mkdir(parents=True, exist_ok=True)
    before = _modified(step.output)
    part = step.output.with_name(step.output.name + ".part")
    try:
        for pipeline, line in zip(step.pipelines, _lines(step), strict=True):
            print(f"{line}\n", end="", flush=True)  # in one write: steps run in parallel
            _execute(pipeline, part if step.capture else None)
        if step.capture:
            part.replace(step.output)
    except StepFailed:
        part.unlink(missing_ok=True)
        if _modified(step.output) != before:  # incomplete, as some records were rejected
            step.output.unlink(missing_ok=True)
        raise


def _execute(pipeline: Pipeline, output: Path | None = None) -> None:
    """Run a pipeline. Raise `StepFailed` when any of its programs fails."""
    processes: list[subprocess.Popen[bytes]] = []
    with output.open("wb") if output else nullcontext() as file:
        for number, command in enumerate(pipeline, 1):
            arguments = [
                one.file.read_text().strip() if isinstance(one, TextOf) else str(one)
                for one in command
            ]
            source = processes[-1].stdout if processes else None
            sink = file if number == len(pipeline) else subprocess.PIPE
            processes.append(subprocess.Popen(arguments, stdin=source, stdout=sink))
            if source is not None:
                source.close()  # so that the program before notices when this one ends
    *before, last = [process.wait() for process in processes]
    for status in (*(one for one in before if one not in _CLOSED_PIPE), last):
        if status:
            print(f"status {status}: {line_of(pipeline)}", file=sys.stderr)
            raise StepFailed(status if status > 0 else 128 - status)
