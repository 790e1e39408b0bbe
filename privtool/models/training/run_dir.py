"""The output folder of a trained model, and the run folder next to it that a run is kept in."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from safetensors import SafetensorError

from privtool.core.device import rank, ranks
from privtool.core.errors import PrivtoolError, UsageError, option, unwritable
from privtool.core.own_files import CARD
from privtool.core.unfinished import remove_folder, try_lock, unfinished_folder
from privtool.core.writing import make_folder, whole_folder

_RUN = "run.json"
_LOCKED: dict[tuple[int, int], int] = {}  # run folders that this process has open


@contextmanager
def new_model_dir(out: Path, force: bool, card: Mapping[str, Any], readme: str) -> Iterator[Path]:
    """Open a folder to write a model into; it gets its name, card and README when the block ends.

    With `force` it replaces an older one. Raise `PrivtoolError` when it cannot be written.
    """
    try:
        with whole_folder(out, force, CARD) as folder:
            yield folder
            (folder / CARD).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
            (folder / "README.md").write_text(readme, encoding="utf-8")
            mode = (folder / CARD).stat().st_mode
            for file in folder.iterdir():  # weights are written readable for their owner only
                file.chmod(mode)
    except (SafetensorError, RuntimeError):
        raise PrivtoolError(f"{out}: cannot be written (is the disk full?)") from None


class RunDir(NamedTuple):
    """Where a model is written: `force` replaces an older one, `resume` continues a run.

    Of several processes only the first one opens and removes the run folder.
    """

    out: Path
    force: bool
    resume: bool

    @property
    def path(self) -> Path:
        """The run folder, which holds the checkpoints until the model is saved."""
        return self.out.parent / f"{self.out.name}.part"

    @property
    def _file(self) -> Path:
        return self.path / _RUN

    def processes(self) -> int:
        """Return the number of processes that a resumed run began with, else the present one.

        A step has so many times `gradient_accumulation_steps` batches throughout a run.
        """
        try:
            run = json.loads(self._file.read_text(encoding="utf-8")) if self.resume else None
        except (OSError, ValueError):  # `open` reports what is damaged
            return ranks()
        known = run.get("processes") if isinstance(run, dict) else None
        return known if isinstance(known, int) and known > 0 else ranks()

    def check(self) -> None:
        """Raise `UsageError` for an unfinished run without `resume` or `force`."""
        unfinished = self._file.is_file()
        if unfinished and not (self.resume or self.force):
            raise UsageError(
                f"{self.path} has an unfinished run: use {option('resume')} to continue it or "
                f"{option('force')} to restart"
            )
        if self.path.exists() and not unfinished:
            raise UsageError(f"{self.path} exists but is not an unfinished run; move it")

    def open(self, run: Mapping[str, Any]) -> None:
        """Make the run folder, or check that the run in it is the same one.

        `run` identifies a run: its options and digests of its texts. Raise `UsageError` if the
        run differs or another process has it open, and `PrivtoolError` for a folder that cannot be
        written or read. The other processes wait until the first one is done.
        """
        from privtool.models.training.process_group import wait_for_all

        run = json.loads(json.dumps({**run, "processes": self.processes()}))
        wait_for_all()  # until all have checked what is there
        if rank() == 0:
            self._open(run)
        wait_for_all()

    def _open(self, run: Mapping[str, Any]) -> None:
        try:
            if self._file.is_file():
                _lock(self.path)
                if self.resume:
                    if json.loads(self._file.read_text(encoding="utf-8")) != run:
                        raise UsageError(
                            f"{self.path} has a run with different options, model or text, or "
                            f"other audio: use {option('force')} to restart"
                        )
                    return
                self.remove()
            make_folder(self.path.parent)
            with unfinished_folder(self.path.parent) as new:
                (new / _RUN).write_text(json.dumps(run), encoding="utf-8")
                os.replace(new, self.path)
            _lock(self.path)
        except OSError as error:
            raise unwritable(self.path, error) from None
        except ValueError:
            raise PrivtoolError(
                f"{self._file} is damaged: use {option('force')} to restart"
            ) from None

    def remove(self) -> None:
        remove_folder(self.path)


def _lock(folder: Path) -> None:
    """Keep other processes out of a folder until this one ends."""
    descriptor = os.open(folder, os.O_RDONLY)
    status = os.fstat(descriptor)
    if (status.st_dev, status.st_ino) in _LOCKED:
        os.close(descriptor)
        return
    if not try_lock(descriptor):
        os.close(descriptor)
        raise UsageError(f"{folder}: another process is using it")
    _LOCKED[status.st_dev, status.st_ino] = descriptor
