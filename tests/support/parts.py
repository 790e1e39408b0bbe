"""Work on parts of an input by `privtool scale`, and what comes of it."""

from pathlib import Path
from unittest.mock import patch

import pytest

from privtool.cli.main import parse_filter
from privtool.shards.workers import Attempts
from privtool.workflows.shard_work import ShardWork

SMALL = ("--shard-bytes", "12K")


def joined(out: Path) -> bytes:
    """What `cat OUT/part-*` gives."""
    parts = sorted(out.glob("part-*"))
    assert parts
    return b"".join(part.read_bytes() for part in parts)


class Planned(BaseException):
    """Ends a run when its work is planned."""


def plan(call, out: Path, *command: str | Path, options: tuple[object, ...] = SMALL) -> None:
    """Plan the work on parts, without any worker."""
    with patch("privtool.workflows.scale._work", side_effect=Planned), pytest.raises(Planned):
        call("scale", "--out-dir", out, *options, "--", *command)


def work_on(out: Path, retries: int = 0) -> Attempts:
    """Work on all shards of a plan in this process, as a worker does that reads the plan."""
    work = ShardWork(parse_filter, out)
    attempts = Attempts(range(work.folder.count), retries)
    while (shard := attempts.next()) is not None:
        attempts.end(shard, work(shard))
    return attempts


def in_parts(call, out: Path, *command: str | Path, options: tuple[object, ...] = SMALL):
    """Plan the work on parts, do it in this process, and add up what was done."""
    plan(call, out, *command, options=options)
    assert not work_on(out).failures
    return call("scale", "--out-dir", out, *options, "--", *command)
