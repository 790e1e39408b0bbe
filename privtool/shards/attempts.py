"""Which shards to try next, and which have failed for good."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from typing import NamedTuple

from privtool.core.errors import DataError, ExitStatus, PrivtoolError, UnavailableError, UsageError


class Failure(NamedTuple):
    """Why a shard failed: an exit status and a message, which never quotes a record."""

    status: int
    reason: str


def failure_of(error: Exception) -> Failure:
    """Return an error as a failure. Of an unforeseen one only the type may be known."""
    if isinstance(error, PrivtoolError):
        return Failure(error.status, error.message)
    return Failure(ExitStatus.FAILED, f"internal error ({type(error).__name__})")


def error_of(failure: Failure) -> PrivtoolError:
    """Return a failure as the error that it was, for one that ends all work."""
    kinds = (UsageError, DataError, UnavailableError)
    kind = next((kind for kind in kinds if kind.status == failure.status), PrivtoolError)
    return kind(failure.reason)


class Attempts:
    """Shards that wait for a worker; each is tried again up to `retries` times.

    Bad data is bad data each time, so it is not tried again.
    """

    def __init__(self, shards: Iterable[int], retries: int) -> None:
        self._waiting, self._retries = deque(shards), retries
        self._tried: Counter[int] = Counter()
        self.failures: dict[int, Failure] = {}

    def next(self) -> int | None:
        """Return the shard to try next, None if none waits."""
        if not self._waiting:
            return None
        shard = self._waiting.popleft()
        self._tried[shard] += 1
        return shard

    def end(self, shard: int, failure: Failure | None) -> bool:
        """Note how an attempt ended; return whether the shard needs no other one."""
        if failure is None:
            return True
        if failure.status == ExitStatus.BAD_DATA or self._tried[shard] > self._retries:
            self.failures[shard] = failure
            return True
        self._waiting.append(shard)  # after the others: what is wrong may have passed by then
        return False

    @property
    def waiting(self) -> int:
        """How many shards wait for a worker."""
        return len(self._waiting)

    def tried(self, shard: int) -> int:
        """Return how often a shard was tried."""
        return self._tried[shard]
