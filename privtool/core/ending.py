"""Signals that end a run: unfinished files, which hold private text, are removed first."""

from __future__ import annotations

import signal
import sys
import time

from privtool.core.errors import ExitStatus

STATUS = {signal.SIGHUP: ExitStatus.HUNG_UP, signal.SIGTERM: ExitStatus.TERMINATED}
_PATIENCE = 5.0  # seconds in which a further signal changes nothing
_SOON = 0.05  # seconds
_begun: list[tuple[float, ExitStatus]] = []


def end(number: int, _: object) -> None:
    """End as after Ctrl-C: the handler of signals in `STATUS`.

    `timeout` and Slurm signal a process and then its group: a second signal must not end the
    removal, and that the processes that load data end is no error.
    """
    now = time.monotonic()
    if _begun and now - _begun[-1][0] < _PATIENCE:
        return
    _begun.append((now, STATUS[signal.Signals(number)]))
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    sys.unraisablehook = lambda _: None
    raise SystemExit(_begun[-1][1])


def begun() -> bool:
    """Return whether a signal has asked for the end."""
    return bool(_begun)


def raise_again(dropped: sys.UnraisableHookArgs) -> None:
    """Let Ctrl-C count where Python drops it: the hook of exceptions in finalizers and callbacks.

    Each import has such a callback. The run would go on, and may wait for its input forever.
    """
    if issubclass(dropped.exc_type, KeyboardInterrupt):
        # Not at once: it would be raised in this hook, and dropped again.
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, _SOON)
    else:  # its message might quote a record: only its type is shown
        print(f"privtool: internal error ({dropped.exc_type.__name__})", file=sys.stderr)


def end_if_begun() -> None:
    """Raise `SystemExit` again where a signal asked for it.

    Python drops an exception that is raised in a finalizer, such as that of a data loader.
    """
    if _begun:
        raise SystemExit(_begun[-1][1])
