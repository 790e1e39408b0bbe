"""The commands as functions, with the options of the command line.

Filters are generators: records in, records out, as dicts like the lines of JSON. Trainers read
records and return what the command prints. Options have their names in Python (`--batch-size` is
`batch_size`), and the defaults and meaning that they have on the command line; wrong ones raise
`UsageError` at the call. A bad record raises `DataError` with its number and id after the records
before it; the message never quotes the record. Audio paths are relative to `audio_root`, or to the
current folder.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from privtool.api_options import configured_by, docstring_of, parameter_of
from privtool.cli.names import config_of, options_of_command
from privtool.core.blocks import Counts, FilterBlock, first_error
from privtool.core.errors import DataError, UsageError, option
from privtool.core.given_entities import refuse_cut
from privtool.core.options import options_of
from privtool.core.pipeline import LINES_PER_BLOCK, Rejects, StreamOptions
from privtool.core.reading import Block

TRAINERS = ("lm_train", "mix_train", "fill_train", "asr_train")
_FIRST = {"import_": "paths", "scale": "command"}  # what functions take that take no records
Records = Iterable[Mapping[str, Any]]

_SOURCE = "records"
_decode = msgspec.json.Decoder(dict[str, Any]).decode


def function_of(command: str) -> Callable[..., Any]:
    """Return the function of a command, by its name in Python."""
    config = config_of(command)
    run = _RUN.get(command) or (_train if command in TRAINERS else _filter)

    def call(records: Any = (), /, **options: Any) -> Any:
        if options.get("input_format", "jsonl") != "jsonl":  # else all of a record might be a text
            raise UsageError(f"{option('input_format')} is for files: here, records are dicts")
        return run(configured_by(config, options), records)

    options = [parameter_of(each) for each in options_of(config).values()]
    first = inspect.Parameter(
        _FIRST.get(command, "records"),
        inspect.Parameter.POSITIONAL_ONLY,
        default=()
        if command in ("mix_train", "audit_model", "asr_eval")
        else inspect.Parameter.empty,
    )
    call.__signature__ = inspect.Signature([first, *options])  # type: ignore[attr-defined]
    call.__name__ = call.__qualname__ = command
    call.__doc__ = docstring_of(command, config)
    return call


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
    from privtool.workflows.audit_run import audited, verdicts_for

    stream = _stream(records)
    config.check(stream)
    result = audited(config, stream, Rejects(stream))
    return to_json(result, verdicts_for(config, result))


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
    return report_rows(config, runs, options_of_command)


def _scale(config: Any, command: Iterable[Any]) -> dict[str, int]:
    """The added counts of a filter that is given as on the command line."""
    from privtool.cli.commands import parse_filter
    from privtool.workflows.scale import run

    return dict(run(replace(config, quiet=True), [str(each) for each in command], parse_filter))


def _decoded(parts: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for data in parts:
        yield from map(_decode, data.splitlines())


def _import(config: Any, paths: Iterable[str | Path]) -> Iterator[dict[str, Any]]:
    from privtool.core.record import encode
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
    "audit_guess": _audit,
    "audit_text": _audit,
    "report": _report,
    "scale": _scale,
    "audit_audio": _audit,
    "audit_canaries_make": _canaries,
    "audit_model": _audit,
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


def _plain(value: Any) -> Any:
    """Return a number of numpy, pandas or torch as one of Python; any error for other objects."""
    return value.item()


_encode = msgspec.json.Encoder(enc_hook=_plain).encode


def _stream(records: Records, size: int = LINES_PER_BLOCK) -> StreamOptions:
    named = not (isinstance(records, tuple) and not records)
    return StreamOptions(quiet=True, inputs_named=named, blocks=_Blocks(records, size))
