"""Secret keys, which only their owner can read, and files that are encrypted with them.

An encrypted file has chunks of one size, each authenticated with its place, the last one marked. It
has a header (magic, version, salt, check of the key) and chunks of ChaCha20-Poly1305. Their key is
derived from the secret and the salt (HKDF), so it is new for each file. The number of a chunk and
whether it is the last one are its nonce, the header is authenticated with each. The last chunk is
padded with line ends, so the size reveals no more than the number of chunks.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from privtool.core.errors import DataError, UsageError, option, reason_of, unwritable
from privtool.core.rng import Key
from privtool.core.writing import Write, writing

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

_FEWEST = 16  # bytes
_MADE = 32  # random bytes of a new key, written as 64 hexadecimal digits
_MAGIC, _VERSION = b"privtool map ", b"1\n"
_SALT, _KEY, _CHECK, _TAG = 32, 32, 16, 16  # bytes
_HEADER = len(_MAGIC + _VERSION) + _SALT + _CHECK
_CHUNK = 1 << 16
_SEALED = _CHUNK + _TAG


def make_secret_file(path: Path) -> None:
    """Write a new random secret, readable by its owner alone, unless the file is there already."""
    with suppress(FileExistsError):
        write_private_file(path, secrets.token_hex(_MADE).encode() + b"\n")


def write_private_file(path: Path, content: bytes) -> None:
    """Write a new file for its owner alone. Raise `FileExistsError` or `PrivtoolError`."""
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


@contextmanager
def sealing(path: str, key: Key) -> Iterator[Write]:
    """Yield a function that writes lines into an encrypted file, readable by its owner alone.

    The file gets its name at the end; after an error the older file is unchanged. Raise what
    `writing` raises.
    """
    salt = secrets.token_bytes(_SALT)
    cipher, check = _cipher(key, salt)
    header = _MAGIC + _VERSION + salt + check
    waiting, number = bytearray(), 0
    with writing(path, private=True) as write:
        write(header)

        def add(data: bytes) -> None:
            nonlocal number
            waiting.extend(data)
            while len(waiting) > _CHUNK:  # what may be the last chunk waits
                write(cipher.encrypt(_nonce(number, last=False), bytes(waiting[:_CHUNK]), header))
                del waiting[:_CHUNK]
                number += 1

        yield add
        write(cipher.encrypt(_nonce(number, last=True), waiting.ljust(_CHUNK, b"\n"), header))


def unsealed(path: Path, key: Key) -> bytes:
    """Return the lines of an encrypted file, all of which is verified, and blank lines after them.

    Raise `UsageError` for a file that cannot be read, and `DataError` for one that is none, that
    another version or another key made, that is cut, or that was changed.
    """
    from cryptography.exceptions import InvalidTag

    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({reason_of(error)})") from None
    if not content.startswith(_MAGIC):
        raise DataError(f"{path}: not a map of privtool")
    if not content.startswith(_MAGIC + _VERSION):
        raise DataError(f"{path}: a map of another version of privtool")
    header, body = content[:_HEADER], memoryview(content)[_HEADER:]
    if not body or len(body) % _SEALED:
        raise DataError(f"{path}: the map is incomplete: its end is missing")
    salt = header[-_SALT - _CHECK : -_CHECK]
    cipher, check = _cipher(key, salt)
    if not secrets.compare_digest(check, header[-_CHECK:]):
        raise DataError(f"{path}: the map was made with another key, or its header was changed")
    last = len(body) // _SEALED - 1
    try:
        return b"".join(
            cipher.decrypt(
                _nonce(number, number == last),
                body[number * _SEALED : (number + 1) * _SEALED],
                header,
            )
            for number in range(last + 1)
        )
    except InvalidTag:
        raise DataError(f"{path}: the map was cut or changed after it was written") from None


def _cipher(key: Key, salt: bytes) -> tuple[ChaCha20Poly1305, bytes]:
    """Return the cipher of a file, and what shows that a key is the right one."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    derive = HKDF(SHA256(), _KEY + _CHECK, salt, _MAGIC + _VERSION).derive
    derived = derive(key.digest(_MAGIC))
    return ChaCha20Poly1305(derived[:_KEY]), derived[_KEY:]


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])
