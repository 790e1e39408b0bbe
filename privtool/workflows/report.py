"""`privtool report`: its options, and the page from the results of other commands."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from privtool.core.blocks import Reject
from privtool.core.errors import DataError, UsageError, option
from privtool.core.options import Opt, Option, options_of
from privtool.core.pipeline import LINES_PER_BLOCK, Rejects, StreamOptions, watched_blocks
from privtool.core.reading import Block
from privtool.core.reporting import counts_of, print_end, summarizing
from privtool.core.writing import writing
from privtool.workflows.config.fields import check_files
from privtool.workflows.names import command_names, config_of, python_name

if TYPE_CHECKING:
    from privtool.reports.rows import RunReader
    from privtool.reports.runs import KnownNames, Run
    from privtool.reports.sections.utility import ReferenceRuns

Rows = Iterable[Mapping[str, Any]]
_LONGEST_NAME = 60  # characters
_NO_RESULT = "not a result of privtool"
_EMPTY = "there is no result"
_decode = msgspec.json.Decoder(dict[str, Any]).decode


@dataclass(frozen=True, kw_only=True)
class ReportConfig:
    """Show the results of runs on one page that is safe to share.

    Reads the JSON lines of audits and trainers, curve.jsonl of mix-train, and the --summary files
    of other commands; each file is a run. Writes one HTML file without scripts or external links:
    verdicts, input and output counts, privacy figures, utility, privacy against utility, curves,
    versions and seeds, and what was not measured. It contains only numbers and fixed names.

    \b
    Examples, in data/sample:
      privtool mask --summary mask.json raw.jsonl > safe.jsonl
      privtool audit text --gold raw.jsonl --gate default safe.jsonl > audit.json || true
      privtool report --name masked --name masked mask.json audit.json > report.html
      cat mask.json audit.json | privtool report --json report.json > report.html
    """

    name: Annotated[
        tuple[str, ...],
        Opt("Run name of each file, in order; files with the same name are one run.", "NAME"),
    ] = ()
    json: Annotated[str | None, Opt("Also write the tables to this file as JSON.", "FILE")] = None
    oracle: Annotated[
        str | None,
        Opt("Run on raw text, for the share of utility that other runs recover.", "NAME"),
    ] = None
    baseline: Annotated[
        str | None,
        Opt("Run on masked text, for the share of utility that other runs recover.", "NAME"),
    ] = None
    input_format: Annotated[Literal["jsonl"], Opt("Format of the input.", hidden=True)] = "jsonl"
    output_format: Annotated[Literal["html"], Opt("Format of the output.", hidden=True)] = "html"

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or name what does not exist."""
        if (self.oracle is None) != (self.baseline is None):
            raise UsageError(f"{option('oracle')} and {option('baseline')} need each other")
        for name in self.name:
            if not (name.strip() and name.isprintable() and len(name) <= _LONGEST_NAME):
                raise UsageError(
                    f"{option('name')}: a name has 1 to {_LONGEST_NAME} printable characters"
                )
        check_files(stream, (), json=self.json)


def run(config: ReportConfig, stream: StreamOptions) -> None:
    """Read results and write the page, and its JSON twin."""
    config.check(stream)
    started = time.perf_counter()
    with ExitStack() as stack:
        summarize = stack.enter_context(summarizing(stream, config))
        rejects = stack.enter_context(Rejects(stream))
        write = stack.enter_context(writing(stream.output))
        twin = None if config.json is None else stack.enter_context(writing(config.json))
        readers = _read(config, stream, rejects)
        page, data = _written(config, [reader.finish() for reader in readers])
        write(page.encode())
        if twin is not None:
            twin(data.encode())
        results = sum(reader.results for reader in readers)
        seconds = time.perf_counter() - started
        summarize(counts_of(seconds, rejects.count, records=results))
    print_end(stream, [f"{results:,} results", f"{len(readers):,} runs"], rejects.count, seconds)


def report_rows(config: ReportConfig, rows: Mapping[str, Rows]) -> str:
    """Return the page of rows by the name of their run; write the JSON twin if it is wanted."""
    from privtool.reports.rows import RunReader

    known, runs = known_names(), []
    for name, results in rows.items():
        reader = RunReader(name, known)
        for number, row in enumerate(results, 1):
            if not reader.add(row):
                raise DataError(f"{name}:{number}: {_NO_RESULT}")
        if not reader.results:
            raise DataError(f"{name}: {_EMPTY}")
        runs.append(reader.finish())
    page, data = _written(config, runs)
    if config.json is not None:
        with writing(config.json) as write:
            write(data.encode())
    return page


def _read(config: ReportConfig, stream: StreamOptions, rejects: Rejects) -> list[RunReader]:
    """Read the results of each file. Raises `DataError` for files and lines that hold none."""
    from privtool.reports.rows import RunReader

    names = config.name or tuple(f"run {number}" for number in range(1, len(stream.inputs) + 1))
    if len(names) != len(stream.inputs):
        raise UsageError(f"{option('name')}: {len(names)} names for {len(stream.inputs)} files")
    known, readers = known_names(), dict[str, RunReader]()
    for name, path in zip(names, stream.inputs, strict=True):
        reader = readers.setdefault(name, RunReader(name, known))
        before = reader.results
        for block in watched_blocks(stream.of_files(path), LINES_PER_BLOCK):
            rejects.add(list(_bad_lines(block, reader)))
        if reader.results == before and not rejects.count:
            raise DataError(f"{'stdin' if path == '-' else os.path.basename(path)}: {_EMPTY}")
    if not any(reader.results for reader in readers.values()):
        raise DataError(_EMPTY)
    return list(readers.values())


def _bad_lines(block: Block, reader: RunReader) -> Iterator[Reject]:
    for number, line in enumerate(block.lines, block.first_line):
        if line is not None and not line.strip():
            continue
        reason = _NO_RESULT
        try:
            if reader.add(_decode(line or b"")):
                continue
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            reason = "not a JSON object"
        yield Reject(block.source, number, None, reason)


def _written(config: ReportConfig, runs: Sequence[Run]) -> tuple[str, str]:
    """Return the page and its JSON twin."""
    from privtool.reports.document import html_of, json_of, sections_of

    sections = sections_of(runs, references_of(config, runs))
    return html_of(runs, sections), json_of(runs, sections)


def known_names() -> KnownNames:
    from privtool.models.catalog import IN_A_FOLDER
    from privtool.models.hub.resolve import ON_THE_HUB, PUBLIC_NAMES
    from privtool.reports.runs import KnownNames

    jobs = {"jobs": options_of(StreamOptions)["jobs"]}

    def of_command(command: str) -> Mapping[str, Option] | None:
        known = command in command_names()
        return {**options_of(config_of(python_name(command))), **jobs} if known else None

    return KnownNames(of_command, PUBLIC_NAMES | {IN_A_FOLDER, ON_THE_HUB}, {}, {})


def references_of(config: ReportConfig, runs: Sequence[Run]) -> ReferenceRuns | None:
    """The runs of `oracle` and `baseline`. Raises `UsageError` for names of no run."""
    from privtool.reports.sections.utility import ReferenceRuns

    if config.oracle is None or config.baseline is None:
        return None
    by_name = {run.name: run for run in runs}
    for name in ("oracle", "baseline"):
        if getattr(config, name) not in by_name:
            raise UsageError(f"{option(name)}: no run has that name")
    return ReferenceRuns(by_name[config.oracle], by_name[config.baseline])
