"""The files that trainers name: corpora of mix-train, and held-out texts of all.

The corpora of `privtool mix-train` are those of a manifest on the inputs, of --corpus NAME=PATH, or
both; held-out texts those of --valid FILE and --test NAME=FILE.
"""

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
                if line is None:
                    raise DataError(f"the line is longer than {option('max_line_bytes')} allows")
                entry = _decode(line)
                yield _checked(entry.corpus, folder / entry.path)
            except DataError as error:
                raise DataError(f"{block.source}:{number}: {error.message}") from None
            except _BAD:
                reason = 'not a line of a manifest, {"corpus": NAME, "path": FILE}'
                raise DataError(f"{block.source}:{number}: {reason}") from None


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


def held_out_files(
    valid: Path | None, tests: Sequence[str], inputs: Sequence[str]
) -> dict[str, Path]:
    """Return the files by name, that of --valid as `valid`; `inputs` are the training files.

    Raises `UsageError` for a missing file, a training file, and a name that is given twice.
    """
    held_out: dict[str, Path] = {}
    if valid is not None:
        _check_held_out(option("valid"), valid, inputs)
        held_out["valid"] = valid
    for test in tests:
        name, equals, path = test.partition("=")
        if not (name and equals and path):
            raise UsageError(f"{option('test')} must be NAME=FILE")
        if name in held_out:
            raise UsageError(f"{option('test')} {name}: the name occurs twice")
        _check_held_out(f"{option('test')} {name}", Path(path), inputs)
        held_out[name] = Path(path)
    return held_out


def _check_held_out(named: str, path: Path, inputs: Sequence[str]) -> None:
    if str(path) == "-":
        raise UsageError(f"{named} needs a file: standard input is the training text")
    if not os.path.exists(path) or os.path.isdir(path):
        raise UsageError(f"{named}: there is no file {path}")
    if any(_is_same(path, source) for source in inputs):
        raise UsageError(f"{named} is the training text: measuring on it is meaningless")


def _is_same(path: Path, source: str) -> bool:
    try:
        status = os.fstat(0) if source == "-" else os.stat(source)
        return os.path.samestat(path.stat(), status)
    except OSError:  # a missing input is reported when it is read
        return False
