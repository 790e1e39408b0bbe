"""Workers on a Ray cluster of two nodes: the same bytes, nothing lost, nothing told to Ray.

An actor calls the `ShardWork` that a process here calls. So what happens on a full disk, and with
an input that has changed, is tested without a cluster, in `scale/test_failures.py`.
"""

import random
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from benchmarks.support.ray_nodes import Nodes, two_nodes
from privtool.cli.main import parse_filter
from privtool.core.errors import UsageError
from privtool.shards.workers import Attempts, Crew, RayEngine, ray_cluster
from privtool.workflows.shard_work import ShardWork
from tests.chaos import ray_kills
from tests.support.canary import CANARY
from tests.support.parts import joined, plan
from tests.support.ray_workers import environment_of, processes, working

if find_spec("ray") is None:  # not imported yet: it reads the environment as it is
    pytest.skip("ray is not installed: pip install 'privtool[ray]'", allow_module_level=True)

KEY = "a-key-that-no-log-may-hold-0123456789"
SECRETS = (KEY.encode(), CANARY.encode(), CANARY.lower().encode())
LINE = (
    b'{"id":"%d","text":"ask ' + CANARY.encode() + b' now","entities":'
    b'[{"start":4,"end":%d,"label":"PERSON"}]}\n'
)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    with two_nodes() as started:
        yield started


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


def on_ray(call, out: Path, *command: Any, shard_bytes: str = "50K") -> Any:
    options = ("--runner", "ray", "--workers", 2, "--retries", 9, "--shard-bytes", shard_bytes)
    return call("scale", "--out-dir", out, *options, "--", *command)


def test_parts_are_what_one_process_writes_and_ray_learns_nothing(
    call, nodes, records, key, tmp_path
):
    command = ("surrogate", "-q", "--key-file", key, records)
    done = on_ray(call, tmp_path / "out", *command).checked()
    assert done.err == ""
    parts = sorted((tmp_path / "out").glob("part-*"))
    assert len(parts) == 6
    assert joined(tmp_path / "out") == call(*command).out
    assert not holding_secrets(Path(nodes.cluster.head_node.get_session_dir_path()))


def test_ray_holds_no_secrets_in_memory(call, nodes, records, key, tmp_path):
    """Neither its key-value store nor arguments or environments of its processes hold them."""
    from ray.experimental.internal_kv import _internal_kv_get, _internal_kv_list

    out = tmp_path / "out"
    command = ("surrogate", "-q", "--key-file", key, records)
    plan(call, out, *command, options=())
    with ray_cluster():
        engine = RayEngine(partial(ShardWork, parse_filter, out), 0)
        actor = engine.start(0)
        assert actor.answer() is None
        actor.ask(0)
        assert actor.answer() is None
        names = _internal_kv_list(b"", namespace=b"fun") + _internal_kv_list(b"")
        stored = [_internal_kv_get(name, namespace=b"fun") or b"" for name in names]
        stored += [_internal_kv_get(name) or b"" for name in names]
        assert any(b"ShardActor" in each for each in stored)
        seen = {pid: " ".join(words).encode() for pid, words in processes().items()}
        seen = {pid: words + environment_of(pid) for pid, words in seen.items()}
        assert set(working()) <= set(seen)
        assert working()
        actor.end()
    held = [*names, *stored, *seen.values()]
    assert not [each for each in held if any(secret in each for secret in SECRETS)]


def holding_secrets(folder: Path) -> list[Path]:
    """The files of a Ray session, its logs and metadata, that hold the key or private words."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.suffix == ".out" for path in files)
    contents = {path: path.read_bytes() for path in files}
    return [path for path, data in contents.items() if any(each in data for each in SECRETS)]


def test_a_broken_record_fails_its_shard_and_is_not_logged(call, nodes, tmp_path):
    bad, out = tmp_path / "bad.jsonl", tmp_path / "out"
    bad.write_bytes(b'{"id":1,"text":"' + CANARY.encode() + b'"\n' + b'{"id":2,"text":"a"}\n' * 5)
    done = on_ray(call, out, "mask", bad, shard_bytes="60")
    done.failed(65, "bad.jsonl:1: not valid JSON; 1 of 2 shards failed")
    again = on_ray(call, out, "mask", "--rejects", tmp_path / "aside", bad, shard_bytes="60")
    assert again.status == 0, again.err
    assert "2 shards, 1 of them done before" in again.err
    assert joined(out) == call("mask", "-q", "--rejects", tmp_path / "alone", bad).out
    assert (tmp_path / "aside").read_bytes() == (tmp_path / "alone").read_bytes()
    assert not holding_secrets(Path(nodes.cluster.head_node.get_session_dir_path()))


def test_a_worker_that_cannot_start_ends_the_run(call, nodes, records, key, tmp_path):
    out = tmp_path / "out"
    command = ("surrogate", "-q", "--key-file", key, records)
    plan(call, out, *command, options=())
    planned = (out / "plan.json").read_bytes()
    (out / "plan.json").write_bytes(
        planned.replace(b'"arguments":["surrogate"', b'"arguments":["x"')
    )
    make = partial(ShardWork, parse_filter, out)
    with ray_cluster() as cpus, pytest.raises(UsageError, match="no command 'x'"):
        Crew(RayEngine(make, 0), cpus).work(Attempts([0], 0), print)


@pytest.fixture(scope="module")
def rounds(nodes, tmp_path_factory) -> ray_kills.Rounds:
    return ray_kills.Rounds(nodes, tmp_path_factory.mktemp("rounds"), 20)


@pytest.mark.parametrize("victim", ray_kills.VICTIMS)
def test_what_is_killed_loses_nothing(rounds, victim):
    """`python -m tests.chaos.ray_kills` kills for longer."""
    counts = rounds.kill("mask", victim, random.Random(1))
    assert counts["running"] == 1
    assert (counts["resumed"] > 0) == (victim == "driver")
    assert not any(counts[name] for name in ray_kills.FAILURES), counts
