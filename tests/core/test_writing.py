import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from privtool.core.errors import PrivtoolError
from privtool.core.writing import ReaderGone, make_folder, whole_folder, writing


class StopError(Exception):
    pass


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def write(path: Path, *pieces: bytes) -> None:
    with writing(str(path)) as write:
        for piece in pieces:
            write(piece)


def test_a_file_appears_when_it_is_whole(tmp_path):
    path = tmp_path / "out"
    with writing(str(path)) as write:
        write(b"a" * 1_000_000)
        write(b"b")
        assert not path.exists()
    assert path.read_bytes() == b"a" * 1_000_000 + b"b"
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize("error", [StopError, KeyboardInterrupt, GeneratorExit, OSError])
def test_after_an_error_nothing_has_changed(tmp_path, error):
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"old")
    for path in (old, new):
        with pytest.raises(error), writing(str(path)) as write:  # noqa: PT012
            write(b"half")
            raise error
    assert old.read_bytes() == b"old"
    assert names(tmp_path) == ["old"]


def test_a_signal_right_after_it_was_made_leaves_nothing(tmp_path, monkeypatch):
    """What a signal raises comes before the one who makes a file knows that it is there."""
    make, made = os.open, []

    def interrupted(*args, **options):
        made.append(make(*args, **options))
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write(tmp_path / "out", b"text")
    assert len(made) == 1
    os.close(made[0])
    assert names(tmp_path) == []


def test_a_file_is_replaced_with_its_mode_kept(tmp_path):
    path = tmp_path / "out"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_new_files_and_folders_have_the_mode_that_the_mask_leaves(tmp_path):
    before = os.umask(0o027)
    try:
        write(tmp_path / "out", b"new")
        with whole_folder(tmp_path / "folder", False, "mark") as unfinished:
            assert stat.S_IMODE(unfinished.stat().st_mode) == 0o700
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o750


@pytest.mark.parametrize("durable", [True, False])
def test_a_durable_file_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch, durable):
    named: list[bool] = []
    path = tmp_path / "out"
    monkeypatch.setattr("privtool.core.unfinished.os.fsync", lambda _: named.append(path.exists()))
    with writing(str(path), durable=durable) as write:
        write(b"text")
    assert named == [False] * durable


def test_a_link_stays_one(tmp_path):
    (tmp_path / "there").mkdir()
    link = tmp_path / "link"
    link.symlink_to("there/file")
    for content in (b"first", b"second"):
        write(link, content)
        assert link.is_symlink()
        assert (tmp_path / "there" / "file").read_bytes() == content
    assert names(tmp_path / "there") == ["file"]


def test_a_long_name_is_possible(tmp_path):
    write(tmp_path / ("x" * 255), b"new")
    assert names(tmp_path) == ["x" * 255]


def test_a_full_disk_is_said(tmp_path, monkeypatch):
    def full(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("privtool.core.writing.os.write", full)
    path = tmp_path / "out"
    with pytest.raises(PrivtoolError) as caught:
        write(path, b"more")
    assert str(caught.value) == f"{path}: cannot be written (no space left on device)"
    assert names(tmp_path) == []


# Pipes stand for all that is no file. Never try this on /dev/null: as root, a mistake replaces it.
def test_a_pipe_stays_one_and_gets_each_piece_at_once(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with writing(str(pipe)) as write:
        write(b"first")
        assert os.read(reader, 100) == b"first"
        os.close(reader)
        with pytest.raises(ReaderGone):
            write(b"second")
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no/out", "no such folder"),
        (".", "is a directory"),
        ("file/out", "not a directory"),
        ("x" * 256, "file name too long"),
    ],
)
def test_where_no_file_can_be_is_said(tmp_path, name, reason):
    (tmp_path / "file").write_bytes(b"")
    path = str(tmp_path / name)
    with pytest.raises(PrivtoolError) as caught, writing(path):
        pytest.fail("ran on")
    assert str(caught.value) == f"{path}: cannot be written ({reason})"
    assert caught.value.status == 1


def test_standard_output_is_written_whole_and_at_once(capfdbinary):
    data = os.urandom(300_000)
    with writing("-") as write:
        write(data)
        assert capfdbinary.readouterr().out == data


def test_standard_output_whose_reader_is_slow_gets_everything():
    data = os.urandom(1_000_000)
    source, sink = os.pipe()
    got: list[bytes] = []

    def read() -> None:
        while piece := os.read(source, 999):
            got.append(piece)

    reader = threading.Thread(target=read)
    reader.start()
    kept = os.dup(1)
    os.dup2(sink, 1)
    os.close(sink)
    try:
        with writing("-") as write:
            write(data)
    finally:
        os.dup2(kept, 1)
        os.close(kept)
    reader.join()
    os.close(source)
    assert b"".join(got) == data


def test_standard_output_that_is_closed_is_an_error(monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(PrivtoolError, match="stdout: cannot be written"), writing("-"):
        pytest.fail("ran on")


def test_what_is_open_already_is_written_on_with(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b"before ")
    with open(path, "ab", buffering=0) as file:
        os.set_inheritable(file.fileno(), True)
        with writing(f"/dev/fd/{file.fileno()}") as write:
            write(b"now ")
        file.write(b"after")
    assert path.read_bytes() == b"before now after"


def test_what_only_we_have_open_is_no_place_to_write_to(tmp_path):
    """A number that the shell did not open would be that of the summary, or of the rejects."""
    with open(tmp_path / "summary", "wb") as file:
        for name in (f"/dev/fd/{file.fileno()}", "/dev/fd/999"):
            with pytest.raises(PrivtoolError, match="bad file descriptor"), writing(name):
                pytest.fail("ran on")


def test_standard_output_by_its_other_name_is_added_to(capfdbinary):
    with writing("/dev/stdout") as write:
        write(b"one")
    with writing("/dev/stderr") as write:
        write(b"two")
    assert capfdbinary.readouterr() == (b"one", b"two")


def test_a_pipe_that_does_not_wait_gets_everything(tmp_path):
    reading, fd = os.pipe()
    os.set_blocking(fd, False)
    os.set_inheritable(fd, True)
    got: list[bytes] = []

    def read() -> None:
        with open(reading, "rb") as file:
            got.append(file.read())

    reader = threading.Timer(0.2, read)
    reader.start()
    with writing(f"/dev/fd/{fd}") as write:
        write(b"x" * 1_000_000)
    os.close(fd)
    reader.join()
    assert got == [b"x" * 1_000_000]


def test_a_file_in_the_way_of_a_folder_is_no_folder(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path / "file", tmp_path / "file/new", tmp_path / "file/new/new"):
        with pytest.raises(NotADirectoryError):
            make_folder(path)
    out = tmp_path / "file/new"
    with pytest.raises(PrivtoolError) as caught, whole_folder(out, False, "mark"):
        pass
    assert str(caught.value) == f"{out}: cannot be written (not a directory)"
    make_folder(tmp_path / "one/two")
    make_folder(tmp_path / "one/two")
    assert (tmp_path / "one/two").is_dir()
