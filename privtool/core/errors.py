"""Errors that end a command: each knows its exit status and never quotes record text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any

NOT_UTF8 = "not valid UTF-8; convert it, as by iconv -f WINDOWS-1252 -t UTF-8"
_NAMED = re.compile("\ue000(\\w+)\ue001")  # an option in a message, see `option`


class ExitStatus(IntEnum):
    """The exit statuses of commands, with the numbers of sysexits.h where it has one."""

    FAILED = 1
    USAGE = 2
    NOT_MET = 3
    UNDETERMINED = 4
    BAD_DATA = 65
    UNAVAILABLE = 69
    HUNG_UP = 129
    INTERRUPTED = 130
    READER_GONE = 141
    TERMINATED = 143


def option(name: str) -> str:
    """Return the name of an option for a message: shown as it is in Python, else as a flag."""
    return f"\ue000{name}\ue001"


def flag(name: str) -> str:
    """Return the flag of an option: `--batch-size` for `batch_size`."""
    return "--" + name.strip("_").replace("_", "-")


def with_flags(message: str) -> str:
    """Return a message as the command line shows it, with flags for the names of options."""
    return _NAMED.sub(lambda match: flag(match[1]), message)


def shown_line(message: str) -> str:
    """Return a message as `with_flags` does, in one line: names of files may have line breaks."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in with_flags(message))


class PrivtoolError(Exception):
    """A failure that the user sees as one line, with the remedy where there is one.

    As a string it has the names of options as Python knows them; `message` keeps them marked.
    """

    status = ExitStatus.FAILED

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return _NAMED.sub(r"`\1`", self.message)


class UsageError(PrivtoolError):
    """Options that contradict each other or name what does not exist."""

    status = ExitStatus.USAGE


class DataError(PrivtoolError):
    """Input that cannot be processed. The message names fields and ids, never their contents."""

    status = ExitStatus.BAD_DATA


class UnavailableError(PrivtoolError):
    """A model or device is not available."""

    status = ExitStatus.UNAVAILABLE


def reason_of(error: BaseException, otherwise: str = "unknown") -> str:
    """Why the system refused something, in its own words for the number of the error.

    The message of the error itself might hold more than that.
    """
    number = error.errno if isinstance(error, OSError) else None
    return os.strerror(number).lower() if number else otherwise


def unwritable(path: object, error: OSError) -> PrivtoolError:
    """Return the error of a file that cannot be written."""
    missing = isinstance(error, FileNotFoundError)
    return PrivtoolError(
        f"{path}: cannot be written ({'no such folder' if missing else reason_of(error)})"
    )


@contextmanager
def named_write_errors(path: object) -> Iterator[None]:
    """Raise `PrivtoolError` with the path for an `OSError`."""
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from None


@contextmanager
def named_read_errors(path: object) -> Iterator[None]:
    """Raise `UsageError` with the path for an `OSError`."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be read')}") from None


def reason_of_keys(error: Exception, file: Any, inside: Any) -> str:
    """Return why a file of settings could not be read; for an unknown key, which keys there are.

    These are the fields of msgspec's class of the `file`, or of what is `inside` it.
    """
    found = re.search("unknown field `(.*?)`( - at)?", str(error))
    if found is None:
        return str(error)
    known = ", ".join((inside if found[2] else file).__struct_fields__)
    return f"unknown key '{found[1]}': there are {known}"
