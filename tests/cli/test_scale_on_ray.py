"""Workers on a Ray cluster of two nodes: the same bytes, nothing lost, nothing told to Ray."""

from __future__ import annotations

import contextlib
import os
import random
import secrets
import signal
import threading
import time
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from privtool.cli.command_lines import parse_filter
from privtool.core.errors import UsageError
from privtool.shards.attempts import Attempts
from privtool.shards.crew import Crew
from privtool.shards.on_ray import RayEngine, ray_cluster
from privtool.workflows.shard_work import shard_work
from tests.support.canary import CANARY

if find_spec("ray") is None:  # not imported yet: it reads the environment as it is
    pytest.skip("ray is not installed: pip install 'privtool[ray]'", allow_module_level=True)

KEY = "a-key-that-no-log-may-hold-0123456789"
KILLS = 3  # of workers, each of which takes seconds to be replaced
LINE = (
    b'{"id":"%d","text":"ask ' + CANARY.encode() + b' now","entities":'
    b'[{"start":4,"end":%d,"label":"PERSON"}]}\n'
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two nodes with a CPU each, which RAY_ADDRESS names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(16))
        from ray.cluster_utils import Cluster

        started = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        started.second = started.add_node(num_cpus=1)
        patch.setenv("RAY_ADDRESS", started.address)
        yield started
        started.shutdown()


@pytest.fixture
def records(tmp_path) -> Path:
    """Records with a canary as their private phrase."""
    path = tmp_path / "in.jsonl"
    path.write_bytes(b"".join(LINE % (number, 4 + len(CANARY)) for number in range(3000)))
    return path


@pytest.fixture
def key(tmp_path) -> Path:
    path = tmp_path / "key"
    path.touch(mode=0o600)
    path.write_text(KEY)
    return path


def joined(out: Path) -> bytes:
    return b"".join(part.read_bytes() for part in sorted(out.glob("part-*")))


def on_ray(call, out: Path, *command: Any, shard_bytes: str = "50K") -> Any:
    options = ("--runner", "ray", "--workers", 2, "--retries", 9, "--shard-bytes", shard_bytes)
    return call("scale", "--out-dir", out, *options, "--", *command)


def test_parts_are_what_one_process_writes_and_ray_learns_nothing(
    call, cluster, records, key, tmp_path
):
    command = ("surrogate", "-q", "--key-file", key, records)
    done = on_ray(call, tmp_path / "out", *command)
    assert done.status == 0, done.err
    assert done.err == ""
    parts = sorted((tmp_path / "out").glob("part-*"))
    assert len(parts) == 6
    assert joined(tmp_path / "out") == call(*command).out
    assert not holding_secrets(Path(cluster.head_node.get_session_dir_path()))


def holding_secrets(folder: Path) -> list[Path]:
    """The files of a Ray session, its logs and metadata, that hold the key or private words."""
    never = [KEY.encode(), CANARY.encode(), CANARY.lower().encode()]
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.suffix == ".out" for path in files)
    contents = {path: path.read_bytes() for path in files}
    return [path for path, data in contents.items() if any(each in data for each in never)]


def test_an_error_that_quotes_a_record_is_not_logged(call, cluster, tmp_path):
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b'{"id":1,"text":"' + CANARY.encode() + b'"\n')
    done = on_ray(call, tmp_path / "out", "mask", bad)
    assert done.status == 65
    assert "bad.jsonl:1: not valid JSON; 1 of 1 shards failed" in done.err
    assert not holding_secrets(Path(cluster.head_node.get_session_dir_path()))


def test_a_worker_that_cannot_start_ends_the_run(call, cluster, records, key, tmp_path):
    out = tmp_path / "out"
    command = ("surrogate", "-q", "--key-file", key, records)
    planning = ("scale", "--out-dir", out, "--runner", "slurm-array", "--", *command)
    assert call(*planning).status == 0
    plan = (out / "plan.json").read_bytes()
    (out / "plan.json").write_bytes(plan.replace(b'"arguments":["surrogate"', b'"arguments":["x"'))
    make = partial(shard_work, parse_filter, out)
    with ray_cluster() as cpus, pytest.raises(UsageError, match="no command 'x'"):
        Crew(RayEngine(make, 0), cpus).work(Attempts([0], 0), print)


def test_workers_and_a_node_that_are_killed_lose_nothing(call, cluster, records, key, tmp_path):
    out = tmp_path / "out"
    command = ("surrogate", "-q", "--key-file", key, records)
    stop, killed = threading.Event(), []
    killer = threading.Thread(target=kill_some, args=(cluster, out, stop, killed))
    killer.start()
    try:
        done = on_ray(call, out, *command, shard_bytes="5K")
    finally:
        stop.set()
        killer.join()
    assert done.status == 0, done.err
    assert len(killed) > KILLS
    assert "node" in killed
    assert joined(out) == call(*command).out


def kill_some(cluster: Any, out: Path, stop: threading.Event, killed: list[Any]) -> None:
    """Kill workers at random moments while parts appear, then one of the two nodes."""
    draw = random.Random(7)
    while len(killed) < KILLS and not stop.wait(draw.uniform(0.05, 0.3)):
        if pids := working():
            killed.append(draw.choice(pids))
            with contextlib.suppress(ProcessLookupError):
                os.kill(killed[-1], signal.SIGKILL)
            deadline = time.monotonic() + 10  # others may be starting, too
            while killed[-1] in working() and time.monotonic() < deadline:
                time.sleep(0.05)
    if not stop.is_set():
        killed.append("node")
        cluster.remove_node(cluster.second, allow_graceful=False)


def working() -> list[int]:
    """The processes of the cluster that have become workers."""
    import psutil

    found = []
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if any("ShardActor" in part for part in process.cmdline()):
                found.append(process.pid)
    return found
