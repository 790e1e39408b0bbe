"""Work folders that are damaged, taken by another process, or of another number of them."""

import errno
import fcntl
import os
import shutil

import pytest

from privtool.core.errors import PrivtoolError
from privtool.models.training.run_dir import RunDir
from tests.support.messages import one_line
from tests.support.trainer_runs import stop_at, weights

OPTIONS = ("--batch-tokens", 60, "--eval-every", 4, "--gradient-accumulation-steps", 2)


def test_a_checkpoint_with_damaged_files_is_passed_over(train, tmp_path, monkeypatch):
    """A power failure empties or cuts them; some are lost when a folder is copied."""
    whole = train(*OPTIONS, out="whole", epochs=2)
    stop_at(monkeypatch, KeyboardInterrupt(), step=10)
    assert train(*OPTIONS, epochs=2).status == 130
    monkeypatch.undo()
    work = tmp_path / "lm.part"
    assert sorted(p.name for p in work.glob("checkpoint-*")) == ["checkpoint-4", "checkpoint-8"]
    for name, share in (
        ("model.safetensors", 0.5), ("optimizer.pt", 0.5), ("optimizer.pt", 0),
        ("random-0.pt", None), ("state.json", 0.5),
        ("complete", 0.5),
    ):  # fmt: skip
        out = f"{name} {share}"
        shutil.copytree(work, tmp_path / f"{out}.part")
        damaged = tmp_path / f"{out}.part" / "checkpoint-8" / name
        if share is None:
            damaged.unlink()
        else:
            os.truncate(damaged, int(damaged.stat().st_size * share))
        assert train(*OPTIONS, "--resume", out=out, epochs=2).out == whole.out
        assert weights(tmp_path / out) == weights(tmp_path / "whole")


def test_a_folder_that_appears_meanwhile_is_left_as_it_is(tmp_path):
    run_dir = RunDir(tmp_path / "lm", False, False)
    run_dir.path.mkdir()
    (run_dir.path / "theirs").write_text("x")
    with pytest.raises(PrivtoolError, match="directory not empty"):
        run_dir.open({})
    assert (run_dir.path / "theirs").is_file()


def test_others_cannot_read_the_run_folder(tmp_path):
    run_dir = RunDir(tmp_path / "lm", False, False)
    run_dir.open({})
    assert run_dir.path.stat().st_mode & 0o077 == 0


def test_a_run_that_is_damaged_is_reported(train, tmp_path, monkeypatch):
    stop_at(monkeypatch, KeyboardInterrupt(), step=10)
    assert train(*OPTIONS, epochs=2).status == 130
    monkeypatch.undo()
    (tmp_path / "lm.part" / "run.json").write_bytes(b"")
    done = train(*OPTIONS, "--resume", epochs=2)
    done.failed(1, "run.json is damaged: use --force to restart")
    for content in ("[]", "null", '{"processes": null}', '{"processes": [2]}', '{"processes": 0}'):
        (tmp_path / "lm.part" / "run.json").write_text(content)
        train(*OPTIONS, "--resume", epochs=2).failed(2, "has a run with different options")
    assert train(*OPTIONS, "--force", epochs=2).status == 0


def test_a_run_that_failed_to_start_does_not_block_the_next(train, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "no room")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        assert "cannot be written (no space left on device)" in one_line(train().err)
    assert train().status == 0


def test_two_processes_cannot_share_a_run(train, tmp_path, monkeypatch):
    stop_at(monkeypatch, KeyboardInterrupt(), step=10)
    assert train(*OPTIONS, epochs=2).status == 130
    monkeypatch.undo()
    work = tmp_path / "lm.part"
    work.rename(tmp_path / "taken")  # this process has taken that folder, and not its copy
    shutil.copytree(tmp_path / "taken", work)
    folder = os.open(work, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    for option in ("--resume", "--force"):
        train(*OPTIONS, option, epochs=2).failed(2, "another process is using it")
    os.close(folder)
    assert train(*OPTIONS, "--resume", epochs=2).status == 0
