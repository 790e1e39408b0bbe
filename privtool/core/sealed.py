"""Encrypted files: chunks of one size, each authenticated with its place, the last one marked.

A file has a header (magic, version, salt, check of the key) and chunks of ChaCha20-Poly1305. Their
key is derived from the secret and the salt (HKDF), so it is new for each file. The number of a
chunk and whether it is the last one are its nonce, the header is authenticated with each. The last
chunk is padded with line ends, so the size reveals no more than the number of chunks.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from privtool.core.errors import DataError, UsageError, reason_of
from privtool.core.rng import Key
from privtool.core.writing import Write, writing

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

_MAGIC, _VERSION = b"privtool map ", b"1\n"
_SALT, _KEY, _CHECK, _TAG = 32, 32, 16, 16  # bytes
_HEADER = len(_MAGIC + _VERSION) + _SALT + _CHECK
_CHUNK = 1 << 16
_SEALED = _CHUNK + _TAG


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
