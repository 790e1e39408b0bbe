"""All parts are on the disk when a run ends."""

from __future__ import annotations

import os


def test_parts_of_an_earlier_run_are_synced_too(call, tmp_path, monkeypatch):
    """A killed run may not have come to it."""
    given, out = tmp_path / "in.jsonl", tmp_path / "out"
    given.write_bytes(b'{"text":"hello"}\n' * 8)
    command = ("scale", "-q", "--out-dir", out, "--workers", "1", "--shard-bytes", "40", "--")
    command = (*command, "mask", given)
    assert call(*command).status == 0
    first, *others = sorted(out.glob("done-*"))
    first.unlink()
    synced = []
    monkeypatch.setattr(
        "privtool.shards.folder.os.fsync", lambda fd: synced.append(os.fstat(fd).st_ino)
    )
    assert call(*command).status == 0
    parts = {path.stat().st_ino for path in out.glob("part-*")}
    assert len(parts) == len(others) + 1 > 2
    assert parts <= set(synced)
