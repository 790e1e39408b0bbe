"""Trainers in several processes, with the environment that `torchrun` gives them."""

import json
import os
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.support.in_process import Outcome


def start_ranks(
    program: Sequence[str | Path], count: int, *args: Any, pids: Path | None = None
) -> list[subprocess.Popen[bytes]]:
    """Start a command in `count` processes, as on machines of their own.

    The warm program writes the number of the process of each rank into the folder `pids`.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    group = {"WORLD_SIZE": str(count), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    environments = [
        {**os.environ, **group, "RANK": str(n), "LOCAL_RANK": "0"} for n in range(count)
    ]
    if pids is not None:
        for rank, environment in enumerate(environments):
            environment["WARM_PID_FILE"] = str(pids / str(rank))
    return [
        subprocess.Popen(
            [*map(str, program), *map(str, args)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for environment in environments
    ]


def run_ranks(program: Sequence[str | Path], count: int, *args: Any) -> list[Outcome]:
    """Run a command in `count` processes; return what each left behind."""
    outcomes = []
    started = start_ranks(program, count, *args)
    try:
        for process in started:
            out, err = process.communicate(timeout=120)
            outcomes.append(Outcome(process.returncode, out, err.decode()))
    finally:
        for process in started:
            process.kill()
    return outcomes


def remove_dropout(folder: Path) -> None:
    """Set the dropout of a saved model to zero, as each process draws its own."""
    config = folder / "config.json"
    known = json.loads(config.read_text())
    names = [name for name in known if name.endswith("pdrop") or "dropout" in name]
    config.write_text(json.dumps({**known, **{n: 0.0 for n in names if known[n] is not None}}))
