"""Compressed files: what is in them, told by their content, and what is wrong with them."""

import gzip
import os
import threading
import time
import tracemalloc
from pathlib import Path

import pytest
import zstandard

from privtool.core.errors import DataError
from privtool.core.reading import Block, read_blocks

LIMIT = 1 << 20


def file_lines(path: Path, limit: int = LIMIT) -> list[bytes | None]:
    return [line for block in read_blocks([str(path)], limit, 100) for line in block.lines]


CONTENT = b"".join(b"line %d\n" % number for number in range(100_000))


def packed(kind: str, content: bytes) -> bytes:
    return gzip.compress(content) if kind == "gz" else zstandard.compress(content)


@pytest.fixture(params=["gz", "zst"])
def kind(request) -> str:
    return request.param


def test_the_content_tells_the_format(tmp_path, kind):
    path = tmp_path / "no-extension"
    path.write_bytes(packed(kind, CONTENT))
    assert file_lines(path) == CONTENT.splitlines()
    (tmp_path / "plain.gz").write_bytes(b"not packed\n")
    assert file_lines(tmp_path / "plain.gz") == [b"not packed"]


def test_frames_follow_one_another(tmp_path, kind):
    path = tmp_path / "frames"
    parts = packed(kind, b"a\nb"), packed(kind, b""), packed(kind, b"c\nd\n")
    path.write_bytes(b"".join(parts))
    assert file_lines(path) == [b"a", b"bc", b"d"]


def test_the_first_bytes_may_come_one_by_one(tmp_path, kind):
    os.mkfifo(path := tmp_path / "pipe")

    def write() -> None:
        with open(path, "wb", buffering=0) as pipe:
            data = packed(kind, b"a\n")
            for place in range(5):
                pipe.write(data[place : place + 1])
                time.sleep(0.02)
            pipe.write(data[5:])

    writer = threading.Thread(target=write)
    writer.start()
    (block,) = read_blocks([str(path)], LIMIT, 100)
    writer.join()
    assert block.lines == [b"a"]


def test_a_frame_to_skip_may_come_first(tmp_path):
    path = tmp_path / "skipped"
    skipped = b"\x53\x2a\x4d\x18" + (3).to_bytes(4, "little") + b"xyz"
    path.write_bytes(skipped + zstandard.compress(b"a\n"))
    (block,) = read_blocks([str(path)], LIMIT, 100)
    assert block.lines == [b"a"]


def test_a_bom_inside_is_dropped(tmp_path, kind):
    path = tmp_path / "bom"
    path.write_bytes(packed(kind, b"\xef\xbb\xbfa\n"))
    assert file_lines(path) == [b"a"]


@pytest.mark.parametrize("kept", [5, 0.5, 0.9, -1])
def test_a_stream_that_is_cut_short_is_an_error(tmp_path, kind, kept):
    path = tmp_path / "short"
    data = packed(kind, CONTENT)
    path.write_bytes(data[: int(kept * len(data)) if isinstance(kept, float) else kept])
    with pytest.raises(DataError, match="short: the compressed data is broken or cut short"):
        file_lines(path)


def test_what_follows_the_last_frame_is_an_error(tmp_path, kind):
    path = tmp_path / "trailing"
    path.write_bytes(packed(kind, b"a\n") + b"something else")
    with pytest.raises(DataError, match="broken"):
        file_lines(path)


def test_a_changed_byte_is_an_error(tmp_path):
    packed = bytearray(gzip.compress(CONTENT))
    packed[-5] ^= 1  # in the checksum
    (tmp_path / "changed").write_bytes(packed)
    with pytest.raises(DataError, match="broken"):
        file_lines(tmp_path / "changed")


def test_padding_with_zeros_is_none(tmp_path):
    path = tmp_path / "padded"
    path.write_bytes(gzip.compress(b"a\n") + bytes(5000))
    assert file_lines(path) == [b"a"]


def test_memory_stays_bounded(tmp_path, kind):
    path = tmp_path / "zeros"
    path.write_bytes(packed(kind, b"\n" * 5_000_000 + b"x" * 60_000_000))
    tracemalloc.start()
    try:
        last = None
        for block in read_blocks([str(path)], LIMIT, 1000):
            last = block
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert last == Block("zeros", 5_000_001, [None])
    assert peak < 30_000_000


def test_a_window_that_the_library_refuses_is_told(tmp_path):
    path = tmp_path / "wide"
    of_256_mb = bytes([18 << 3])
    path.write_bytes(b"\x28\xb5\x2f\xfd\x00" + of_256_mb + b"\x01\x00\x00")
    with pytest.raises(DataError, match="takes too much memory"):
        file_lines(path)
