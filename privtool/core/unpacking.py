"""Decompressing gzip and zstd as the data comes, in bounded memory."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Protocol

import zstandard

READ_BYTES = 1 << 18
GZIP, ZSTD = "gzip", "zstd"
_UNPACK_BYTES = 1 << 8  # compressed bytes unpacked at a time: even of zeros, some megabytes
_GZIP_MAGIC = b"\x1f\x8b"
# A zstd file may begin with a frame that is to be skipped.
_ZSTD_MAGICS = (b"\x28\xb5\x2f\xfd", *(bytes([n]) + b"\x2a\x4d\x18" for n in range(0x50, 0x60)))
MAGICS = (_GZIP_MAGIC, *_ZSTD_MAGICS)
FAULTS = (EOFError, zlib.error, zstandard.ZstdError)  # what broken data raises


def packing_of(head: bytes) -> str:
    """Return how a file is compressed, by its first bytes; "" if it is not."""
    if head.startswith(_GZIP_MAGIC):
        return GZIP
    return ZSTD if head.startswith(_ZSTD_MAGICS) else ""


def unpacked_as(packing: str, packed: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the content of compressed data; raise one of `FAULTS` for broken data."""
    if packing == GZIP:
        return _unpacked(packed, partial(zlib.decompressobj, wbits=31))
    return _unpacked(packed, zstandard.ZstdDecompressor().decompressobj) if packing else packed


class _Frame(Protocol):
    """A gzip member or zstd frame that is being decompressed."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, /) -> bytes: ...


def _unpacked(packed: Iterable[bytes], new_frame: Callable[[], _Frame]) -> Iterator[bytes]:
    """Yield the content of consecutive frames as soon as it is available.

    Raise `EOFError` for a truncated last frame, which the stream readers of the libraries ignore or
    notice late, and the errors of the library for broken data.
    """
    frame: _Frame | None = None
    for data in packed:
        pieces: list[bytes] = []
        size = 0
        for start in range(0, len(data), _UNPACK_BYTES):
            rest = data[start : start + _UNPACK_BYTES]
            while rest := rest if frame else rest.lstrip(b"\0"):  # zeros may pad between frames
                frame = frame or new_frame()
                piece = frame.decompress(rest)
                pieces.append(piece)
                size += len(piece)
                rest, frame = (frame.unused_data, None) if frame.eof else (b"", frame)
            if size >= READ_BYTES:
                yield from _cut(b"".join(pieces))
                pieces, size = [], 0
        yield from _cut(b"".join(pieces))
    if frame is not None:
        raise EOFError


def fault_of(error: Exception) -> str:
    """Return the fault of compressed data. The library rejects windows over 128 MB."""
    if "too much memory" in str(error):
        return "the compressed data takes too much memory: pack it again without --long or --ultra"
    return "the compressed data is broken or cut short"


def _cut(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), READ_BYTES):
        yield data[start : start + READ_BYTES]
