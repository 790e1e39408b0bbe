"""Cutting files: every line is in one shard, with its number, whatever the file looks like."""

import gzip
from pathlib import Path

import zstandard
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from privtool.core.reading import FileRange, read_blocks, read_range
from privtool.shards.plan import packed, ranges_of, read_input

LIMIT = 1 << 20
CONTENTS = st.lists(
    st.sampled_from(
        [b"", b"a", b"\r", b"\xef\xbb\xbf", b"bb\r", b"x" * 40, b"\x1f\x8b", b"a\x00b"]
    ),
    max_size=40,
).map(b"\n".join)


def lines_alone(path: Path) -> list[tuple[int, bytes | None]]:
    blocks = read_blocks([str(path)], LIMIT, 7)
    return [pair for block in blocks for pair in enumerate(block.lines, block.first_line)]


def lines_in_parts(path: Path, most: int) -> list[tuple[int, bytes | None]]:
    source = read_input(str(path))
    ranges = list(ranges_of(0, source, most))
    assert [each.start for each in ranges] == [0, *(each.end for each in ranges[:-1])]
    assert ranges[-1].end == path.stat().st_size
    places = (FileRange(source.path, *each[1:], source.packing) for each in ranges)
    blocks = (block for each in places for block in read_range(each, LIMIT, 7))
    return [pair for block in blocks for pair in enumerate(block.lines, block.first_line)]


@settings(deadline=None)
@given(content=CONTENTS, most=st.integers(1, 50))
def test_parts_of_a_plain_file_have_its_lines(tmp_path_factory, content, most):
    assume(not content.startswith(b"\x1f\x8b"))  # it would be a gzip file
    path = tmp_path_factory.mktemp("plain") / "in"
    path.write_bytes(content)
    assert lines_in_parts(path, most) == lines_alone(path)


def test_parts_are_of_the_size(tmp_path):
    path = tmp_path / "in"
    path.write_bytes(b"123456789\n" * 100_000)
    ranges = list(ranges_of(0, read_input(str(path)), 65_536))
    assert {each.end - each.start for each in ranges[:-1]} == {65_540}
    assert ranges[1].first_line == 6555


def test_compressed_files_are_whole(tmp_path):
    content = b"line\n" * 10_000
    for packed_content in (gzip.compress(content), zstandard.compress(content)):
        (tmp_path / "in").write_bytes(packed_content)
        (only,) = ranges_of(0, read_input(str(tmp_path / "in")), 10)
        assert (only.start, only.end, only.first_line) == (0, len(packed_content), 1)


def test_small_files_share_a_shard(tmp_path):
    ranges = []
    for number, size in enumerate([10, 10, 10, 100, 0, 30]):
        path = tmp_path / str(number)
        path.write_bytes(b"x" * size)
        ranges += ranges_of(number, read_input(str(path)), 200)
    sizes = [[each.end - each.start for each in shard] for shard in packed(ranges, 30)]
    assert sizes == [[10, 10, 10], [100], [0, 30]]
