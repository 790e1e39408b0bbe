"""How files of other tools are read: unpacked, as tables, with a check of every record.

Types of fields and times must be possible: other tools write any number, and JSON has none for NaN.
What is written then is a missing field, which means the start or the end of the file.
"""

from __future__ import annotations

import codecs
import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import gettempdir
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from privtool.audio.io.writer import AudioFolder
from privtool.core.errors import DataError, named_read_errors, option
from privtool.core.reading import (
    FAULTS,
    READ_BYTES,
    WIDE_MARKS,
    fault_of,
    opened,
    packing_of,
    unpacked_as,
)
from privtool.core.record import Record, WordTime, check_spans
from privtool.core.unfinished import unfinished_folder

NOT_UTF8 = f"not valid UTF-8: name its encoding with {option('encoding')}, such as cp1252"
LONGEST = 1e7  # seconds, 115 days: more is a mistake in units, or no number that audio has
TO_THE_END = -1.0  # instead of an end or a duration: that of the recording, as Kaldi writes it
_SLACK = 0.1  # seconds by which words may exceed their record: tools round
_NAMES = (str, int)
_TYPES = {"id": _NAMES, "text": (str,), "speaker": _NAMES, "audio_filepath": (str,)}
AUTO, NEVER = "auto", "never"
_ENDINGS = frozenset(
    (".aac", ".aif", ".aiff", ".au", ".flac", ".m4a", ".mp3", ".mp4", ".ogg", ".opus", ".wav")
)
Aside = Callable[[DataError], None]


def refuse(fault: DataError) -> None:
    """Raise the error of an item."""
    raise fault


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How to read files of a format; each format uses some of these.

    `output` is where records are written, `audio_pattern` the path of the audio of a recording,
    `folder` where audio is written that files hold themselves, `base` where relative paths start.
    `speakers` says which names in subtitles are those of speakers, `offsets` what those of entities
    count. What a reader drops or changes is added to `counts`, and `aside` gets the errors of items
    that cannot be read.
    """

    format: str = ""
    output: str = "-"
    audio_pattern: str | None = None
    tier: str | None = None
    utterances: bool = False
    transcript: Path | None = None
    folder: AudioFolder | None = None
    speakers: str = AUTO
    offsets: str | None = None
    base: Path | None = None
    counts: Counter[str] = field(default_factory=Counter)
    aside: Aside = refuse

    def audio_of(self, recording: str) -> str:
        """Return the path of a recording's audio, `UNSET` without a pattern."""
        path: str = UNSET  # type: ignore[assignment]
        return path if self.audio_pattern is None else self.audio_pattern.replace("{}", recording)

    def write_audio(self, number: int, content: bytes, ending: str) -> str:
        """Write the audio of a record as it is; return its path for records.

        The name is a hash of the number of the record and the content: the record's id and the name
        of the original file may be private, and so may the ending of that name unless it is one of
        audio.
        """
        assert self.folder is not None  # as formats that hold audio need it
        safe = ending.lower() if ending.lower() in _ENDINGS else ""
        return self.folder.write_file(number, content, safe)


def is_time(seconds: float) -> bool:
    """Return whether a number is a time in a recording: from 0 to `LONGEST` seconds."""
    return 0 <= seconds <= LONGEST  # false for NaN


def check_imported(record: Record, place: str) -> None:
    """Raise `DataError` for times, entities or types that cannot be."""
    for fault in _faults(record):
        raise DataError(f"{place}: {fault}")
    if isinstance(record.entities, tuple) and isinstance(record.text, str):
        try:
            check_spans(record.entities, len(record.text), "entities")
        except DataError as error:
            raise DataError(f"{place}: {error.message}") from None


def _faults(record: Record) -> Iterator[str]:
    for name, types in _TYPES.items():
        value = getattr(record, name)
        if value is not UNSET and (not isinstance(value, types) or isinstance(value, bool)):
            yield f"field '{name}' is not a string"
    for name in ("offset", "duration"):
        seconds = getattr(record, name)
        if seconds is not UNSET and not is_time(seconds):
            yield f"field '{name}' is not a number of seconds"
    for number, word in enumerate(record.words or ()):
        for fault in _faults_of_word(word, record.duration):
            yield f"words[{number}] {fault}"


def _faults_of_word(word: WordTime, duration: float | UnsetType) -> Iterator[str]:
    if not isinstance(word.word, str):
        yield "is not a word"
    if not is_time(word.start + _SLACK) or not is_time(word.end):
        yield "has a time that is not a number of seconds"
    if word.end < word.start:
        yield "ends before it starts"
    if word.score is not UNSET and not math.isfinite(word.score):
        yield "has a score that is not a number"
    if duration is not UNSET and word.end > duration + _SLACK:
        yield "ends after its record"


class TableRow(NamedTuple):
    """A line split at white space, or at tabs; the last field may be the rest of the line."""

    place: str
    fields: list[str]

    def error(self, reason: str) -> DataError:
        """Return an error about this line, which does not quote it."""
        return DataError(f"{self.place}: {reason}")

    def seconds(self, index: int, name: str) -> float:
        """Return a field as a time. Raise `DataError` unless a recording can have it."""
        try:
            value = float(self.fields[index])
        except ValueError:
            value = math.nan
        if not is_time(value):
            raise self.error(f"the {name} is not a number of seconds")
        return value


def read_rows(
    path: Path, least: int, most: int | None = None, aside: Aside = refuse
) -> Iterator[TableRow]:
    """Yield the lines of a file but blank ones and comments, split into `least` to `most` fields.

    Without `most`, all fields are split, at tabs if that gives enough of them. `aside` gets the
    error of a line with fewer fields or that is not UTF-8. Raise `PrivtoolError` for a file that
    cannot be read.
    """
    with named_read_errors(path), open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            place = f"{path}:{number}"
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError:
                aside(DataError(f"{place}: {NOT_UTF8}"))
                continue
            if most is None:
                tabbed = [" ".join(field.split()) for field in text.strip().split("\t")]
                has_tabs = len(tabbed) >= least and all(tabbed[:least])
                fields = tabbed if has_tabs else text.split()
            else:
                fields = text.split(None, most - 1)
            if not fields or fields[0].startswith(";;"):
                continue
            fields[-1] = fields[-1].rstrip()
            if len(fields) < least:
                aside(DataError(f"{place}: has fewer than {least} fields"))
                continue
            yield TableRow(place, fields)


def is_number(field: str) -> bool:
    """Return whether a field is a finite number."""
    try:
        return math.isfinite(float(field))
    except ValueError:
        return False


STDIN = Path("-")
_PACKED = (".gz", ".zst")
_UTF8 = ("utf-8", "utf-8-sig")
_MARK_BYTES = 4  # of the longest byte order mark


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
        head = file.peek(_MARK_BYTES)[:_MARK_BYTES]
        packed = packing_of(head)
        if path != STDIN and not packed and (not text or _encoding(head, encoding) in _UTF8):
            yield path
            return
        with unfinished_folder(Path(gettempdir())) as folder:
            name = path.stem if packed and path.suffix in _PACKED else path.name
            copy = folder / ("stdin" if path == STDIN else name)
            try:
                pieces = unpacked_as(packed, iter(partial(file.read1, READ_BYTES), b""))
                with open(copy, "wb") as out:
                    out.writelines(_in_utf8(pieces, encoding) if text else pieces)
            except FAULTS as error:
                raise DataError(f"{path}: {fault_of(error)}") from None
            except UnicodeError:
                raise DataError(
                    f"{path}: is not in the encoding of its byte order mark, or of "
                    f"{option('encoding')}"
                ) from None
            yield copy


def _encoding(head: bytes, otherwise: str | None) -> str:
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    marked = (name.lower() for mark, name in WIDE_MARKS.items() if head.startswith(mark))
    return next(marked, codecs.lookup(otherwise or "utf-8").name)


def _in_utf8(pieces: Iterator[bytes], otherwise: str | None) -> Iterator[bytes]:
    """Yield the pieces of a text in UTF-8. Raise `UnicodeError` for another encoding than found."""
    head = b""
    while len(head) < _MARK_BYTES and (piece := next(pieces, b"")):
        head += piece
    found, pieces = _encoding(head, otherwise), chain([head], pieces)
    if found in _UTF8:
        return pieces
    return codecs.iterencode(codecs.iterdecode(pieces, found), "utf-8")
