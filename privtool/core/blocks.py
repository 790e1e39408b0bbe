"""Running a stage over a block of lines: decode, process, encode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec
from msgspec import UNSET

from privtool.core.errors import NOT_UTF8, DataError, option
from privtool.core.named_fields import NamedFields, Objects
from privtool.core.reading import Block
from privtool.core.record import Record, UnknownFields, decode, decode_all, encode_lines, id_of
from privtool.core.spans import ReadEntities

Counts = Counter[str]
Outcome = list[Record] | str  # the new records of one record, or the reason for a reject
NewId = Callable[[int, str | int], str | int]  # of the line number and the id; picklable
T = TypeVar("T")
R = TypeVar("R")
_encode_objects = msgspec.json.Encoder().encode_lines
_LONGEST_ID = 60  # characters of an id in an error message


class Stage(Protocol):
    """The processing of records by a filter.

    `process` yields the outcome of each record, in order, and adds to `counts`. An outcome must not
    depend on the other records. The caller stops at the first reason unless rejects are set aside,
    so expensive outcomes are computed lazily.
    """

    def process(self, records: Sequence[Record], counts: Counts) -> Iterable[Outcome]: ...


def process_each(
    records: Iterable[Record],
    prepare: Callable[[Record], T],
    work: Callable[[Record, T], R],
) -> Iterator[R | str]:
    """Process records one at a time; a `DataError` of `prepare` becomes the reason."""
    for record in records:
        try:
            prepared = prepare(record)
        except DataError as error:
            yield error.message
        else:
            yield work(record, prepared)


def process_batch(
    records: Iterable[Record],
    prepare: Callable[[Record], T],
    work: Callable[[list[T]], Iterable[R]],
) -> Iterator[R | str]:
    """Process records together; a `DataError` of `prepare` becomes the reason.

    Records before the first failure are one batch, so that a caller who stops there gets no
    other work done.
    """
    waiting = iter(records)
    for stop_at_failure in (True, False):
        batch: list[T] = []
        reasons: dict[int, str] = {}
        for record in waiting:
            try:
                batch.append(prepare(record))
            except DataError as error:
                reasons[len(batch) + len(reasons)] = error.message
                if stop_at_failure:
                    break
        done = iter(list(work(batch)) if batch else ())
        if not reasons:
            yield from done  # the usual case, and faster
        for number in range(len(batch) + len(reasons) if reasons else 0):
            yield reasons[number] if number in reasons else next(done)


def collect(outcomes: Iterable[Outcome]) -> list[Record]:
    """Return the records of all outcomes. Raise `DataError` for the first reason."""
    records: list[Record] = []
    for outcome in outcomes:
        if isinstance(outcome, str):
            raise DataError(outcome)
        records += outcome
    return records


class Reject(NamedTuple):
    """The place of a bad line or row, its id and the reason."""

    source: str
    number: int
    id: str | int | None
    reason: str


class Format(NamedTuple):
    """The formats of input and output lines.

    `unknown_fields` keeps fields that privtool does not know. With `require_ids` a record without
    an id is a bad line. `new_id` gives a record another id, for its line number and its own id.
    `entities` reads what other tools wrote as entities. With `fields`, lines are objects that have
    their texts there.
    """

    input: str = "jsonl"
    output: str = "jsonl"
    unknown_fields: bool = False
    require_ids: bool = False
    new_id: NewId | None = None
    entities: ReadEntities | None = None
    fields: NamedFields | None = None


class BlockResult(NamedTuple):
    """The outcome of a block: encoded lines, counts, rejected lines, lines for the map.

    Of a table it has new rows instead of lines.
    """

    data: bytes
    counts: Counts
    rejects: list[Reject]
    originals: bytes = b""
    rows: Sequence[UnknownFields] = ()


@runtime_checkable
class Reversible(Protocol):
    """A stage that keeps what it replaced, as lines for an encrypted map."""

    def take_originals(self) -> bytes:
        """Return what was replaced since the last call."""


class FilterBlock:
    """Decodes a block, runs the stage on its records and encodes the outcomes."""

    def __init__(self, stage: Stage, line_format: Format, keep_going: bool) -> None:
        self._stage, self._format, self._keep_going = stage, line_format, keep_going

    def __call__(self, block: Block) -> BlockResult:
        counts: Counts = Counter()
        decoded, rejects = decode_lines(block, self._format, self._keep_going, counts)
        outcomes = self._stage.process([record for _, record in decoded], counts)
        new: list[Record] = []
        given: list[Record] = []  # for each new record
        failed: list[Reject] = []
        good = 0
        for (number, record), outcome in zip(decoded, outcomes, strict=True):
            if not isinstance(outcome, str):
                new += outcome
                given += [record] * len(outcome)
                good += 1
                continue
            failed.append(rejected(block, number, record, outcome))
            if not self._keep_going:
                break
        counts["records"] = good
        originals = self._stage.take_originals() if isinstance(self._stage, Reversible) else b""
        bad = _sorted(rejects + failed)
        if self._format.fields is None:
            return BlockResult(lines_of(new, self._format.output), counts, bad, originals)
        rows = list(map(Objects(self._format.fields).written, given, new))
        if block.rows:
            return BlockResult(b"", counts, bad, originals, rows)
        return BlockResult(_encode_objects(rows), counts, bad, originals)


def parse_lines(
    block: Block,
    line_format: Format,
    convert: Callable[[Record], T],
    keep_going: bool,
    counts: Counts | None = None,
) -> tuple[list[tuple[int, T]], list[Reject]]:
    """Convert the records of a block; return the values with their line numbers, and the rejects.

    Lines that do not decode or for which `convert` raises `DataError` are rejected; without
    `keep_going` parsing stops at the first one. A record without an id gets that of its line. Blank
    lines of a JSONL stream are skipped.
    """
    decoded, rejects = decode_lines(block, line_format, keep_going, counts)
    values: list[tuple[int, T]] = []
    for number, record in decoded:
        try:
            values.append((number, convert(record)))
        except DataError as error:
            rejects.append(rejected(block, number, record, error.message))
            if not keep_going:
                break
    return values, _sorted(rejects)


def decode_lines(
    block: Block, line_format: Format, keep_going: bool, counts: Counts | None = None
) -> tuple[list[tuple[int, Record]], list[Reject]]:
    """Return the records of a block with their line numbers, and the lines that are none.

    Add to `counts` what the reader of entities adds.
    """
    counts = Counter() if counts is None else counts
    read = _reader(line_format)
    records: list[tuple[int, Record]] = []
    rejects: list[Reject] = []
    for number, line in enumerate(block.items, block.first_line):
        record: Record | None = None
        try:
            if line is None or isinstance(line, str):
                long = f"the line is longer than {option('max_line_bytes')} allows"
                raise DataError(line or long)
            record = read(line)
            if record.id is UNSET:
                if line_format.require_ids:
                    raise DataError("field 'id' is missing; records are joined by it")
                record = msgspec.structs.replace(record, id=block.line_id(number))
            if line_format.new_id is not None:
                renamed = line_format.new_id(number, id_of(record))
                record = msgspec.structs.replace(record, id=renamed)
            if line_format.entities is not None and record.entities:
                record = line_format.entities(record, counts)
            records.append((number, _in_language(record, block, number)))
        except DataError as error:
            if line_format.input != "text" and isinstance(line, bytes) and not line.strip():
                continue  # checked here because blank lines are rare
            rejects.append(rejected(block, number, record, error.message))
            if not keep_going:
                break
    return records, rejects


def _in_language(record: Record, block: Block, number: int) -> Record:
    """Return a record of a block with the language of its line, unless it states one."""
    if not block.languages or record.language is not UNSET:
        return record
    language = block.languages[number - block.first_line]
    return msgspec.structs.replace(record, language=language)


def _reader(line_format: Format) -> Callable[[Any], Record]:
    """Return what reads the lines or rows of a block."""
    if line_format.input == "text":
        return _from_text
    if line_format.fields is not None:
        return Objects(line_format.fields).read
    return decode_all if line_format.unknown_fields else decode


def _sorted(rejects: Iterable[Reject]) -> list[Reject]:
    return sorted(rejects, key=lambda reject: reject.number)


def rejected(block: Block, number: int, record: Record | None, reason: str) -> Reject:
    record_id = None if record is None or record.id is UNSET else record.id
    return Reject(block.source, number, record_id, reason)


def lines_of(records: Sequence[Record], output: str) -> bytes:
    """Return the records as lines of the output format, each with its newline."""
    if output != "text":
        return encode_lines(records)
    # One record a line: no escape is defined, so line ends inside a text become spaces.
    texts = ((record.text or "").replace("\n", " ").replace("\r", " ") for record in records)
    return b"".join(text.encode() + b"\n" for text in texts)


def _from_text(line: bytes) -> Record:
    try:
        return Record(text=line.removesuffix(b"\r").decode())
    except UnicodeDecodeError:
        raise DataError(NOT_UTF8) from None


def first_error(rejects: Sequence[Reject]) -> DataError:
    """Return the error for the first rejected line, with its place in front."""
    reject, shown = rejects[0], ""
    if reject.id is not None and reject.id != reject.number:
        own = str(reject.id)
        own = own if len(own) <= _LONGEST_ID else own[:_LONGEST_ID] + "..."
        shown = f" (id {own if own.isprintable() else ascii(own)[1:-1]})"
    return DataError(f"{reject.source}:{reject.number}: {reject.reason}{shown}")
