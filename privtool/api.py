"""The commands as functions, with the options of the command line.

Filters are generators: records in, records out, as dicts like the lines of JSON. Trainers read
records and return what the command prints. Options have their names in Python (`--batch-size` is
`batch_size`), and the defaults and meaning that they have on the command line; wrong ones raise
`UsageError` at the call. A bad record raises `DataError` with its number and id after the records
before it; the message never quotes the record. Audio paths are relative to `audio_root`, or to the
current folder. `mask_column` masks columns of data frames of pandas and polars, and of tables of
pyarrow.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from privtool.core.blocks import Counts, FilterBlock, first_error
from privtool.core.errors import DataError, UsageError, option
from privtool.core.options import REQUIRED, Option, configured, options_of
from privtool.core.pipeline import LINES_PER_BLOCK, Rejects, StreamOptions
from privtool.core.reading import Block
from privtool.core.record import encode
from privtool.core.spans import refuse_cut
from privtool.workflows.names import command_names, config_of, python_name

_FIRST = {"import_": "paths", "scale": "command"}  # what functions take that take no records
_NEED_NO_RECORDS = ("mix_train", "audit_model", "asr_eval")
Records = Iterable[Mapping[str, Any]]

_SOURCE = "records"
_decode = msgspec.json.Decoder(dict[str, Any]).decode
# A number of numpy, pandas or torch becomes one of Python; other objects raise any error.
_encode = msgspec.json.Encoder(enc_hook=lambda value: value.item()).encode


def function_of(command: str) -> Callable[..., Any]:
    """Return the function of a command, by its name in Python."""
    config = config_of(command)
    run: Callable[[Any, Any], Any] = _RUN.get(command, _filter)
    if hasattr(config, "train"):
        run = _train
    elif hasattr(config, "audited"):
        run = _audit

    def call(records: Any = (), /, **options: Any) -> Any:
        if options.get("input_format", "jsonl") != "jsonl":  # else all of a record might be a text
            raise UsageError(f"{option('input_format')} is for files: here, records are dicts")
        return run(_configured_by(config, options), records)

    options = options_of(config)
    first = inspect.Parameter(
        _FIRST.get(command, "records"),
        inspect.Parameter.POSITIONAL_ONLY,
        default=() if command in _NEED_NO_RECORDS else inspect.Parameter.empty,
    )
    parameters = [first, *map(_parameter_of, options.values())]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__name__ = call.__qualname__ = command
    name = next(each for each in command_names() if python_name(each) == command)
    page = f"Do what `privtool {name}` does, see its help page."
    shown = [f"    {k}: {each.help}{_or_object(each)}" for k, each in options.items()]
    call.__doc__ = "\n".join([page, "", "Options:", *shown])
    return call


def _configured_by(config: type, values: Mapping[str, Any]) -> Any:
    """Return the config with some options. Raise `TypeError` and `UsageError` for wrong ones."""
    options = options_of(config)
    for name, each in options.items():
        if name not in values and each.default is REQUIRED:
            raise TypeError(f"missing option '{name}'")
    for name in values:
        if name not in options:
            raise TypeError(f"unexpected option '{name}'")
    return configured(config, {name: _checked(options[name], values[name]) for name in values})


def _checked(each: Option, value: Any) -> Any:
    """Return the value of an option in its type. Raise `UsageError` for an invalid one."""
    name = option(each.name)
    if value is None and each.optional:
        return None
    if each.opt.method and callable(getattr(value, each.opt.method, None)):
        return value
    if each.choices:
        if value not in each.choices:
            raise UsageError(f"{name}: '{value}' is not one of {', '.join(each.choices)}")
        return value
    if each.repeatable:
        if isinstance(value, str | bytes | Path) or not isinstance(value, Iterable):
            raise UsageError(f"{name} takes a sequence of values")
        return tuple(Path(one) if each.type.__args__[0] is Path else str(one) for one in value)
    if each.type is Path and isinstance(value, str | Path):
        return Path(value)
    wanted = (int, float) if each.type is float else each.type
    if not isinstance(value, wanted) or (isinstance(value, bool) and each.type is not bool):
        raise UsageError(f"{name} must be {_TYPES[each.type]}{_or_object(each)}")
    return _in_range(each, value)


def _in_range(each: Option, value: Any) -> Any:
    name, low, high = option(each.name), each.opt.min, each.opt.max
    if low is not None and not value >= low:
        raise UsageError(f"{name} must be at least {low}")
    if high is not None and not value <= high:
        raise UsageError(f"{name} must be at most {high}")
    return value


def _or_object(each: Option) -> str:
    return f" (or an object with the method `{each.opt.method}`)" if each.opt.method else ""


_TYPES = {
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "a string",
    Path: "a path",
}


def _parameter_of(each: Option) -> inspect.Parameter:
    return inspect.Parameter(
        each.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if each.default is REQUIRED else each.default,
        annotation=each.type | None if each.optional else each.type,
    )


def _filter(config: Any, records: Records) -> Iterator[dict[str, Any]]:
    kept = list(records) if config.reads_input_twice else records
    stream = _stream(kept, config.lines_per_block(1))
    config.check_all(stream)
    return _filtered(config, stream)


def _filtered(config: Any, stream: StreamOptions) -> Iterator[dict[str, Any]]:
    counts: Counts = Counter()
    with config.fetch(stream) as build, (config.open_map or nullcontext)() as write_map:
        work = FilterBlock(build(), config.line_format(stream), keep_going=False)
        for block in config.marked(stream.blocks or (), stream):
            result = work(block)
            if write_map is not None:
                write_map(result.originals)
            yield from map(_decode, result.data.splitlines())
            if result.rejects:
                raise first_error(result.rejects)
            counts.update(result.counts)
    refuse_cut(counts)
    config.conclude(counts)


def _train(config: Any, records: Records) -> dict[str, Any]:
    stream = _stream(records)
    config.check(stream)
    results: dict[str, Any] = config.train(stream).results
    return results


def _vocab(config: Any, records: Records) -> Iterator[tuple[str, int]]:
    if config.release.private:
        raise UsageError(f"{option('private')} is only for the command line, which keeps a ledger")
    stream = _stream(records)
    config.check(stream)
    return _counted(config, stream)


def _counted(config: Any, stream: StreamOptions) -> Iterator[tuple[str, int]]:
    from privtool.stages.vocab import most_frequent

    _, words = config.counted(stream, Rejects(stream))
    yield from most_frequent(words, config.top, config.min_count)


def _asr_eval(config: Any, records: Records) -> Iterator[dict[str, Any]]:
    stream = _stream(records)
    from privtool.workflows.eval_run import evaluated

    config.check(stream)
    return _decoded(evaluated(config, stream, Rejects(stream)))


def _audit(config: Any, records: Records) -> dict[str, Any]:
    """The result of an audit. The gate gives verdicts alone."""
    from privtool.audit.result import to_json

    stream = _stream(records)
    config.check(stream)
    return to_json(*config.audited(stream, Rejects(stream)))


def _canaries(config: Any, records: Records) -> Iterator[dict[str, Any]]:
    from privtool.workflows.audit_canaries_make import with_canaries

    stream = _stream(list(records))  # they are read twice
    config.check(stream)
    key = config.key(stream)
    return _decoded(with_canaries(config, key, stream, Rejects(stream), Counter()))


def _report(config: Any, results: Any) -> str:
    """The page of results: those of one run, or of several by name."""
    from privtool.workflows.report import report_rows

    config.check(_stream(()))
    runs = results if isinstance(results, Mapping) else {"run 1": results}
    return report_rows(config, runs)


def _scale(config: Any, command: Iterable[Any]) -> dict[str, int]:
    """The added counts of a filter that is given as on the command line."""
    from privtool.cli.main import parse_filter
    from privtool.workflows.scale import run

    return dict(run(replace(config, quiet=True), [str(each) for each in command], parse_filter))


def _decoded(parts: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for data in parts:
        yield from map(_decode, data.splitlines())


def _import(config: Any, paths: Iterable[str | Path]) -> Iterator[dict[str, Any]]:
    from privtool.workflows.import_ import records_of

    config.check()
    found = records_of(config, tuple(map(Path, paths)), Counter())
    return (_decode(encode(record)) for record in found)


def _export(config: Any, records: Records) -> dict[str, Any]:
    from privtool.workflows.export import export_records

    results, _ = export_records(config, _stream(records))
    return results


_RUN: dict[str, Callable[[Any, Any], Any]] = {
    "vocab": _vocab,
    "asr_eval": _asr_eval,
    "import_": _import,
    "export": _export,
    "report": _report,
    "scale": _scale,
    "audit_canaries_make": _canaries,
}


class _Blocks:
    """Records as blocks of encoded lines; can be iterated again if the records can."""

    def __init__(self, records: Records, size: int) -> None:
        self._records, self._size = records, size

    def __iter__(self) -> Iterator[Block]:
        rest, number = enumerate(self._records, 1), 1
        while lines := [_encoded(*pair) for pair in islice(rest, self._size)]:
            yield Block(_SOURCE, number, [*lines])
            number += len(lines)


def _encoded(number: int, record: Mapping[str, Any]) -> bytes:
    try:
        return _encode(record)
    except Exception:  # of any type, as `item` is the caller's; the message might quote the record
        raise DataError(f"{_SOURCE}:{number}: a value cannot be written as JSON") from None


def _stream(records: Records, size: int = LINES_PER_BLOCK) -> StreamOptions:
    named = not (isinstance(records, tuple) and not records)
    return StreamOptions(quiet=True, inputs_named=named, blocks=_Blocks(records, size))


_MISSING = ("None", "nan", "<NA>")  # of pandas
_OF_RECORDS = ("annotate", "context", "link", "keep", "keep_others")


def mask_column(frame: Any, column: str, *more: str, **options: Any) -> Any:
    """Return a data frame with masked texts in columns; what is missing stays so.

    The columns of a row are masked as one text: a name in one is known in the others. `options`
    are those of `mask` that need no other fields. Raise what `mask` raises, `DataError` for a value
    that is not text, and `TypeError` for what is not of pandas, polars or pyarrow.
    """
    if idle := next(filter(options.get, _OF_RECORDS), None):
        raise UsageError(f"{option(idle)} is for records: mask_column masks texts alone")
    columns = (column, *more)
    fields = [f"column {number}" for number in range(len(columns))]  # any name may be a field's
    old = [_values(frame, name) for name in columns]
    rows = [dict(zip(fields, row, strict=True)) for row in zip(*old, strict=True)]
    masked = list(function_of("mask")(rows, field=fields, **options))
    for name, field in zip(columns, fields, strict=True):
        frame = _with_values(frame, name, [row[field] for row in masked])
    return frame


def _values(frame: Any, name: str) -> list[str | None]:
    column = frame[name]
    for to_list in ("to_pylist", "to_list"):
        if hasattr(column, to_list):
            return [_text(value, name) for value in getattr(column, to_list)()]
    raise TypeError("mask_column takes data frames of pandas or polars, or tables of pyarrow")


def _text(value: object, name: str) -> str | None:
    if isinstance(value, str):
        return value
    if str(value) in _MISSING:
        return None
    raise DataError(f"column '{name}' has values that are not text")


def _with_values(frame: Any, name: str, values: Sequence[str | None]) -> Any:
    """Return a frame with other values of a column, in the classes of its library."""
    column = frame[name]
    if hasattr(frame, "set_column"):  # pyarrow
        from pyarrow import array

        place = frame.schema.get_field_index(name)
        field = frame.schema.field(place).remove_metadata()  # it may list the old values
        return frame.set_column(place, field, array(values, column.type))
    if hasattr(frame, "with_columns"):  # polars
        return frame.with_columns(type(column)(name, values))
    return frame.assign(**{name: type(column)(values, index=frame.index)})
