"""Work on parts of an input by `privtool scale`, and what comes of it."""

from __future__ import annotations

from pathlib import Path

SMALL = ("--shard-bytes", "12K")


def joined(out: Path) -> bytes:
    """What `cat OUT/part-*` gives."""
    parts = sorted(out.glob("part-*"))
    assert parts
    return b"".join(part.read_bytes() for part in parts)


def in_parts(call, out: Path, *command: str | Path, options: tuple[str, ...] = SMALL, workers=2):
    """Plan the work on parts, and do it in this process as tasks of a job array do."""
    planning = ("scale", "--out-dir", out, "--runner", "slurm-array", *options, "--", *command)
    planned = call(*planning)
    assert planned.status == 0, planned.err
    for number in range(workers):
        done = call("scale", "--out-dir", out, "--workers", workers, "--worker", number)
        assert done.status == 0, done.err
    return call(*planning)
