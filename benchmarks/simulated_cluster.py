"""`privtool scale` on many nodes, simulated: how long a run takes, and what its workers wait for.

Workers take the next shard when they are free, as with `--runner ray`, or each has its own shards,
as in a job array. Nodes differ in speed, shards in the work that their bytes are, nodes fail and
come back. Rates of one worker are measured elsewhere, and given.
"""

from __future__ import annotations

import argparse
import heapq
import random
from typing import NamedTuple

from benchmarks.support.measure import report

_HOUR = 3600.0


class Cluster(NamedTuple):
    """Nodes with workers, how much they differ, and how often a node fails."""

    nodes: int = 64
    workers: int = 16
    start_seconds: float = 30.0
    speed_spread: float = 0.1  # of the logarithm, between nodes
    hours_between_failures: float = 50.0  # of a node
    repair_seconds: float = 600.0


class Task(NamedTuple):
    """Work in units (words, or hours of audio), done by one worker at a rate per second."""

    units: float
    rate: float
    shards: int
    spread: float = 0.3  # of the logarithm, between shards
    shard_seconds: float = 0.05  # for files, digests and marks of a shard
    plan_seconds: float = 0.0


class Outcome(NamedTuple):
    """Hours from the start, the share of them that workers work, and attempts that were lost."""

    hours: float
    used: float
    lost: int


def simulated(cluster: Cluster, task: Task, handed_out: bool) -> Outcome:
    """Return how a run goes; `handed_out` is false where each worker has its own shards."""
    draws = random.Random(1)
    size = cluster.nodes * cluster.workers
    speeds = [draws.lognormvariate(0, cluster.speed_spread) for _ in range(cluster.nodes)]
    mean = task.units / task.shards / task.rate
    work = [mean * draws.lognormvariate(0, task.spread) for _ in range(task.shards)]
    scale = mean * task.shards / sum(work)
    work = [each * scale for each in work]
    rate = 1 / (cluster.hours_between_failures * _HOUR)
    failures = [draws.expovariate(rate) for _ in range(cluster.nodes)]  # when a node fails next
    own = [list(range(worker, task.shards, size))[::-1] for worker in range(size)]
    shared = list(range(task.shards))[::-1]
    free = [(task.plan_seconds + cluster.start_seconds, worker) for worker in range(size)]
    heapq.heapify(free)
    ended, lost, used = 0.0, 0, 0.0
    while free:
        now, worker = heapq.heappop(free)
        waiting = shared if handed_out else own[worker]
        if not waiting:
            continue
        shard, node = waiting.pop(), worker // cluster.workers
        end = now + work[shard] / speeds[node] + task.shard_seconds
        if failures[node] < now:
            failures[node] = now + draws.expovariate(rate)
        if now <= failures[node] < end:
            waiting.append(shard)
            lost += 1
            end = failures[node] + cluster.repair_seconds + cluster.start_seconds
        else:
            used += end - now
            ended = max(ended, end)
        heapq.heappush(free, (end, worker))
    return Outcome(ended / _HOUR, used / (size * ended), lost)


# Rates of one worker on a core: masking from `benchmarks.scaling`, the others from CPU times of
# data/sample, 2026-11-25.
TASKS = {
    # 10 billion words are about 73 GB of records; planning reads them once, at 1 GB/s.
    "mask allowList, 64 MB": Task(1e10, 1_450_000, 1_100, plan_seconds=73),
    "mask mini-ner, 64 MB": Task(1e10, 15_000, 1_100, plan_seconds=73),
    "mask mini-ner, 4 MB": Task(1e10, 15_000, 17_500, plan_seconds=73),
    "fill mini, 4 MB": Task(1e10, 2_100, 17_500, plan_seconds=73),
    "fill mini, 1 MB": Task(1e10, 2_100, 70_000, plan_seconds=73),
    # 10,000 hours are about 7 million turns, 2 GB of records.
    "align, 2 MB": Task(10_000, 95 / _HOUR, 1_000, plan_seconds=2),
    "align, 256 KB": Task(10_000, 95 / _HOUR, 8_000, plan_seconds=2),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=64)
    parser.add_argument("--workers", type=int, default=16, help="of each node")
    parser.add_argument("--hours-between-failures", type=float, default=50, help="of a node")
    args = parser.parse_args()
    cluster = Cluster(args.nodes, args.workers, hours_between_failures=args.hours_between_failures)
    for name, task in TASKS.items():
        ray, array = (simulated(cluster, task, handed_out) for handed_out in (True, False))
        report(
            f"simulated: {name}",
            shards=task.shards,
            seconds_of_a_shard=task.units / task.shards / task.rate,
            ideal_hours=task.units / task.rate / args.nodes / args.workers / _HOUR,
            handed_out=ray._asdict(),
            job_array=array._asdict(),
        )


if __name__ == "__main__":
    main()
