"""Where the audio of records is: paths relative to a manifest, none of which may leave it."""

from __future__ import annotations

import os
from typing import NamedTuple

from privtool.core.errors import DataError, UsageError
from privtool.core.record import Record, require


class AudioRoot(NamedTuple):
    """The folder that relative paths start from; a `closed` one holds absolute paths, too."""

    folder: str
    closed: bool = False

    def path_of(self, record: Record) -> str:
        """The path of a record's audio; the file need not be there.

        Raises `DataError` for a path that leads out of the folder, without telling it: the names
        of files may be as private as the text.
        """
        given = str(require(record, "audio_filepath"))
        if not given or "\0" in given:
            raise DataError("field 'audio_filepath' is no path")
        folder = os.path.abspath(self.folder)
        path = os.path.normpath(os.path.join(folder, given))
        inside = os.path.commonpath([folder, path]) == folder
        if not inside and (self.closed or not os.path.isabs(given)):
            raise DataError("field 'audio_filepath' leads out of the folder of the audio")
        return path


def audio_root(inputs: tuple[str, ...], given: str | os.PathLike[str] | None) -> AudioRoot:
    """The folder given, else that of the manifests, which is the current one for stdin.

    Raises `UsageError` for a folder that is none, and for manifests of several folders: what
    reads the output could not tell any more which folder a path is relative to.
    """
    if given is not None:
        if not os.path.isdir(given):
            raise UsageError(f"--audio-root: there is no folder {os.fspath(given)}")
        return AudioRoot(os.fspath(given), closed=True)
    folders = {"." if path == "-" else os.path.dirname(path) or "." for path in inputs}
    if len({os.path.realpath(folder) for folder in folders}) > 1:
        raise UsageError("the inputs are in several folders: give --audio-root, or run one by one")
    return AudioRoot(min(folders))


def path_for_records(path: str | os.PathLike[str], output: str) -> str:
    """A path as records in `output` (`-` is the current folder) call it.

    That is relative to their folder where it lies below, else absolute.
    """
    base = os.path.abspath("." if output == "-" else os.path.dirname(output) or ".")
    full = os.path.abspath(path)
    return os.path.relpath(full, base) if os.path.commonpath([base, full]) == base else full
