"""The folder of a run: what counts as done, and who may work in it."""

import contextlib
import hashlib
import json
import multiprocessing
import stat

import pytest
import zstandard

from privtool.core.errors import PrivtoolError, UsageError, option
from privtool.core.sizes import parse_size
from privtool.shards import folder as run_folder
from privtool.shards.crew import Attempts, Failure
from privtool.shards.folder import RunFolder, only_run_in
from privtool.shards.plan import Plan, check_same, read_plan, write_plan
from privtool.shards.splitting import check_unchanged, read_input
from tests.support.run_folder import finish, small_plan


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
        ({"zstd": True}, "`zstd`"),
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


def test_compressed_parts_can_be_joined(tmp_path, plan):
    import msgspec

    packed = Plan(msgspec.structs.replace(plan.setup, zstd=True), plan.shards)
    folder = RunFolder(tmp_path, packed, ".jsonl")
    for shard in range(3):
        done = finish(folder, shard, b"%d\n" % shard)
        assert hashlib.sha256(folder.part(shard).read_bytes()).hexdigest() == done.sha256
    joined = b"".join(folder.part(shard).read_bytes() for shard in range(3))
    reader = zstandard.ZstdDecompressor().stream_reader(joined, read_across_frames=True)
    assert reader.read() == b"0\n1\n2\n"


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
