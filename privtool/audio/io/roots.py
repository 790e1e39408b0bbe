"""Resolving the audio paths of records, which must not lead out of their folder."""

from __future__ import annotations

import os
from typing import NamedTuple

from privtool.core.errors import DataError, UsageError, option
from privtool.core.record import Record, require


class AudioRoot(NamedTuple):
    """The folder that relative paths start from; a `confined` one also bounds absolute paths."""

    folder: str
    confined: bool = False

    def path_of(self, record: Record) -> str:
        """Return the path of a record's audio; the file need not exist.

        Raise `DataError` for a path that leads out of the folder, without quoting it: file names
        may be as private as the text.
        """
        field = str(require(record, "audio_filepath"))
        if not field or "\0" in field:
            raise DataError("field 'audio_filepath' is not a path")
        folder = os.path.abspath(self.folder)
        path = os.path.normpath(os.path.join(folder, field))
        inside = os.path.commonpath([folder, path]) == folder
        if not inside and (self.confined or not os.path.isabs(field)):
            raise DataError("field 'audio_filepath' leads out of the audio folder")
        return path


def audio_root(inputs: tuple[str, ...], folder: str | os.PathLike[str] | None) -> AudioRoot:
    """Return the root at `folder`, else at the folder of the manifests (stdin: the current one).

    Raise `UsageError` for a missing folder, and for manifests in several folders: relative paths
    in the output would be ambiguous.
    """
    if folder is not None:
        if not os.path.isdir(folder):
            raise UsageError(f"{option('audio_root')}: folder {os.fspath(folder)} does not exist")
        return AudioRoot(os.fspath(folder), confined=True)
    folders = {"." if path == "-" else os.path.dirname(path) or "." for path in inputs}
    if len({os.path.realpath(folder) for folder in folders}) > 1:
        raise UsageError(
            f"the inputs are in several folders: use {option('audio_root')}, or run one by one"
        )
    return AudioRoot(min(folders))


def path_for_records(path: str | os.PathLike[str], output: str) -> str:
    """Return a path for records in `output` (`-`: here), relative if it is below its folder."""
    base = os.path.abspath("." if output == "-" else os.path.dirname(output) or ".")
    full = os.path.abspath(path)
    return os.path.relpath(full, base) if os.path.commonpath([base, full]) == base else full
