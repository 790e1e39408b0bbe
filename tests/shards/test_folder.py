"""The folder of a run: what counts as done, and who may work in it."""

import contextlib
import errno
import json
import multiprocessing
import os
import signal
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from privtool.core.errors import ExitStatus, PrivtoolError, UsageError, option
from privtool.shards import folder as run_folder
from privtool.shards.folder import Done, RunFolder, only_run_in
from privtool.shards.plan import (
    Plan,
    Setup,
    check_same,
    check_unchanged,
    new_plan,
    parse_size,
    read_input,
    read_plan,
    write_plan,
)
from privtool.shards.workers import Attempts, Crew, Failure, LocalEngine


def small_plan(folder: Path) -> Plan:
    """Return a plan of three shards, of a file that it writes."""
    (folder / "in").write_bytes(b"12345\n" * 10)
    return new_plan(
        Setup(
            arguments=("mask",),
            options={},
            directory="/",
            version="1",
            models={"tagger": [{"name": "mini"}]},
            settings={"list": (1, 2)},
            shard_bytes=20,
            inputs=(read_input(str(folder / "in")),),
        )
    )


def finish(folder: RunFolder, shard: int, data: bytes = b"a\nb\n") -> Done:
    """Write the part of a shard and its mark."""
    with folder.writing_part(shard) as part:
        part(data)
    done = Done(
        plan=folder.digest, shard=shard, records_in=2, records_out=part.lines, rejected=0,
        seconds=0.1, bytes=part.bytes, sha256=part.sha256, counts={},
    )  # fmt: skip
    folder.write_done(done)
    return done


@pytest.fixture
def plan(tmp_path) -> Plan:
    return small_plan(tmp_path)


def test_a_plan_is_read_as_it_was_written(tmp_path, plan):
    write_plan(plan, tmp_path / "plan.json")
    assert read_plan(tmp_path / "plan.json") == plan
    assert stat.S_IMODE((tmp_path / "plan.json").stat().st_mode) == 0o600
    assert [where.first_line for n in range(3) for _, where in plan.ranges(n)] == [1, 5, 9]
    (tmp_path / "plan.json").write_bytes(b"{}")
    with pytest.raises(PrivtoolError, match="is not a plan"):
        read_plan(tmp_path / "plan.json")


def test_only_arguments_may_differ(tmp_path, plan):
    import msgspec

    setup = plan.setup
    check_same(setup, msgspec.structs.replace(setup, arguments=("other",)), tmp_path)
    for changes, said in [
        ({"options": {"a": "b"}}, "the command and its options"),
        ({"settings": {}, "version": "2"}, "the files that options name and the version"),
        ({"inputs": ()}, "the input files"),
        ({"models": {}}, "the models"),
        ({"shard_bytes": 21}, "`shard_bytes`"),
    ]:
        with pytest.raises(UsageError, match=said):
            check_same(setup, msgspec.structs.replace(setup, **changes), tmp_path)


def test_what_is_done_is_what_matches(tmp_path, plan):
    folder = RunFolder(tmp_path, plan, ".jsonl")
    done = [finish(folder, shard) for shard in range(3)]
    assert folder.complete() == dict(enumerate(done))
    assert folder.marked([0, 1, 2]) == done
    folder.part(0).write_bytes(b"b\na\n")  # of the same size
    folder.part(1).unlink()
    assert set(folder.complete()) == {2}
    other = Plan(plan.setup, plan.shards[:3][::-1])
    assert RunFolder(tmp_path, other, ".jsonl").complete() == {}
    (tmp_path / "done-00002.json").write_bytes(b"{")
    assert folder.complete() == {}
    with pytest.raises(PrivtoolError, match=r"done-00002\.json"):
        folder.marked([2])


def test_a_part_that_fails_is_not_there(tmp_path, plan):
    folder = RunFolder(tmp_path, plan, ".jsonl")
    with contextlib.suppress(ValueError), folder.writing_part(0) as part:
        part(b"half")
        raise ValueError
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def hold(path, entered) -> None:
    with only_run_in(path):
        entered.set()
        import time

        time.sleep(60)


def test_two_runs_do_not_share_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(run_folder, "_PAUSE", 0.01)
    context = multiprocessing.get_context("spawn")
    entered = context.Event()
    other = context.Process(target=hold, args=(tmp_path / "out", entered))
    other.start()
    try:
        assert entered.wait(60)
        with pytest.raises(UsageError, match="another run is using"), only_run_in(tmp_path / "out"):
            pass
        other.kill()
        other.join()
        with only_run_in(tmp_path / "out"):
            pass
    finally:
        other.kill()


def test_failures_are_for_their_owner_and_go_when_there_are_none(tmp_path, plan):
    folder, attempts = RunFolder(tmp_path, plan, ".jsonl"), Attempts([1], 0)
    shard = attempts.next()
    assert shard == 1
    attempts.end(shard, Failure(65, f"in:7: over {option('max_line_bytes')}"))
    path = folder.write_failures(attempts)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    (row,) = json.loads(path.read_bytes())
    assert row == {
        "shard": 1,
        "attempts": 1,
        "status": 65,
        "reason": "in:7: over --max-line-bytes",
        "places": [{"file": str(tmp_path / "in"), "start": 24, "end": 48, "first_line": 5}],
    }
    for _ in range(2):
        folder.write_failures(Attempts([], 0))
        assert not path.exists()


def test_changed_files_are_noticed(tmp_path):
    path = tmp_path / "in"
    path.write_bytes(b"a" * 300_000)
    planned = read_input(str(path))
    check_unchanged(planned)
    path.write_bytes(b"a" * 299_999 + b"b")
    with pytest.raises(PrivtoolError, match="in: the file has changed"):
        check_unchanged(planned)


@pytest.mark.parametrize("path", ["-", "/dev/null", "."])
def test_only_files_can_be_split(path):
    with pytest.raises(UsageError):
        read_input(path)


def test_sizes_are_numbers_of_bytes():
    assert [parse_size(text, "n") for text in ("1", "2k", "64M", "1G")] == [
        1, 2048, 64 << 20, 1 << 30,
    ]  # fmt: skip
    for text in ("", "0", "-1", "1.5M", "M", "1 M", "64MB"):
        with pytest.raises(UsageError, match="`n` must be a number of bytes"):
            parse_size(text, "n")


# Workers that fail, die and come back.
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
    assert tried == [attempts.tried[n] for n in range(7)]
    return attempts, tried, ended


@pytest.mark.parametrize(
    ("end", "times", "retries", "given_up", "tries"),
    [
        (dies, 1, 2, "", 2),  # it is replaced, and its shard tried again
        (dies, 99, 1, "died", 2),
        (partial(fails, 1), 2, 2, "", 3),
        (partial(fails, ExitStatus.BAD_DATA), 2, 2, "no", 1),
    ],
)
def test_failures_are_tried_again_and_bad_data_is_not(
    tmp_path, end, times, retries, given_up, tries
):
    attempts, tried, _ = worked(tmp_path, end, times, retries)
    assert set(attempts.failures) == ({1, 4} if given_up else set())
    assert all(given_up in failure.reason for failure in attempts.failures.values())
    assert tried == [1, tries, 1, 1, tries, 1, 1]


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

    folder, attempts = RunFolder(tmp_path, small_plan(tmp_path), ".jsonl"), Attempts((), 0)
    no = attempts.failures[2] = Failure(ExitStatus.BAD_DATA, "no")  # it has no part
    for shard, data in enumerate((b"a\n", b"a\nb\nc\n")):
        finish(folder, shard, data)
    monkeypatch.setattr("privtool.shards.folder.os.fsync", full)
    folder.sync(attempts)
    reason = f"{folder.part(1)}: cannot be written (no space left on device)"
    assert attempts.failures == {1: Failure(ExitStatus.FAILED, reason), 2: no}
    assert list(folder.complete()) == [0]
