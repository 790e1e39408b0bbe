"""Secret keys: files that only their owner can read."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from privtool.core.errors import PrivtoolError, UsageError, option, reason_of

_FEWEST = 16  # bytes
_MADE = 32  # random bytes of a new key, written as 64 hexadecimal digits


def random_secret() -> bytes:
    """A new secret for one run."""
    return secrets.token_bytes(_MADE)


def make_secret_file(path: Path) -> None:
    """Write a new random secret, readable by its owner alone, unless the file is there already."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    except OSError as error:
        raise PrivtoolError(f"{path}: cannot be written ({reason_of(error)})") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_hex(_MADE).encode() + b"\n")
    except OSError as error:
        path.unlink(missing_ok=True)  # half a key would look like one
        raise PrivtoolError(f"{path}: cannot be written ({reason_of(error)})") from None


def read_secret_file(path: Path) -> bytes:
    """The secret in a file, without white space at its ends.

    Raises `UsageError` for a file that is not there, that others than its owner can read, or
    that holds fewer than 16 bytes. What is no regular file (`<(pass show key)`) has no such mode.
    """
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_mode & 0o077:
                raise UsageError(f"{path}: others can read or write the key; run chmod 600 on it")
            secret = file.read().strip()
    except FileNotFoundError:
        raise UsageError(f"{path}: there is no such key; {option('make_key')} makes it") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({reason_of(error)})") from None
    if len(secret) < _FEWEST:
        raise UsageError(
            f"{path}: a key needs {_FEWEST} bytes or more; {option('make_key')} makes one"
        )
    return secret
