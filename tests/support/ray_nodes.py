"""A Ray cluster of two nodes on this machine, and its workers."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


class Nodes:
    """Two nodes with a CPU each, which RAY_ADDRESS names. The second one can be killed."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self.cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        self._second = self.cluster.add_node(num_cpus=1)

    def kill_second(self) -> None:
        """Kill all processes of the second node at once (-9)."""
        self.cluster.remove_node(self._second, allow_graceful=False)

    def replace_second(self) -> None:
        """Start another second node."""
        self._second = self.cluster.add_node(num_cpus=1)


@contextlib.contextmanager
def two_nodes() -> Iterator[Nodes]:
    """Start the nodes, with a token of their own and no reports of usage."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(16))
        nodes = Nodes()
        patch.setenv("RAY_ADDRESS", nodes.cluster.address)
        try:
            yield nodes
        finally:
            nodes.cluster.shutdown()


def working() -> list[int]:
    """Return the processes of the cluster that have become workers."""
    return [pid for pid, words in processes().items() if any("ShardActor" in w for w in words)]


def processes() -> dict[int, list[str]]:
    """Return the processes that this one has started, with their command lines."""
    import psutil

    found = {}
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            found[process.pid] = process.cmdline()
    return found


def environment_of(pid: int) -> bytes:
    """Return the environment that a process was started with."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/environ").read_bytes()
    return b""
