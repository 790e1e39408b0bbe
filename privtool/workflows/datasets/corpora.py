"""The corpora of `privtool mix-train`: a manifest on the inputs, --corpus NAME=PATH, or both."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from privtool.core.errors import DataError, UsageError, option
from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions, watched_blocks
from privtool.core.reading import Block


class NamedCorpus(NamedTuple):
    """A corpus and the file that holds its records."""

    name: str
    path: Path


class _Line(msgspec.Struct):
    """The fields that are read of a manifest's line."""

    corpus: str
    path: str


_decode = msgspec.json.Decoder(_Line).decode


def read_manifest(blocks: Iterable[Block], folder: Path) -> list[NamedCorpus]:
    """Return the corpora of a manifest; relative paths start from the folder.

    Raises `DataError` for the first bad line. Blank lines are skipped.
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
                raise DataError(f"{block.source}:{number}: {error.message}") from None
    return found


def check_name(name: str) -> None:
    """Raise `DataError` for a name that would break a message or option."""
    if not name.isprintable():
        raise DataError("the name of a corpus has an unprintable character")
    if "," in name:
        raise DataError(
            f"the name '{name}' has a comma, which separates names in {option('weights')}"
        )


def check_names(corpora: Iterable[NamedCorpus]) -> None:
    """Raise `DataError` if two corpora have the same name."""
    seen: set[str] = set()
    for corpus in corpora:
        if corpus.name in seen:
            raise DataError(f"there are two corpora '{corpus.name}'")
        seen.add(corpus.name)


def _corpus(line: bytes | None, folder: Path) -> NamedCorpus:
    if line is None:
        raise DataError(f"the line is longer than {option('max_line_bytes')} allows")
    try:
        entry = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(_reason(error)) from None
    if not entry.corpus.strip():
        raise DataError("field 'corpus' is empty")
    check_name(entry.corpus)
    path = folder / entry.path
    if not entry.path or not os.path.exists(path) or os.path.isdir(path) or "\0" in entry.path:
        raise DataError(f"field 'path' is not a file (corpus '{entry.corpus}')")
    return NamedCorpus(entry.corpus, path)


def _reason(error: Exception) -> str:
    """Return why a line could not be read; messages of libraries might quote it."""
    if not isinstance(error, msgspec.ValidationError):
        return "not valid JSON"
    for name in ("corpus", "path"):
        if f"missing required field `{name}`" in str(error):
            return f"field '{name}' is missing"
        if f"at `$.{name}`" in str(error):
            return f"field '{name}' is not a string"
    return "not a JSON object"


def mix_corpora(stream: StreamOptions, corpus_options: Sequence[str]) -> list[NamedCorpus]:
    """Return all corpora, those of the manifest first, which is optional with --corpus.

    Raises `UsageError` for bad options and `DataError` for a bad line, or when there is none.
    """
    named = [_named(each) for each in corpus_options]
    corpora: list[NamedCorpus] = []
    if stream.blocks is not None:
        corpora += read_manifest(stream.blocks, Path())
    elif stream.inputs_named or not named:
        for path in stream.inputs:
            folder = Path(path).parent if os.path.isfile(path) else Path()  # not that of a pipe
            options = stream.of_files(path, input_format="jsonl")
            corpora += read_manifest(watched_blocks(options, LINES_PER_BLOCK), folder)
    corpora += named
    if not corpora:
        raise DataError(
            f"there are no corpora: name some in a manifest or with {option('corpus')} NAME=PATH"
        )
    try:
        check_names(corpora)
    except DataError as error:
        raise UsageError(f"{option('corpus')}: {error.message}") from None
    return corpora


def _named(text: str) -> NamedCorpus:
    name, equals, path = text.partition("=")
    if not (name.strip() and equals and path):
        raise UsageError(f"{option('corpus')} must be NAME=PATH")
    try:
        check_name(name)
    except DataError as error:
        raise UsageError(f"{option('corpus')}: {error.message}") from None
    if not os.path.exists(path) or os.path.isdir(path):
        raise UsageError(f"{option('corpus')} {name}: there is no file {path}")
    return NamedCorpus(name, Path(path))
