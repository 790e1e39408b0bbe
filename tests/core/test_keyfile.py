"""Files of secret keys."""

import os

import pytest

from privtool.core.errors import PrivtoolError, UsageError
from privtool.core.keyfile import make_secret_file, random_secret, read_secret_file


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
    path.write_bytes(b" " * 20 + b"short\n")
    with pytest.raises(UsageError, match="at least 16 bytes"):
        read_secret_file(path)
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


def test_random_secrets_differ():
    assert len({random_secret() for _ in range(9)}) == 9
