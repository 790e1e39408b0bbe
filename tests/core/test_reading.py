import gzip
import os
import sys
import threading
import time
import tracemalloc
from collections.abc import Iterator
from itertools import count, repeat
from pathlib import Path

import pytest
import zstandard
from hypothesis import assume, given
from hypothesis import strategies as st

from privtool.core.errors import DataError, UsageError
from privtool.core.reading import READ_BYTES, Block, blocks_of, read_blocks
from tests.support.tables import typed_cases

LIMIT = 1 << 20


def lines_of(*pieces: bytes, limit: int = LIMIT, at_most: int = 100) -> list[bytes | None]:
    """The lines of a stream that arrives in these pieces, the numbering of its blocks checked."""
    return joined(blocks_of(iter(pieces), "stdin", limit, at_most))


def joined(blocks: Iterator[Block]) -> list[bytes | None]:
    lines: list[bytes | None] = []
    for block in blocks:
        assert block.first_line == len(lines) + 1
        assert block.lines
        lines += block.lines
    return lines


def file_lines(path: Path, limit: int = LIMIT) -> list[bytes | None]:
    return joined(read_blocks([str(path)], limit, 100))


@pytest.mark.parametrize(("stream", "expected"), typed_cases("core", "lines of a stream"))
def test_only_line_feeds_end_lines_and_one_bom_is_dropped(stream, expected):
    data, lines = stream.encode("latin-1"), [line.encode("latin-1") for line in expected]
    assert lines_of(data) == lines_of(*(bytes([byte]) for byte in data)) == lines


PIECE = st.lists(st.sampled_from([b"\n", b"\r", b"a", b"bcdef", b"\xef", b"\xef\xbb\xbf"])).map(
    b"".join
)


@given(st.lists(st.one_of(st.binary(max_size=12), PIECE)), st.integers(1, 12), st.integers(1, 5))
def test_where_the_stream_is_cut_changes_nothing(pieces, limit, at_most):
    stream = b"".join(pieces).removeprefix(b"\xef\xbb\xbf")
    assume(not stream.startswith((b"\xff\xfe", b"\xfe\xff")))  # UTF-16, which is an error
    expected = stream.split(b"\n")
    if not expected[-1]:
        expected.pop()
    limited = [line if len(line) <= limit else None for line in expected]
    assert lines_of(*filter(None, pieces), limit=limit, at_most=at_most) == limited
    assert all(
        len(block.lines) <= at_most for block in blocks_of(iter(pieces), "x", limit, at_most)
    )


def test_a_line_over_the_limit_is_none_and_the_next_is_read():
    long, fits = b"x" * 101, b"y" * 100
    assert lines_of(long + b"\n" + fits + b"\nz", limit=100) == [None, fits, b"z"]
    assert lines_of(fits + b"\n" + long, limit=100) == [fits, None]
    # Even where its end comes in one read with short lines, and where it comes in small reads.
    assert lines_of(b"a\n", long, b"\nb\n", limit=100) == [b"a", None, b"b"]
    assert lines_of(b"a\n", *repeat(b"x" * 30, 4), b"\nb\n", limit=100) == [
        b"a",
        None,
        b"b",
    ]


def test_a_long_line_under_the_limit_comes_whole(tmp_path):
    line = b"0123456789" * 1_000_000
    path = tmp_path / "long"
    path.write_bytes(b"a\n" + line + b"\nb")
    assert file_lines(path, limit=len(line)) == [b"a", line, b"b"]
    assert file_lines(path, limit=len(line) - 1) == [b"a", None, b"b"]


def test_memory_stays_bounded_on_an_endless_line():
    tracemalloc.start()
    try:
        piece = b"x" * READ_BYTES
        assert lines_of(*repeat(piece, 400), b"\nshort\n", limit=4 * READ_BYTES) == [
            None,
            b"short",
        ]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 * READ_BYTES


@pytest.mark.parametrize(
    ("first", "line"), [(b"a\nb", b"a"), (b"a\n", b"a"), (b"\xef\xbb\xbf\n", b""), (b"\n", b"")]
)
def test_a_line_waits_for_no_further_piece_and_the_first_for_no_bom(first, line):
    def pieces() -> Iterator[bytes]:
        yield first
        pytest.fail("read on before the first line was passed on")

    assert next(blocks_of(pieces(), "stdin", LIMIT, 100)).lines == [line]


def test_several_files_are_numbered_each_by_itself(tmp_path):
    for name, content in [("one", b"a\nb"), ("two", b"c\n")]:
        (tmp_path / name).write_bytes(content)
    blocks = list(read_blocks([str(tmp_path / "one"), str(tmp_path / "two")], LIMIT, 100))
    assert blocks == [Block("one", 1, [b"a"]), Block("one", 2, [b"b"]), Block("two", 1, [b"c"], 2)]


TEXT = "Zoë asks\nfor 12\n"
RUSSIAN = "Анна Ли звонит\nзавтра в 10\n"


@pytest.mark.parametrize("text", [TEXT, RUSSIAN])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
@pytest.mark.parametrize("with_mark", [False, True])
def test_wide_encodings_are_refused_with_a_way_out(text, encoding, with_mark):
    """Their lines would be noise that can be valid UTF-8."""
    data = text.encode(encoding)
    with pytest.raises(
        DataError, match=r"stdin: is (UTF-\d\d\w*); .* iconv -f \1 -t UTF-8"
    ) as error:
        list(blocks_of(iter([data]), "stdin", LIMIT, 100, with_mark=with_mark))
    name = str(error.value).split()[2].rstrip(";")
    assert name.lower().replace("le", "").replace("be", "") == encoding[:6]
    assert data.decode(name).removeprefix("\ufeff") == text


@pytest.mark.parametrize("text", [b"a\0b\0c\0d\0e\0f\0g\0\n", "Zoë \0\n".encode() * 9, b"\0" * 20])
def test_zeros_in_other_text_pass(text):
    assert joined(blocks_of(iter([text]), "stdin", LIMIT, 100))


@pytest.mark.parametrize(("name", "shown"), [(b"\xff.jsonl", r"\udcff.jsonl"), (b"a\nb", r"a\nb")])
def test_any_name_can_be_shown_on_one_line(tmp_path, name, shown):
    path = Path(os.fsdecode(os.fsencode(tmp_path / "x")[:-1] + name))
    path.write_bytes(b"a\n")
    (block,) = read_blocks([str(path)], LIMIT, 100)
    assert block.source == shown


@pytest.mark.parametrize("name", ["missing", "."])
def test_what_cannot_be_opened_is_a_usage_error(tmp_path, name):
    with pytest.raises(UsageError, match="directory"):
        list(read_blocks([str(tmp_path / name)], LIMIT, 100))


# Compressed files: what is in them, told by their content, and what is wrong with them.
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


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        ((b"a\nb", b"", b"c\nd\n"), [b"a", b"bc", b"d"]),  # frames follow one another
        ((b"\xef\xbb\xbfa\n",), [b"a"]),  # a BOM inside is dropped
    ],
)
def test_packed_parts_are_lines(tmp_path, kind, parts, lines):
    path = tmp_path / "frames"
    path.write_bytes(b"".join(packed(kind, part) for part in parts))
    assert file_lines(path) == lines


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


def broken_files():
    """Compressed data that is cut short, changed or followed by something else."""
    for kind in ("gz", "zst"):
        data = packed(kind, CONTENT)
        yield from (data[:kept] for kept in (5, len(data) // 2, int(0.9 * len(data)), -1))
        yield packed(kind, b"a\n") + b"something else"
    data = bytearray(gzip.compress(CONTENT))
    data[-5] ^= 1  # in the checksum
    yield data


@pytest.mark.parametrize("data", list(broken_files()), ids=count())
def test_broken_data_is_an_error(tmp_path, data):
    path = tmp_path / "broken"
    path.write_bytes(data)
    with pytest.raises(DataError, match="broken: the compressed data is broken or cut short"):
        file_lines(path)


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(b"a\n") + bytes(5000),  # padding with zeros
        b"\x53\x2a\x4d\x18" + (3).to_bytes(4, "little") + b"xyz" + zstandard.compress(b"a\n"),
    ],
)
def test_padding_and_frames_to_skip_are_no_lines(tmp_path, data):
    path = tmp_path / "padded"
    path.write_bytes(data)
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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux changes the size of a pipe")
def test_a_pipe_holds_a_whole_block() -> None:
    end, start = os.pipe()
    os.write(start, b"a line\n")
    blocks = read_blocks([f"/dev/fd/{end}"], LIMIT, 1)
    assert next(blocks).lines == [b"a line"]
    os.set_blocking(start, False)
    assert os.write(start, bytes(2 * READ_BYTES)) == READ_BYTES
    os.close(start)
    os.close(end)
