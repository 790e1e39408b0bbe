"""The corpora of `privtool mix-train`: a manifest on the inputs, --corpus NAME=PATH, or both."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from privtool.core.errors import DataError, UsageError, option
from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions, watched_blocks
from privtool.core.reading import Block


class _Line(msgspec.Struct):
    """The fields that are read of a manifest's line."""

    corpus: str
    path: str


_decode = msgspec.json.Decoder(_Line).decode
_BAD = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # their messages may quote a line


def mix_corpora(stream: StreamOptions, corpus_options: Sequence[str]) -> dict[str, Path]:
    """Return the files of all corpora by name: first the manifest, which is optional with --corpus.

    Raises `UsageError` for bad options or two corpora of one name, and `DataError` for a bad line,
    or when there are no corpora.
    """
    named = [_named(each) for each in corpus_options]
    found: list[tuple[str, Path]] = []
    if stream.blocks is not None:
        found += _read_manifest(stream.blocks, Path())
    elif stream.inputs_named or not named:
        for path in stream.inputs:
            folder = Path(path).parent if os.path.isfile(path) else Path()  # not that of a pipe
            options = stream.of_files(path, input_format="jsonl")
            found += _read_manifest(watched_blocks(options, LINES_PER_BLOCK), folder)
    corpora: dict[str, Path] = {}
    for name, file in [*found, *named]:
        if name in corpora:
            raise UsageError(f"there are two corpora '{name}'")
        corpora[name] = file
    if not corpora:
        raise DataError(
            f"there are no corpora: name some in a manifest or with {option('corpus')} NAME=PATH"
        )
    return corpora


def _read_manifest(blocks: Iterable[Block], folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the corpora of a manifest; relative paths start from the folder.

    Raises `DataError` for the first bad line. Blank lines are skipped.
    """
    for block in blocks:
        for number, line in enumerate(block.lines, block.first_line):
            if line is not None and (not line or line.isspace()):
                continue
            try:
                yield _of_line(line, folder)
            except DataError as error:
                raise DataError(f"{block.source}:{number}: {error.message}") from None


def _of_line(line: bytes | None, folder: Path) -> tuple[str, Path]:
    if line is None:
        raise DataError(f"the line is longer than {option('max_line_bytes')} allows")
    try:
        entry = _decode(line)
    except _BAD:
        raise DataError('not a line of a manifest, {"corpus": NAME, "path": FILE}') from None
    return _checked(entry.corpus, folder / entry.path)


def _named(text: str) -> tuple[str, Path]:
    name, equals, path = text.partition("=")
    if not (equals and path):
        raise UsageError(f"{option('corpus')} must be NAME=PATH")
    try:
        return _checked(name, Path(path))
    except DataError as error:
        raise UsageError(f"{option('corpus')}: {error.message}") from None


def _checked(name: str, path: Path) -> tuple[str, Path]:
    """Raise `DataError` for a name that would break a message or option, or a missing file."""
    if not name.strip() or not name.isprintable() or "," in name:
        raise DataError("the name of a corpus must be printable and without commas")
    if not os.path.exists(path) or os.path.isdir(path):
        raise DataError(f"the corpus '{name}' has no such file")
    return name, path
