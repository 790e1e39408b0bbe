"""Files as readers need them: with a path, unpacked and in UTF-8."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import copyfileobj
from tempfile import gettempdir

from privtool.core.errors import DataError, option
from privtool.core.reading import WIDE_MARKS, opened
from privtool.core.unfinished import unfinished_folder
from privtool.core.unpacking import FAULTS, READ_BYTES, fault_of, packing_of, unpacked_as

STDIN = Path("-")
_ENDINGS = (".gz", ".zst")
_UTF8 = ("utf-8", "utf-8-sig")


@contextmanager
def staged(path: Path, encoding: str | None, text: bool) -> Iterator[Path]:
    """Yield the path of a file or folder to read.

    It is that of a copy, open to its owner only, while the `with` block runs, for standard input,
    a compressed file, and `text` in another encoding than UTF-8: that of its byte order mark, else
    `encoding`. Raise `UsageError` for a file that cannot be read, and `DataError` for a broken one.
    """
    if path != STDIN and not path.is_file():
        yield path
        return
    with opened(str(path)) as file:
        head = file.peek(4)[:4]
        packed = packing_of(head)
        if path != STDIN and not packed and (not text or _encoding(head, encoding) in _UTF8):
            yield path
            return
        with unfinished_folder(Path(gettempdir())) as folder:
            name = path.stem if packed and path.suffix in _ENDINGS else path.name
            copy = folder / ("stdin" if path == STDIN else name)
            _copy(path, file, copy, packed)
            if text:
                _recode(path, copy, encoding)
            yield copy


def _encoding(head: bytes, otherwise: str | None) -> str:
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    marked = (name.lower() for mark, name in WIDE_MARKS.items() if head.startswith(mark))
    return next(marked, codecs.lookup(otherwise or "utf-8").name)


def _copy(path: Path, file: io.BufferedReader, copy: Path, packed: str) -> None:
    try:
        with open(copy, "wb") as out:
            out.writelines(unpacked_as(packed, iter(partial(file.read1, READ_BYTES), b"")))
    except FAULTS as error:
        raise DataError(f"{path}: {fault_of(error)}") from None


def _recode(path: Path, copy: Path, encoding: str | None) -> None:
    """Write a copy anew in UTF-8, unless it is in it."""
    with open(copy, "rb") as file:
        found = _encoding(file.read(4), encoding)
    if found in _UTF8:
        return
    new = copy.with_name("recoded")
    try:
        with (
            open(copy, encoding=found, newline="") as old,
            open(new, "w", encoding="utf-8", newline="") as out,
        ):
            copyfileobj(old, out)
    except UnicodeError:
        raise DataError(
            f"{path}: is not in the encoding of its byte order mark, or of {option('encoding')}"
        ) from None
    new.replace(copy)
