import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from privtool.core import unfinished
from privtool.core.unfinished import (
    UnfinishedFile,
    hidden_name,
    remove_folder,
    sweep,
    unfinished_folder,
)
from privtool.core.writing import whole_folder, writing

_WRITE_AND_WAIT = """
import sys, time
from pathlib import Path
from privtool.core import unfinished
from privtool.core.writing import whole_folder, writing
if sys.argv[2] == "named":
    unfinished._NAMELESS = None
if sys.argv[2] == "folder":
    with whole_folder(Path(sys.argv[1], "out"), False, "mark") as folder:
        (folder / "text").write_text("SECRET")
        print("written", flush=True)
        time.sleep(600)
with writing(sys.argv[1] + "/out") as write:
    write(b"SECRET")
    print("written", flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def not_swept_yet(monkeypatch):
    monkeypatch.setattr(unfinished, "_swept", set())


@pytest.fixture
def named(monkeypatch):
    """A file system where each file has a name."""
    monkeypatch.setattr(unfinished, "_NAMELESS", None)


def start(folder: Path, kind: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", _WRITE_AND_WAIT, str(folder), kind]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"written\n"
    return process


def kill(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()


def test_nothing_is_left_of_a_killed_process(tmp_path):
    process = start(tmp_path, "nameless")
    before = list(tmp_path.iterdir())
    kill(process)
    if hasattr(os, "O_TMPFILE") and before == []:  # the file system can do it
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["named", "folder"])
def test_the_next_run_removes_what_a_killed_process_left(tmp_path, kind):
    process = start(tmp_path, kind)
    (left,) = tmp_path.iterdir()
    assert left.stat().st_mode & 0o077 == 0
    sweep(tmp_path)
    assert left.exists(), "its process lives"
    kill(process)
    unfinished._swept.clear()
    with writing(str(tmp_path / "other")) as write:
        write(b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


def test_a_file_with_a_name_is_written_as_one_without(tmp_path, named):
    path = tmp_path / "out"
    with writing(str(path)) as write:
        write(b"one")
        (hidden,) = tmp_path.iterdir()
        assert stat.S_IMODE(hidden.stat().st_mode) == 0o600
    with writing(str(path)) as write:
        write(b"two")
    assert path.read_bytes() == b"two"
    with pytest.raises(ZeroDivisionError), writing(str(path)) as write:
        write(bytes([1 // 0]))
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


@pytest.fixture
def swept(tmp_path, monkeypatch):
    """What another run takes for left behind, and removes, before it is locked."""
    removed = []

    def lock(fd: int) -> None:
        if not removed:
            removed.extend(tmp_path.iterdir())
            (removed[0].rmdir if removed[0].is_dir() else removed[0].unlink)()

    monkeypatch.setattr(unfinished, "_lock", lock)
    return removed


def test_a_file_that_is_taken_for_left_behind_is_made_again(tmp_path, swept, named):
    file = UnfinishedFile(tmp_path)
    file.open()
    assert len(swept) == 1
    os.write(file.fd, b"text")
    file.publish(tmp_path / "out", 0o644)
    file.close()
    assert (tmp_path / "out").read_bytes() == b"text"


def test_a_folder_that_is_taken_for_left_behind_is_made_again(tmp_path, swept):
    with unfinished_folder(tmp_path) as folder:
        assert folder.is_dir()
    assert len(swept) == 1
    assert list(tmp_path.iterdir()) == []


def test_other_files_are_not_swept(tmp_path):
    for name in (".privtool-old-1", "privtool-unfinished-1", ".hidden", "out"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "target").mkdir()
    hidden_name(tmp_path).symlink_to(tmp_path / "target")
    os.mkfifo(hidden_name(tmp_path))
    before = sorted(tmp_path.iterdir())
    sweep(tmp_path)
    assert sorted(tmp_path.iterdir()) == before


def test_a_folder_is_removed_whole_and_a_missing_one_is_no_error(tmp_path):
    (tmp_path / "run" / "inner").mkdir(parents=True)
    remove_folder(tmp_path / "run")
    remove_folder(tmp_path / "missing")
    sweep(tmp_path / "missing")
    assert list(tmp_path.iterdir()) == []


def test_a_replaced_folder_leaves_nothing(tmp_path):
    for content in ("one", "two"):
        with whole_folder(tmp_path / "out", True, "mark") as folder:
            (folder / "mark").write_text(content)
    assert (tmp_path / "out" / "mark").read_text() == "two"
    assert [each.name for each in tmp_path.iterdir()] == ["out"]
