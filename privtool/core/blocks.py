"""Running a stage over a block of lines: decode, process, encode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol, runtime_checkable

import msgspec
from msgspec import UNSET

from privtool.core.errors import DataError, option
from privtool.core.reading import Block
from privtool.core.record import Record, decode, decode_all, encode_lines

Counts = Counter[str]
_SHOWN_ID = 60  # characters of an id in an error message


class Stage(Protocol):
    """What a filter does to records.

    `check` raises `DataError` for a record that the stage cannot process; `process` gets only
    records that passed it, returns the new ones in order, and adds to `counts` what it did.
    It must not depend on how records are grouped into batches.
    """

    def check(self, record: Record) -> None: ...

    def process(self, records: list[Record], counts: Counts) -> list[Record]: ...


@runtime_checkable
class TryingStage(Protocol):
    """A stage that can only tell by working on a record whether it can.

    `attempt` gives for each record, in order, the new ones, or the reason why there are none. Given
    lazily, no record after the first that ends the command is worked on.
    """

    def check(self, record: Record) -> None: ...

    def attempt(self, records: list[Record], counts: Counts) -> Iterable[list[Record] | str]: ...


class Reject(NamedTuple):
    """A line that was set aside: where it was and why. `line` holds the raw bytes."""

    source: str
    number: int
    id: str | int | None
    reason: str
    line: bytes | None


class Format(NamedTuple):
    """How lines become records and records lines.

    `unknown_fields` are carried along if true; else the decoder drops them. With `own_ids` a
    record without an id is a bad line.
    """

    input: str = "jsonl"
    output: str = "jsonl"
    unknown_fields: bool = False
    own_ids: bool = False


class BlockResult(NamedTuple):
    """What became of a block: encoded lines, counts, and rejected lines."""

    data: bytes
    counts: Counts
    rejects: list[Reject]


class FilterBlock:
    """Decodes a block, runs the stage on its good records and encodes the outcome."""

    def __init__(self, stage: Stage | TryingStage, format: Format, keep_going: bool) -> None:
        self.stage, self.format, self.keep_going = stage, format, keep_going

    def __call__(self, block: Block) -> BlockResult:
        good, bad = placed(block, self.format, self.stage.check, self.keep_going)
        counts: Counts = Counter(records=len(good))
        if isinstance(self.stage, TryingStage):
            records, failed = self._attempted(self.stage, block, good, counts)
            bad = sorted(bad + failed, key=lambda reject: reject.number)
        else:
            records = self.stage.process([record for _, record in good], counts)
        return BlockResult(lines_of(records, self.format.output), counts, bad)

    def _attempted(
        self, stage: TryingStage, block: Block, good: list[tuple[int, Record]], counts: Counts
    ) -> tuple[list[Record], list[Reject]]:
        """What the stage makes of the records, up to the first that fails unless it goes on."""
        new: list[Record] = []
        failed: list[Reject] = []
        outcomes = stage.attempt([record for _, record in good], counts)
        for (number, record), outcome in zip(good, outcomes, strict=True):
            if not isinstance(outcome, str):
                new += outcome
                continue
            id = None if record.id is UNSET else record.id
            line = block.lines[number - block.first_line]
            failed.append(Reject(block.source, number, id, outcome, line))
            if not self.keep_going:
                break
        counts["records"] -= len(failed)
        return new, failed


def decoded(
    block: Block, format: Format, check: Callable[[Record], None], keep_going: bool
) -> tuple[list[Record], list[Reject]]:
    """As `placed`, without the places of the records."""
    good, bad = placed(block, format, check, keep_going)
    return [record for _, record in good], bad


def placed(
    block: Block, format: Format, check: Callable[[Record], None], keep_going: bool
) -> tuple[list[tuple[int, Record]], list[Reject]]:
    """The records of a block that decode and pass `check`, with the numbers of their lines.

    Beside them the lines that do not. Without `keep_going` it stops at the first bad line. A record
    without an id gets its line number as id. Blank lines of a JSONL stream are no records.
    """
    read = _READERS[format.input] if not format.unknown_fields else _PASSING_READERS[format.input]
    good: list[tuple[int, Record]] = []
    bad: list[Reject] = []
    for number, line in enumerate(block.lines, block.first_line):
        record: Record | None = None
        try:
            if line is None:
                raise DataError(f"the line is longer than {option('max_line_bytes')} allows")
            record = read(line)
            if record.id is UNSET:
                if format.own_ids:
                    raise DataError("field 'id' is missing; records are joined by it")
                record = msgspec.structs.replace(record, id=number)
            check(record)
        except DataError as error:
            if format.input == "jsonl" and line is not None and not line.strip():
                continue  # no record; looked for here, as such lines are few
            id = record.id if record is not None and record.id is not UNSET else None
            bad.append(Reject(block.source, number, id, error.message, line))
            if not keep_going:
                break
        else:
            good.append((number, record))
    return good, bad


def lines_of(records: list[Record], output: str) -> bytes:
    """The records as lines of the output format, each with its newline."""
    if output == "text":
        return b"".join(_text_line(record) for record in records)
    return encode_lines(records)


def _text_line(record: Record) -> bytes:
    if record.text is UNSET:
        return b"\n"
    # One record a line: line ends inside a text become spaces, as no escape is defined for them.
    return record.text.replace("\n", " ").replace("\r", " ").encode() + b"\n"


def _from_text(line: bytes) -> Record:
    try:
        return Record(text=line.removesuffix(b"\r").decode())
    except UnicodeDecodeError:
        raise DataError("not valid UTF-8") from None


_READERS = {"jsonl": decode, "text": _from_text}
_PASSING_READERS = {"jsonl": decode_all, "text": _from_text}


def _error(reject: Reject) -> DataError:
    named = reject.id is not None and reject.id != reject.number
    shown = f" (id {_on_one_line(str(reject.id))})" if named else ""
    return DataError(f"{reject.source}:{reject.number}: {reject.reason}{shown}")


def _on_one_line(id: str) -> str:
    """An id as a message can show it: without control characters and not too long."""
    short = id if len(id) <= _SHOWN_ID else id[:_SHOWN_ID] + "..."
    return short if short.isprintable() else ascii(short)[1:-1]


def first_error(rejects: list[Reject]) -> DataError:
    """The error for the first of some bad lines, with its place in front."""
    return _error(rejects[0])
