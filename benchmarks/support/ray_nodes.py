"""A Ray cluster of two nodes on this machine."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch


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


@contextmanager
def two_nodes() -> Iterator[Nodes]:
    """Start the nodes, with a token of their own and no reports of usage.

    Workers keep the priority of their node, as plain processes keep that of the caller; by default,
    Ray lets all other work go first.
    """
    settings = {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(16),
        "RAY_worker_niceness": "0",
    }
    with patch.dict(os.environ, settings):
        nodes = Nodes()
        os.environ["RAY_ADDRESS"] = nodes.cluster.address
        try:
            yield nodes
        finally:
            nodes.cluster.shutdown()
