"""Secret keys: files that only their owner can read."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from privtool.core.errors import UsageError, option, reason_of, unwritable

_FEWEST = 16  # bytes
_MADE = 32  # random bytes of a new key, written as 64 hexadecimal digits


def random_secret() -> bytes:
    """A new secret for one run."""
    return secrets.token_bytes(_MADE)


def make_secret_file(path: Path) -> None:
    """Write a new random secret, readable by its owner alone, unless the file is there already."""
    with suppress(FileExistsError):
        write_private_file(path, secrets.token_hex(_MADE).encode() + b"\n")


def write_private_file(path: Path, content: bytes) -> None:
    """Write a new file that its owner alone can read.

    Raises `FileExistsError` if there is one, and `PrivtoolError` if it cannot be written.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise
    except OSError as error:
        raise unwritable(path, error) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
    except OSError as error:
        path.unlink(missing_ok=True)  # half a key would look like one
        raise unwritable(path, error) from None


def read_secret_file(path: Path) -> bytes:
    """The secret in a file, without white space at its ends.

    Raises `UsageError` as `read_private_file` does, and for fewer than 16 bytes.
    """
    secret = read_private_file(path, f"{option('make_key')} makes it").strip()
    if len(secret) < _FEWEST:
        raise UsageError(
            f"{path}: a key needs at least {_FEWEST} bytes; {option('make_key')} makes one"
        )
    return secret


def read_private_file(path: Path, remedy: str) -> bytes:
    """The content of a key file; `remedy` says what makes one.

    Raises `UsageError` for a file that is not there or that others than its owner can read. What
    is no regular file (`<(pass show key)`) has no such mode.
    """
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_mode & 0o077:
                raise UsageError(f"{path}: others can read or write the key; run chmod 600 on it")
            return file.read()
    except FileNotFoundError:
        raise UsageError(f"{path}: no such key file; {remedy}") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({reason_of(error)})") from None
