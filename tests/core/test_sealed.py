"""Encrypted files: what is written comes back, and nothing else does."""

import os
import random
import re

import pytest

from privtool.core.errors import DataError, PrivtoolError, UsageError
from privtool.core.rng import Key
from privtool.core.sealed import make_secret_file, read_secret_file, sealing, unsealed
from tests.support.canary import CANARY

KEY, CHUNK = Key(b"k" * 16), 1 << 16
SEALED, HEADER = CHUNK + 16, 15 + 32 + 16


@pytest.fixture
def sealed(tmp_path):
    """Seal some lines and return the path of the file."""

    def make(*parts, key=KEY):
        with sealing(str(tmp_path / "map"), key) as write:
            for part in parts:
                write(part)
        return tmp_path / "map"

    return make


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_content_comes_back_from_a_file_of_whole_chunks(sealed, size):
    content = random.Random(size).randbytes(size).replace(b"\n", b"x")
    path = sealed(content[:7], content[7:])
    assert unsealed(path, KEY).rstrip(b"\n") == content
    assert path.stat().st_size == HEADER + max(1, -(-size // CHUNK)) * SEALED
    assert path.stat().st_mode & 0o777 == 0o600


def test_nothing_is_in_clear_and_no_two_files_are_alike(sealed):
    content = CANARY.encode() * 1000
    first = sealed(content).read_bytes()
    assert CANARY.encode() not in first
    second = sealed(content).read_bytes()
    assert first[HEADER:] != second[HEADER:]


def test_a_file_that_is_not_finished_leaves_the_older_one(sealed, tmp_path):
    path = sealed(b"old")
    with pytest.raises(ZeroDivisionError), sealing(str(path), KEY) as write:
        write(bytes(1 // 0))
    assert unsealed(path, KEY).strip() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_any_changed_bit_is_refused(sealed):
    path = sealed(b"x" * (CHUNK + 5))
    content = path.read_bytes()
    rng = random.Random(0)
    places = [*range(HEADER), *rng.sample(range(HEADER, len(content)), 300), len(content) - 1]
    for place in places:
        changed = bytearray(content)
        changed[place] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
        with pytest.raises(DataError):
            unsealed(path, KEY)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: b"", "not a map of privtool"),
        (lambda c: b"PK" + c, "not a map of privtool"),
        (lambda c: c.replace(b"map 1", b"map 2", 1), "a map of another version of privtool"),
        (lambda c: c[:-1], "the map is incomplete: its end is missing"),
        (lambda c: c[:HEADER], "the map is incomplete: its end is missing"),
        (lambda c: c[:-SEALED], "the map was cut or changed after it was written"),
        (lambda c: c + c[-SEALED:], "the map was cut or changed after it was written"),
        (
            lambda c: c[:HEADER] + c[HEADER + SEALED : HEADER + 2 * SEALED] + c[HEADER + SEALED :],
            "the map was cut or changed after it was written",
        ),
    ],
)
def test_each_fault_has_its_message(sealed, change, message):
    path = sealed(bytes(2 * CHUNK + 1))
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(DataError, match=f"^{re.escape(f'{path}: {message}')}$"):
        unsealed(path, KEY)


def test_another_key_and_no_file(sealed, tmp_path):
    with pytest.raises(DataError, match="another key"):
        unsealed(sealed(b"x"), Key(b"l" * 16))
    with pytest.raises(UsageError, match="no such file"):
        unsealed(tmp_path / "none", KEY)


# Files of secret keys.
def test_a_key_that_is_made_is_its_owners_alone(tmp_path):
    path = tmp_path / "key"
    old = os.umask(0)
    try:
        make_secret_file(path)
    finally:
        os.umask(old)
    assert path.stat().st_mode & 0o777 == 0o600
    secret = read_secret_file(path)
    assert len(bytes.fromhex(secret.decode())) == 32
    make_secret_file(path)
    assert read_secret_file(path) == secret


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_a_key_that_others_can_read_or_write_is_refused(tmp_path, mode):
    path = tmp_path / "key"
    path.write_bytes(b"x" * 40)
    path.chmod(mode)
    with pytest.raises(UsageError, match="chmod 600"):
        read_secret_file(path)


def test_a_key_that_is_short_or_missing_is_refused(tmp_path):
    path = tmp_path / "key"
    with pytest.raises(UsageError, match="`make_key` makes it"):
        read_secret_file(path)
    path.touch(mode=0o600)
    path.write_bytes(b" " * 20 + b"x" * 15 + b"\n")
    with pytest.raises(UsageError, match="at least 16 bytes"):
        read_secret_file(path)
    path.write_bytes(b"x" * 16)
    assert read_secret_file(path) == b"x" * 16
    with pytest.raises(UsageError, match="cannot be read"):
        read_secret_file(tmp_path)
    with pytest.raises(PrivtoolError, match="cannot be written"):
        make_secret_file(tmp_path / "no" / "key")


def test_a_pipe_has_no_mode(tmp_path):
    source, sink = os.pipe()
    os.write(sink, b"x" * 20)
    os.close(sink)
    try:
        from pathlib import Path

        assert read_secret_file(Path(f"/dev/fd/{source}")) == b"x" * 20
    finally:
        os.close(source)
