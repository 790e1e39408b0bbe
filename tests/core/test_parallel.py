"""Workers import what they run by name: the functions here are made of the library's own."""

import os
import queue
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from functools import partial
from operator import floordiv, itemgetter
from typing import Any

import pytest

from privtool.core import processes
from privtool.core.errors import PrivtoolError, UsageError
from privtool.core.pipeline import map_blocks

PATIENCE = 30  # seconds until something that must not wait counts as stuck


def making(function: Any) -> Any:
    """What `map_blocks` is given to have a function run: it makes it, in every process."""
    return partial(itemgetter(0), [function])


SIX_BY = making(partial(floordiv, 6))


@pytest.mark.parametrize("jobs", [1, 2])
class TestAnyNumber:
    def test_results_keep_the_order(self, jobs):
        assert list(map_blocks(making(abs), range(-50, 0), jobs)) == list(range(50, 0, -1))

    def test_an_error_comes_after_the_results_before_it(self, jobs):
        results = map_blocks(SIX_BY, [3, 2, 0, 1], jobs)
        assert [next(results), next(results)] == [2, 3]
        with pytest.raises(ZeroDivisionError):
            next(results)

    def test_an_error_of_the_source_too(self, jobs):
        def blocks() -> Iterator[int]:
            yield 3
            raise UsageError("no such file")

        results = map_blocks(SIX_BY, blocks(), jobs)
        assert next(results) == 2
        with pytest.raises(UsageError, match="no such file"):
            next(results)

    @pytest.mark.parametrize("blocks", [[1, 2], []])
    def test_an_error_of_making_is_itself(self, jobs, blocks, capfd):
        with pytest.raises(ValueError, match="invalid literal"):
            list(map_blocks(partial(int, "x"), blocks, jobs))
        assert capfd.readouterr().err == ""

    def test_an_interruption_in_the_source_is_itself(self, jobs):
        def blocks() -> Iterator[int]:
            yield 3
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            list(map_blocks(SIX_BY, blocks(), jobs))

    def test_a_result_comes_before_the_next_block_is_there(self, jobs):
        seen = threading.Event()

        def blocks() -> Iterator[int]:
            yield 3
            assert seen.wait(PATIENCE), "the first result did not come out"
            yield 2

        results = map_blocks(SIX_BY, blocks(), jobs)
        assert next(results) == 2
        seen.set()
        assert list(results) == [3]


def test_only_a_few_blocks_are_read_ahead():
    taken = []

    def blocks() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number + 1

    results = map_blocks(SIX_BY, blocks(), 2)
    next(results)
    time.sleep(0.3)
    assert len(taken) <= 8
    results.close()
    time.sleep(0.1)
    assert len(taken) <= 8


def test_a_worker_that_is_killed_is_an_error():
    results = map_blocks(making(signal.raise_signal), [signal.SIGKILL, signal.SIGKILL], 2)
    with pytest.raises(PrivtoolError, match="a worker process died") as caught:
        list(results)
    assert caught.value.status == 1


def test_a_worker_that_is_killed_while_it_answers_stops_no_other():
    # The length of an answer and the first bytes of it, on every line that the process has.
    half = """[
        os.write(line.fileno(), bytes([0, 1, 0, 0]) + b"half")
        for os in [__import__("os")]
        for line in __import__("gc").get_objects()
        if type(line).__name__ == "Connection" and not line.closed and line.writable
    ] and __import__("os")._exit(9)"""
    with pytest.raises(PrivtoolError, match="a worker process died"):
        list(map_blocks(making(eval), [half.replace("\n", " ").strip(), "1"], 2))


def test_an_error_that_cannot_be_sent_is_told_by_its_kind():
    odd = "(_ for _ in ()).throw(type('Odd', (Exception,), {})('zqxwary'))"
    with pytest.raises(RuntimeError) as caught:
        list(map_blocks(making(eval), [odd], 2))
    assert str(caught.value) == "Odd"


def test_closing_does_not_wait_for_the_work(tmp_path):
    done = f"__import__('time').sleep(30) or open({str(tmp_path / 'done')!r}, 'w').close()"
    results = map_blocks(making(eval), ["0", *[done] * 6], 2)
    next(results)
    results.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("before", "kind"),
    [
        ("pass", "ForkProcess" if sys.platform == "linux" else "SpawnProcess"),
        ("sys.modules['torch'] = None", "SpawnProcess"),
        ("sys.modules['numpy'] = None", "SpawnProcess"),
        ("threading.Thread(target=time.sleep, args=(99,), daemon=True).start()", "SpawnProcess"),
    ],
    ids=["copies", "of torch", "of numpy", "of threads"],
)
def test_workers_end_with_their_parent(before, kind):
    script = """
        import multiprocessing, sys, threading, time
        from functools import partial
        from operator import itemgetter
        from privtool.core.pipeline import map_blocks

        if __name__ == "__main__":
            BEFORE
            results = map_blocks(partial(itemgetter(0), [time.sleep]), [0, 99, 99], 2)
            next(results)
            children = multiprocessing.active_children()
            print(*(type(child).__name__ for child in children))
            print(*(child.pid for child in children), flush=True)
            next(results)
    """
    command = [sys.executable, "-c", textwrap.dedent(script).replace("BEFORE", before)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout.readline().split() == [kind, kind]
        workers = [int(pid) for pid in parent.stdout.readline().split()]
        parent.kill()
    assert len(workers) == 2
    deadline = time.monotonic() + PATIENCE
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, workers))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as status:
            return status.read().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.mark.parametrize("option", ["--jobs", "--workers"])
def test_processes_that_the_system_does_not_start_are_an_error_of_one_line(
    run, root, tmp_path, option
):
    command = ["mask", "--jobs", "40"]
    if option == "--workers":
        folder = ["--shard-bytes", "1K", "--out-dir", tmp_path]
        command = ["scale", option, "40", *folder, "--", "mask"]
    few = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60))}
    done = run(*command, root / "data/sample/raw.jsonl", **few).failed(1)
    said = f"40 processes cannot be started (too many open files); try fewer {option}"
    assert done.err == f"privtool: {said}\n"


def test_so_many_processes_that_it_must_be_a_slip_are_refused(call):
    assert call("mask", "--jobs", "257").status == 2


class ReachedError(Exception):
    """A signal was handled."""


def test_a_signal_that_comes_just_before_a_wait_ends_it():
    def handle(*_: object) -> None:
        raise ReachedError

    before = signal.signal(signal.SIGUSR1, handle)

    def elsewhere() -> None:  # sets the mark of the signal, but does not wake the main thread
        time.sleep(0.2)
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
        time.sleep(3)

    other = threading.Thread(target=elsewhere, daemon=True)
    other.start()
    try:
        with pytest.raises(ReachedError):
            processes._next_of(queue.SimpleQueue())
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert other.is_alive()  # it was handled before anything else happened
