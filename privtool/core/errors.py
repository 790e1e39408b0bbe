"""Errors that end a command: each knows its exit status and never quotes record text."""

from __future__ import annotations

import os
from enum import IntEnum


class ExitStatus(IntEnum):
    """What the commands return, after sysexits.h where a number exists there."""

    FAILED = 1
    USAGE = 2
    BAD_DATA = 65
    UNAVAILABLE = 69
    HUNG_UP = 129
    INTERRUPTED = 130
    READER_GONE = 141
    TERMINATED = 143


class PrivtoolError(Exception):
    """A failure that is told to the user in one line, with the remedy where there is one."""

    status = ExitStatus.FAILED


class UsageError(PrivtoolError):
    """Options that contradict each other or name what does not exist."""

    status = ExitStatus.USAGE


class DataError(PrivtoolError):
    """Input that cannot be processed. The message names fields and ids, never their contents."""

    status = ExitStatus.BAD_DATA


class UnavailableError(PrivtoolError):
    """A model or device that is not here and cannot be had."""

    status = ExitStatus.UNAVAILABLE


def reason_of(error: BaseException, otherwise: str = "unknown") -> str:
    """Why the system refused something, in its own words for the number of the error.

    The message of the error itself might hold more than that.
    """
    number = error.errno if isinstance(error, OSError) else None
    return os.strerror(number).lower() if number else otherwise
