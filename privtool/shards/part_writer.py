"""Writing a part of the output, with its digest."""

from __future__ import annotations

import hashlib

from privtool.core.writing import Write


class PartWriter:
    """Writes a part of the output, compressed or not: its size, its lines and its digest."""

    def __init__(self, write: Write, zstd: bool) -> None:
        self._write, self._hash = write, hashlib.sha256()
        self._compressor = None
        if zstd:
            import zstandard

            self._compressor = zstandard.ZstdCompressor().compressobj()
        self.bytes = self.lines = 0

    def __call__(self, data: bytes) -> None:
        """Write lines."""
        self.lines += data.count(b"\n")
        self._put(data if self._compressor is None else self._compressor.compress(data))

    def end(self) -> None:
        """Write what is left: the end of the frame."""
        if self._compressor is not None:
            self._put(self._compressor.flush())

    def _put(self, data: bytes) -> None:
        if data:
            self._write(data)
            self._hash.update(data)
            self.bytes += len(data)

    @property
    def sha256(self) -> str:
        """The digest of what was written."""
        return self._hash.hexdigest()
