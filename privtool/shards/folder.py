"""The folder of a run: its plan, the parts of its output, and what says that a part is complete.

It is for one run at a time, and parts are safe on the disk before they count.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from privtool.core.errors import (
    ExitStatus,
    PrivtoolError,
    UsageError,
    option,
    reason_of,
    with_flags,
)
from privtool.core.unfinished import try_lock
from privtool.core.writing import Write, make_folder, writing
from privtool.shards.plan import Plan
from privtool.shards.workers import Attempts, Failure


class PartWriter:
    """Writes a part of the output: its size, its lines and its digest."""

    def __init__(self, write: Write) -> None:
        self._write, self._hash = write, hashlib.sha256()
        self.bytes = self.lines = 0

    def __call__(self, data: bytes) -> None:
        self._write(data)
        self._hash.update(data)
        self.bytes += len(data)
        self.lines += data.count(b"\n")

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


_HASHED_AT_A_TIME = 1 << 20
_PLACE = ("start", "end", "first_line")


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What a shard came to. The bytes and the digest are those of its part of the output."""

    plan: str
    shard: int
    records_in: int
    records_out: int
    rejected: int
    seconds: float
    bytes: int
    sha256: str
    counts: Mapping[str, int]


class RunFolder:
    """The folder of a run with a plan, the output having files of this ending."""

    def __init__(self, path: Path, plan: Plan, ending: str) -> None:
        self.path, self.plan = path, plan
        self.digest, self.count = plan.digest, len(plan.shards)
        self._ending = ending

    def part(self, shard: int) -> Path:
        """Return the file of a shard's output."""
        return self._file("part", shard, self._ending)

    def rejects(self, shard: int) -> Path:
        """Return the file of a shard's rejected lines."""
        return self._file("rejects", shard, ".jsonl")

    def _done(self, shard: int) -> Path:
        return self._file("done", shard, ".json")  # not part-*, which users join

    def _file(self, kind: str, shard: int, ending: str) -> Path:
        width = max(5, len(str(self.count - 1)))  # so that the names sort as numbers do
        return self.path / f"{kind}-{shard:0{width}}{ending}"

    def write_failures(self, attempts: Attempts) -> Path:
        """Write the list of failed shards, or remove an old one; return its path.

        It is for its owner alone, as it names files.
        """
        path = self.path / "failed.json"
        rows = [
            {
                "shard": shard,
                "attempts": attempts.tried[shard],
                "status": failure.status,
                "reason": with_flags(failure.reason),
                "places": [
                    {"file": each.path, **{k: getattr(each, k) for k in _PLACE}}
                    for _, each in self.plan.ranges(shard)
                ],
            }
            for shard, failure in sorted(attempts.failures.items())
        ]
        if not rows:
            path.unlink(missing_ok=True)
            return path
        with writing(str(path), private=True) as write:
            write(msgspec.json.format(msgspec.json.encode(rows)) + b"\n")
        return path

    def write_done(self, done: Done) -> None:
        """Mark a shard as complete; its part has its name already.

        A mark that a power failure loses costs the shard.
        """
        with writing(str(self._done(done.shard)), durable=False) as write:
            write(msgspec.json.encode(done) + b"\n")

    def complete(self) -> dict[int, Done]:
        """Return what was done, by shard, where the parts are what the marks say."""
        found = map(self._checked, range(self.count))
        return {done.shard: done for done in found if done is not None}

    def sync(self, attempts: Attempts) -> None:
        """Wait until all parts are on the disk, those of earlier runs, too.

        One that cannot get there has failed: it loses its mark, so that it is done again.
        """
        for shard in range(self.count):
            part = self.part(shard)
            try:
                if shard not in attempts.failures:
                    with open(part, "rb") as file:
                        os.fsync(file.fileno())
            except OSError as error:
                self._done(shard).unlink(missing_ok=True)
                reason = f"{part}: cannot be written ({reason_of(error)})"
                attempts.failures[shard] = Failure(ExitStatus.FAILED, reason)

    def marked(self, shards: Iterable[int]) -> list[Done]:
        """Return what has just been done. Raise `PrivtoolError` for a shard without its mark."""
        found = [(shard, self._read_done(shard)) for shard in shards]
        missing = [shard for shard, done in found if done is None]
        if missing:
            raise PrivtoolError(f"{self._done(missing[0])}: cannot be read")
        return [done for _, done in found if done is not None]

    def _read_done(self, shard: int) -> Done | None:
        try:
            done = msgspec.json.decode(self._done(shard).read_bytes(), type=Done)
        except (OSError, msgspec.MsgspecError):
            return None
        return done if (done.plan, done.shard) == (self.digest, shard) else None

    def _checked(self, shard: int) -> Done | None:
        done, part = self._read_done(shard), self.part(shard)
        with suppress(OSError):
            if done and part.stat().st_size == done.bytes and _sha256_of(part) == done.sha256:
                return done
        return None

    @contextmanager
    def writing_part(self, shard: int) -> Iterator[PartWriter]:
        """Yield what writes the part of a shard, whole or not at all.

        It waits for no disk, as `sync` does at the end: the digest in its mark shows whether a
        power failure has damaged it.
        """
        with writing(str(self.part(shard)), durable=False) as write:
            yield PartWriter(write)


def _sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while data := file.read(_HASHED_AT_A_TIME):
            digest.update(data)
    return digest.hexdigest()


_ATTEMPTS, _PAUSE = 20, 0.1  # seconds


@contextmanager
def only_run_in(path: Path) -> Iterator[None]:
    """Create a folder if necessary and hold it; raise `UsageError` if another run does.

    A file system without locks is held by nobody.
    """
    try:
        make_folder(path)
        handle = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise PrivtoolError(f"{path}: cannot be created ({reason_of(error)})") from None
    try:
        for _ in range(_ATTEMPTS):  # workers of a killed run hold it for a moment, until they end
            if try_lock(handle):
                break
            time.sleep(_PAUSE)
        else:
            raise UsageError(
                f"another run is using {path}: wait for it, or use another {option('out_dir')}"
            )
        yield
    finally:
        os.close(handle)
