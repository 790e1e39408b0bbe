"""The manifest of `privtool mix-train`: a corpus a line, with its name and its file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from privtool.core.errors import DataError
from privtool.core.lines import Block


class NamedCorpus(NamedTuple):
    """A corpus and the file that holds its records."""

    name: str
    path: Path


class _Line(msgspec.Struct):
    """What is read of a line; other fields are for others."""

    corpus: str
    path: str


_decode = msgspec.json.Decoder(_Line).decode


def read_manifest(blocks: Iterable[Block], folder: Path) -> list[NamedCorpus]:
    """The corpora of a manifest's lines; relative paths are those of the folder.

    Raises `DataError` for the first bad line. Blank lines are no corpora.
    """
    found: list[NamedCorpus] = []
    for block in blocks:
        for number, line in enumerate(block.lines, block.first_line):
            if line is not None and (not line or line.isspace()):
                continue
            try:
                found.append(_corpus(line, folder))
                check_names(found)
            except DataError as error:
                raise DataError(f"{block.source}:{number}: {error}") from None
    return found


def check_name(name: str) -> None:
    """Raise `DataError` for a name that no message or option can hold."""
    if not name.isprintable():
        raise DataError("the name of a corpus holds a character that cannot be shown")
    if "," in name:
        raise DataError(f"the name '{name}' holds a comma, which --weights parts names at")


def check_names(corpora: Iterable[NamedCorpus]) -> None:
    """Raise `DataError` when two corpora have one name."""
    seen: set[str] = set()
    for corpus in corpora:
        if corpus.name in seen:
            raise DataError(f"there are two corpora '{corpus.name}'")
        seen.add(corpus.name)


def _corpus(line: bytes | None, folder: Path) -> NamedCorpus:
    if line is None:
        raise DataError("the line is longer than --max-line-bytes allows")
    try:
        given = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(_reason(error)) from None
    if not given.corpus.strip():
        raise DataError("field 'corpus' is empty")
    check_name(given.corpus)
    path = folder / given.path
    if not given.path or not os.path.exists(path) or os.path.isdir(path) or "\0" in given.path:
        raise DataError(f"field 'path' names no file (corpus '{given.corpus}')")
    return NamedCorpus(given.corpus, path)


def _reason(error: Exception) -> str:
    """Why a line could not be read, in our words: library messages might quote the line."""
    if not isinstance(error, msgspec.ValidationError):
        return "not valid JSON"
    for name in ("corpus", "path"):
        if f"missing required field `{name}`" in str(error):
            return f"field '{name}' is missing"
        if f"at `$.{name}`" in str(error):
            return f"field '{name}' is no string"
    return "not a JSON object"
