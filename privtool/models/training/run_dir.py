"""Where a trained model goes, and the folder beside it that its run is kept in until it is done."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from privtool.core.distributed import rank
from privtool.core.errors import PrivtoolError, UsageError, reason_of

_RUN = "run.json"
_TAKEN: dict[tuple[int, int], int] = {}  # open work folders, which no other process may open
_ANOTHER = "{work} is a run with other options, another model or text: --force starts anew"


class Place(NamedTuple):
    """Where a model goes: `force` replaces an older one, `resume` goes on with a run."""

    out: Path
    force: bool
    resume: bool

    @property
    def work(self) -> Path:
        """The folder that holds checkpoints until the model is done, beside it."""
        return self.out.parent / f"{self.out.name}.part"


def check_work(place: Place) -> None:
    """Raise `UsageError` where a run is unfinished and nothing says what to do with it.

    Of several processes only the first one looks, and opens it.
    """
    if rank() > 0:
        return
    unfinished = (place.work / _RUN).is_file()
    if unfinished and not (place.resume or place.force):
        raise UsageError(
            f"{place.work} holds an unfinished run: --resume goes on with it, --force starts anew"
        )
    if place.work.exists() and not unfinished:
        raise UsageError(f"{place.work} is in the way: it is no unfinished run; take it away")


@contextmanager
def preparing(place: Place, run: Mapping[str, Any]) -> Iterator[None]:
    """Open the work folder, as `open_work` does; after an error in the block a new one is gone."""
    old = place.resume and (place.work / _RUN).is_file()
    open_work(place, run)
    try:
        yield
    except BaseException:
        if not old:
            shutil.rmtree(place.work, ignore_errors=True)
        raise


def check_same(place: Place, name: str, value: str) -> None:
    """Keep a value of the run in its work folder, or raise `UsageError` if it was another one.

    For what is known only when the work folder is open.
    """
    file = place.work / f"{name}.txt"
    try:
        if not file.is_file():
            file.write_text(value, encoding="utf-8")
        elif file.read_text(encoding="utf-8") != value:
            raise UsageError(_ANOTHER.format(work=place.work))
    except OSError as error:
        raise PrivtoolError(f"{place.work}: cannot be written ({reason_of(error)})") from None


def open_work(place: Place, run: Mapping[str, Any]) -> None:
    """Make the work folder, or make sure that the run in it is this one.

    `run` is what tells runs apart: options and names of texts that change when the texts do.
    Raises `UsageError` if they differ or another process is at work there, and `PrivtoolError` for
    what cannot be written, or read.
    """
    if rank() > 0:
        return
    file = place.work / _RUN
    known = json.loads(json.dumps(run))
    made = False
    try:
        if file.is_file():
            _take(place.work)
            if place.resume:
                if json.loads(file.read_text(encoding="utf-8")) != known:
                    raise UsageError(_ANOTHER.format(work=place.work))
                return
            shutil.rmtree(place.work)
        place.work.mkdir(parents=True)
        made = True
        _take(place.work)
        aside = file.with_suffix(".new")
        aside.write_text(json.dumps(known), encoding="utf-8")
        aside.replace(file)
    except OSError as error:
        if made:
            shutil.rmtree(place.work, ignore_errors=True)
        raise PrivtoolError(f"{place.work}: cannot be written ({reason_of(error)})") from None
    except ValueError:
        raise PrivtoolError(f"{file} is damaged: --force starts anew") from None


def _take(work: Path) -> None:
    """Keep other processes out of the folder until this one ends."""
    folder = os.open(work, os.O_RDONLY)
    found = os.fstat(folder)
    if (found.st_dev, found.st_ino) in _TAKEN:
        os.close(folder)
        return
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(folder)
        raise UsageError(f"{work}: another process is at work there") from None
    except OSError:  # a file system without locks
        pass
    _TAKEN[found.st_dev, found.st_ino] = folder
