"""A plan over a small file, and finished shards of it."""

from pathlib import Path

from privtool.shards.folder import Done, RunFolder
from privtool.shards.plan import Plan, Setup, new_plan
from privtool.shards.splitting import read_input


def small_plan(folder: Path) -> Plan:
    """Return a plan of three shards, of a file that it writes."""
    (folder / "in").write_bytes(b"12345\n" * 10)
    return new_plan(
        Setup(
            arguments=("mask",),
            options={},
            directory="/",
            version="1",
            models={"tagger": [{"name": "mini"}]},
            settings={"list": (1, 2)},
            shard_bytes=20,
            zstd=False,
            inputs=(read_input(str(folder / "in")),),
        )
    )


def finish(folder: RunFolder, shard: int, data: bytes = b"a\nb\n") -> Done:
    """Write the part of a shard and its mark."""
    with folder.writing_part(shard) as part:
        part(data)
    done = Done(
        plan=folder.digest, shard=shard, records_in=2, records_out=part.lines, rejected=0,
        seconds=0.1, bytes=part.bytes, sha256=part.sha256, counts={},
    )  # fmt: skip
    folder.write_done(done)
    return done
