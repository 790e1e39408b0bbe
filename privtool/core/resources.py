"""The CPUs and the memory of this process.

Nothing here loads a library: variables must be set before one starts its threads.
"""

from __future__ import annotations

import gc
import mmap
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread

_CGROUPS = Path("/sys/fs/cgroup")
_OWN_CGROUP = Path("/proc/self/cgroup")
_THREADS = "OMP_NUM_THREADS"
_THREADS_OF_TOKENIZERS = "RAYON_NUM_THREADS"
_WAITING = "OMP_WAIT_POLICY"
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3  # of malloc.h of the GNU C library
MB = 1 << 20


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` after some CPU time; other threads than the main one cannot."""

    def stop(*_: object) -> None:
        raise TimeoutError

    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def usable_cpus() -> int:
    """Return the number of CPUs that affinity and the quotas of containers leave, at least 1."""
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        count = os.cpu_count() or 1
    return max(1, int(min([count, *_quotas()])))


def tame_thread_pools(environment: dict[str, str] | None = None) -> None:
    """Let the threads of libraries sleep while they wait, and be no more than the usable CPUs.

    Threads that wait spin by default. Next to other busy processes they burn the time that the
    threads they wait for need: `fill` then took ten times as long. What a user has set stays.
    """
    variables = os.environ if environment is None else environment
    variables.setdefault(_WAITING, "PASSIVE")
    usable = usable_cpus()
    if usable < (os.cpu_count() or 1):  # else libraries know better, such as of hyper-threads
        variables.setdefault(_THREADS, str(usable))


def library_threads() -> int:
    """Return how many threads a library may start that does not read the variables itself."""
    with suppress(KeyError, ValueError):
        return max(1, int(os.environ[_THREADS]))
    return usable_cpus()


def share_cpus(processes: int) -> None:
    """Give this process, one of several that work at the same time, its share of threads."""
    for name in (_THREADS, _THREADS_OF_TOKENIZERS):
        os.environ[name] = str(max(1, usable_cpus() // processes))


def _quotas() -> Iterator[float]:
    """Yield the CPU quotas of the cgroups that this process is in, outer ones too."""
    with suppress(OSError, ValueError):
        for line in _OWN_CGROUP.read_text(encoding="utf-8").splitlines():
            number, controllers, name = line.split(":", 2)
            if number == "0":
                yield from _quotas_of(_CGROUPS, name, ("cpu.max",))
            elif "cpu" in controllers.split(","):
                files = ("cpu.cfs_quota_us", "cpu.cfs_period_us")
                yield from _quotas_of(_CGROUPS / "cpu", name, files)


def _quotas_of(root: Path, name: str, files: tuple[str, ...]) -> Iterator[float]:
    own = root / name.strip("/")
    for folder in (own, *own.parents):
        with suppress(OSError, ValueError):
            texts = [(folder / file).read_text(encoding="utf-8") for file in files]
            quota, period = map(float, " ".join(texts).split())  # "max" and -1 are no limit
            if quota > 0 and period > 0:
                yield quota / period
        if folder == root:  # in a container, it is the own one
            return


def disable_malloc_trim() -> None:
    """Make glibc keep freed memory until the process ends; other C libraries do not change.

    By default each large tensor goes back to the kernel, which clears its pages again for the next
    one: this took half the time of small trainings.
    """
    import ctypes  # which takes time

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(_MMAP_THRESHOLD, 1 << 30)
    mallopt(_TRIM_THRESHOLD, (1 << 31) - 1)
    mallopt(_TOP_PAD, 64 << 20)


def relax_gc() -> None:
    """Exclude all current objects from garbage collection, and collect the others rarely.

    By default a collection starts at every 700 new objects. A block of records has thousands, of
    which hardly any are in reference cycles: looking for these took 8 % of the time of `surrogate`
    with a threshold of 100,000.
    """
    gc.freeze()
    gc.set_threshold(500_000, 50, 50)


def require_memory(size: int) -> None:
    """Raise `MemoryError` unless the process may still allocate this many bytes.

    Without them, some C libraries end the process instead of raising.
    """
    try:
        mmap.mmap(-1, size).close()
    except OSError:
        raise MemoryError from None
