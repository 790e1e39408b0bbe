"""Errors of Typer about the command line, as one line like all other errors."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer

from privtool.core.errors import ExitStatus

_PLAINER = {
    "Value error, ": "",
    "Input should be ": "must be ",
    ", unable to parse string as an integer": "",
    ", unable to parse string as a number": "",
    ". Choose from: ": ": one of ",
    "(Possible options: ": "(perhaps ",
    "Got unexpected extra argument(s)": "unexpected arguments:",
    "Got unexpected extra argument ": "unexpected argument ",
}


@contextmanager
def in_one_line() -> Iterator[None]:
    """Print what is wrong with a command line in one line, instead of Typer's several."""
    try:
        yield
    except Exception as error:
        message = usage_message(error)
        if message is None:
            raise
        context = getattr(error, "ctx", None)
        page = f"{context.command_path} --help" if context else "--help"
        print(f"privtool: {message}; see {page}", file=sys.stderr)
        raise typer.Exit(ExitStatus.USAGE) from None


def usage_message(error: Any) -> str | None:
    """Return one line for an error of Typer's; None for any other error, and for a help page."""
    if not hasattr(error, "format_message"):
        return None
    message = " ".join(error.format_message().split()).rstrip(".")
    if message.startswith("Usage: "):
        return None
    for theirs, plainer in _PLAINER.items():
        message = message.replace(theirs, plainer)
    return message[:1].lower() + message[1:]
