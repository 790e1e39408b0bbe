"""Parts get to the disk while other shards are worked on, or fail."""

import errno
import os

from privtool.core.errors import ExitStatus
from privtool.shards.crew import Attempts, Failure
from privtool.shards.folder import RunFolder, syncing
from tests.support.run_folder import finish, small_plan


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
