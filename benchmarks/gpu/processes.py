"""Parts in processes of their own: one that hangs, crashes or runs out of memory is one failure."""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal, NamedTuple

from benchmarks.gpu.figures import PartResult, Setup

_LOADED = ("benchmarks.gpu.libraries",)
_PATIENCE = 5.0  # seconds for a killed process to end
_BEFORE_LIMIT = 5.0  # seconds
_LONGEST_CAUSE = 300


class Outcome(NamedTuple):
    """How a part ended: what it returned, or None and why."""

    status: Literal["ok", "failed", "timed out"]
    seconds: float
    result: Any = None
    cause: str | None = None


def run_part(
    function: Callable[..., Any], arguments: tuple[Any, ...], limit: float, log: Path, *, cuda: bool
) -> Outcome:
    """Call a function of a module in a process, for `limit` seconds at most.

    What it prints goes into `log`. It and what it started are killed when the time is over; shortly
    before, it writes into `log` where it is.
    """
    # A process that is forked from one in which a library has looked for devices cannot use CUDA.
    context: Any = multiprocessing.get_context("spawn" if cuda else "forkserver")
    if not cuda:
        context.set_forkserver_preload(list(_LOADED))
    receiver, sender = context.Pipe(duplex=False)
    started = time.monotonic()
    process = context.Process(target=_work, args=(function, arguments, sender, str(log), limit))
    process.start()
    sender.close()
    try:
        outcome = _received(receiver, process, limit)
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.join(_PATIENCE)
    return outcome._replace(seconds=time.monotonic() - started)


def _received(receiver: Connection, process: Any, limit: float) -> Outcome:
    if not receiver.poll(limit):
        return Outcome("timed out", limit, cause=f"not done after {limit:.0f} s")
    try:
        result, cause = receiver.recv()
    except EOFError:
        process.join(_PATIENCE)
        code = process.exitcode
        how = f"signal {-code}" if code and code < 0 else f"status {code}"
        return Outcome("failed", 0.0, cause=f"the process ended with {how}")
    if cause is None and isinstance(result, PartResult):
        cause = result.failure
    return Outcome("ok" if cause is None else "failed", 0.0, result, cause)


def _work(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    sender: Connection,
    log: str,
    limit: float,
) -> None:
    """Send the result of a function and None, or None and why there is none."""
    os.setsid()  # so that all processes that a part starts can be killed at once
    sys.stdout.flush()
    sys.stderr.flush()
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(file, 1)
    os.dup2(file, 2)
    faulthandler.dump_traceback_later(max(limit - _BEFORE_LIMIT, limit / 2))
    answer: tuple[Any, str | None]
    try:
        answer = function(*arguments), None
    except BaseException as error:
        traceback.print_exc()
        answer = None, one_line(error)
    faulthandler.cancel_dump_traceback_later()
    sys.stdout.flush()
    sys.stderr.flush()
    sender.send(answer)


def one_line(error: BaseException) -> str:
    """Return the type of an error and the first line of its message."""
    message = next(iter(str(error).strip().splitlines()), "")
    name = type(error).__name__
    return (f"{name}: {message}" if message else name)[:_LONGEST_CAUSE]


def call_part(function: str, setup: Setup) -> PartResult:
    """Call a part by its name in the plan."""
    module, _, name = function.partition(":")
    found = getattr(importlib.import_module(f"benchmarks.gpu.parts.{module}"), name)
    result: PartResult = found(setup)
    return result
