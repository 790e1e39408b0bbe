"""Workers that fail, die and come back."""

import errno
import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from privtool.core.errors import ExitStatus, PrivtoolError, UsageError
from privtool.shards.attempts import Attempts, Failure
from privtool.shards.crew import Crew
from privtool.shards.folder import RunFolder
from privtool.shards.local import LocalEngine
from privtool.shards.locking import syncing
from tests.support.run_folder import finish, small_plan


class Steps:
    """Work that notes each attempt in a file, and fails as it is told the first times."""

    def __init__(self, folder: Path, end: Callable[[], Failure | None], times: int) -> None:
        self.folder, self.end, self.times = folder, end, times

    def __call__(self, shard: int) -> Failure | None:
        with open(self.folder / str(shard), "a") as notes:
            notes.write(f"{os.getpid()} {os.environ.get('CUDA_VISIBLE_DEVICES')}\n")
        tried = len((self.folder / str(shard)).read_text().splitlines())
        return self.end() if shard % 3 == 1 and tried <= self.times else None


def dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fails(status: int) -> Failure:
    return Failure(status, "no")


def make(folder: Path, end: Callable[[], Failure | None], times: int) -> Steps:
    return Steps(folder, end, times)


def worked(
    folder: Path, end: Callable[[], Failure | None], times: int, retries: int, gpus: float = 0
) -> tuple[Attempts, list[int], list[int]]:
    """Return the attempts, how often each shard was tried, and the shards in order of ending."""
    attempts, ended = Attempts(range(7), retries), []
    Crew(LocalEngine(partial(make, folder, end, times), 2, gpus), 2).work(attempts, ended.append)
    tried = [len((folder / str(n)).read_text().splitlines()) for n in range(7)]
    assert sorted(ended) == list(range(7))
    assert tried == [attempts.tried(n) for n in range(7)]
    return attempts, tried, ended


def test_a_worker_that_is_killed_is_replaced_and_its_shard_tried_again(tmp_path):
    attempts, tried, _ = worked(tmp_path, dies, 1, retries=2)
    assert attempts.failures == {}
    assert tried == [1, 2, 1, 1, 2, 1, 1]


def test_what_always_kills_its_worker_is_given_up(tmp_path):
    attempts, tried, _ = worked(tmp_path, dies, 99, retries=1)
    assert set(attempts.failures) == {1, 4}
    assert "died" in attempts.failures[1].reason
    assert tried == [1, 2, 1, 1, 2, 1, 1]


def test_failures_are_tried_again_and_bad_data_is_not(tmp_path):
    attempts, tried, _ = worked(tmp_path, partial(fails, 1), 2, retries=2)
    assert attempts.failures == {}
    assert tried[1] == tried[4] == 3
    (tmp_path / "more").mkdir()
    attempts, tried, _ = worked(tmp_path / "more", partial(fails, ExitStatus.BAD_DATA), 2, 2)
    assert set(attempts.failures) == {1, 4}
    assert set(tried) == {1}


def test_workers_share_gpus(tmp_path):
    worked(tmp_path, partial(fails, 1), 0, retries=0, gpus=0.5)
    notes = "".join((tmp_path / str(n)).read_text() for n in range(7))
    assert {line.split()[1] for line in notes.splitlines()} == {"0"}


def raises() -> Steps:
    raise UsageError("there is no model")


def test_a_worker_that_cannot_start_ends_all():
    with pytest.raises(UsageError, match="there is no model"):
        Crew(LocalEngine(raises, 2, 0), 2).work(Attempts([1, 2], 5), print)


def test_workers_that_die_at_the_start_end_all():
    with pytest.raises(PrivtoolError, match="during start-up"):
        Crew(LocalEngine(dies, 2, 0), 2).work(Attempts([1, 2], 5), print)


# Parts get to the disk while other shards are worked on, or fail.
def test_parts_are_on_the_disk_when_all_work_has_ended(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(
        "privtool.shards.folder.os.fsync", lambda fd: synced.append(os.fstat(fd).st_size)
    )
    folder, attempts = RunFolder(tmp_path, small_plan(tmp_path), ".jsonl"), Attempts((), 0)
    attempts.failures[2] = Failure(ExitStatus.BAD_DATA, "no")
    with syncing(folder, attempts) as ended:
        for shard, data in enumerate((b"a\n", b"a\nb\nc\n")):
            finish(folder, shard, data)
            ended(shard)
        ended(2)  # it has failed, so it has no part
    assert synced == [2, 6]
    assert set(attempts.failures) == {2}


def test_a_part_that_a_power_failure_has_emptied_is_not_done(tmp_path):
    folder = RunFolder(tmp_path, small_plan(tmp_path), ".jsonl")
    done = finish(folder, 0)
    assert folder.complete() == {0: done}
    folder.part(0).write_bytes(b"")
    assert folder.complete() == {}


def test_a_part_that_cannot_get_to_the_disk_has_failed(tmp_path, monkeypatch):
    def full(fd: int) -> None:
        if os.fstat(fd).st_size == 6:
            raise OSError(errno.ENOSPC, "private")

    monkeypatch.setattr("privtool.shards.folder.os.fsync", full)
    folder, attempts = RunFolder(tmp_path, small_plan(tmp_path), ".jsonl"), Attempts((), 0)
    with syncing(folder, attempts) as ended:
        for shard, data in enumerate((b"a\n", b"a\nb\nc\n")):
            finish(folder, shard, data)
            ended(shard)
    reason = f"{folder.part(1)}: cannot be written (no space left on device)"
    assert attempts.failures == {1: Failure(ExitStatus.FAILED, reason)}
    assert list(folder.complete()) == [0]


def test_counts_are_not_waited_for(tmp_path, monkeypatch):
    """They are removed in the end."""
    monkeypatch.setattr("privtool.shards.folder.os.fsync", None)  # a call would fail
    folder, attempts = (
        RunFolder(tmp_path, small_plan(tmp_path), ".tsv", counted=True),
        Attempts((), 0),
    )
    with syncing(folder, attempts) as ended:
        finish(folder, 0)
        folder.remove_counts([0])
        ended(0)
    assert attempts.failures == {}
