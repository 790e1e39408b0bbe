import ctypes
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from privtool.core import resources
from privtool.core.resources import library_threads, share_cpus, tame_thread_pools, usable_cpus
from tests.support.tables import typed_cases


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with 16 CPUs, of which a process may use 12, and cgroups without limits."""
    monkeypatch.setattr(os, "cpu_count", lambda: 16)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(12)), raising=False)
    monkeypatch.setattr(resources, "_CGROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(resources, "_OWN_CGROUP", tmp_path / "own")
    return tmp_path


def limit(machine: Path, place: str, **files: str) -> None:
    folder = machine / "cgroup" / place
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)


def test_affinity_counts_without_cgroups(machine):
    assert usable_cpus() == 12


@pytest.mark.parametrize(("limits", "usable"), typed_cases("core", "cgroup quotas"))
def test_quotas_of_cgroups_count(machine, limits, usable):
    (machine / "own").write_text("0::/a/b\n")
    for place, text in limits.items():
        limit(machine, place, cpu__max=text)
    assert usable_cpus() == usable


def test_quotas_of_the_first_version_count(machine):
    (machine / "own").write_text("5:cpuset:/\n4:cpu,cpuacct:/docker/1\n")
    limit(machine, "cpu", cpu__cfs_quota_us="-1\n", cpu__cfs_period_us="100000\n")
    assert usable_cpus() == 12
    limit(machine, "cpu/docker/1", cpu__cfs_quota_us="250000\n", cpu__cfs_period_us="100000\n")
    assert usable_cpus() == 2


def test_a_group_outside_of_the_container_does_not_matter(machine):
    (machine / "own").write_text("0::/../outside\n")
    limit(machine, "", cpu__max="max 100000\n")
    assert usable_cpus() == 12


def test_threads_sleep_and_fit_the_limits(machine):
    variables: dict[str, str] = {}
    tame_thread_pools(variables)
    assert variables == {"OMP_WAIT_POLICY": "PASSIVE", "OMP_NUM_THREADS": "12"}
    chosen = {"OMP_WAIT_POLICY": "ACTIVE", "OMP_NUM_THREADS": "3"}
    tame_thread_pools(chosen)
    assert chosen == {"OMP_WAIT_POLICY": "ACTIVE", "OMP_NUM_THREADS": "3"}


def test_libraries_choose_where_nothing_is_limited(machine, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(16)), raising=False)
    variables: dict[str, str] = {}
    tame_thread_pools(variables)
    assert "OMP_NUM_THREADS" not in variables


@pytest.mark.parametrize(("processes", "threads"), [(1, "12"), (5, "2"), (99, "1")])
def test_processes_share_the_cpus(machine, monkeypatch, processes, threads):
    for name in ("OMP_NUM_THREADS", "RAYON_NUM_THREADS"):
        monkeypatch.setenv(name, "7")
    assert library_threads() == 7
    share_cpus(processes)
    assert os.environ["OMP_NUM_THREADS"] == os.environ["RAYON_NUM_THREADS"] == threads
    assert library_threads() == int(threads)


@pytest.mark.parametrize("text", ["", "many", "2,1"])
def test_a_number_of_threads_that_is_none_leaves_the_cpus(machine, monkeypatch, text):
    monkeypatch.setenv("OMP_NUM_THREADS", text)
    assert library_threads() == 12


FAULTS = """
import resource, sys
from privtool.core.resources import disable_malloc_trim
if sys.argv[1] == "keep":
    disable_malloc_trim()
def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(3):
    before = faults()
    block = bytearray(b"x") * (64 << 20)
    taken = faults() - before
    del block
print(taken * resource.getpagesize())
"""


def cleared(mode: str) -> int:
    """The bytes that the kernel had to clear for a block like one that was just freed."""
    done = subprocess.run(
        [sys.executable, "-c", FAULTS, mode], check=True, capture_output=True, text=True
    )
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the GNU C library is told")
def test_freed_memory_is_taken_again_without_the_kernel():
    assert cleared("keep") < 1 << 20 < cleared("leave")


def test_other_c_libraries_are_left_as_they_are(monkeypatch):
    asked: list[object] = []
    monkeypatch.setattr(ctypes, "CDLL", lambda name: asked.append(name) or object())
    resources.disable_malloc_trim()
    assert asked == [None]


def test_too_little_memory_is_an_error_that_can_be_caught():
    resources.require_memory(resources.MB)
    with pytest.raises(MemoryError):
        resources.require_memory(1 << 60)
