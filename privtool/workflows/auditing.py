"""The options of audits, and their life cycle: check, fetch what is read, build the stage, run.

An audit is a fold over blocks of records to one result.
"""

from __future__ import annotations

import sys
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import msgspec

from privtool import __version__
from privtool.audit.counts import parse_unit, warnings
from privtool.core.errors import UsageError, option, with_flags
from privtool.core.named_fields import NamedFields
from privtool.core.options import Opt
from privtool.core.pipeline import LINES_PER_BLOCK, Rejects, StreamOptions, results_of
from privtool.core.reporting import counts_of, print_end, say, summarizing
from privtool.core.writing import writing
from privtool.workflows.config.fields import Seed, check_files

if TYPE_CHECKING:
    from privtool.audit.figures import Figure
    from privtool.audit.gate import Verdict
    from privtool.audit.result import AuditResult
    from privtool.stages.audit_block import AuditStage
    from privtool.text.scoring.bootstrap import Resampling, Totals


@dataclass(frozen=True, kw_only=True)
class AuditOptions:
    """What all audits have."""

    unit: Annotated[
        str,
        Opt("Independent unit: record, or fields such as speaker or doc.", "FIELD[,FIELD]"),
    ] = "record"
    gate: Annotated[
        str | None,
        Opt("Upper limits of figures: a TOML file or 'default'; sets the exit status.", "FILE"),
    ] = None
    strict: Annotated[bool, Opt("Also fail if a limit is undetermined.")] = False
    table: Annotated[bool, Opt("Print the figures on stderr, even with --quiet.")] = False
    examples: Annotated[
        str | None, Opt("List the leaks in this file; private, readable only by you.", "FILE")
    ] = None
    samples: Annotated[int, Opt("Bootstrap samples.", min=10)] = 1000
    seed: Seed = 0

    def check(self, stream: StreamOptions, read: Mapping[str, Path | str | None]) -> None:
        """Raise `UsageError` for options that do nothing or files that collide.

        `read` maps the names of options to files that are read.
        """
        parse_unit(self.unit)
        if self.strict and self.gate is None:
            raise UsageError(f"{option('strict')} needs {option('gate')} FILE")
        if self.examples == "-":
            raise UsageError(f"{option('examples')} needs a file: it holds private text")
        for name, path in {**read, "gate": self.gate}.items():
            if str(path) == "-":
                raise UsageError(f"{option(name)} needs a file: standard input has the records")
        check_files(stream, [*read.values(), self.gate], examples=self.examples)

    @property
    def resampling(self) -> Resampling:
        """How intervals are drawn."""
        from privtool.text.scoring.bootstrap import Resampling

        return Resampling(self.samples, self.seed)

    def head(self, command: str, attacker: str) -> dict[str, Any]:
        """Return what a result begins with: what its figures depend on, and no data.

        `attacker` names what attacks: a method, or a model with the hash of its weights.
        """
        signature = (
            f"{command}|attacker:{attacker}|unit:{self.unit}|level:95|samples:{self.samples}"
            f"|seed:{self.seed}|v:{__version__}"
        )
        return {
            "command": command,
            "signature": signature,
            "unit": self.unit,
            "level": 95,
            "resampled": self.samples,
            "seed": self.seed,
        }


class Findings(NamedTuple):
    """What an audit adds at the end: figures without counts, notes, other numbers by name.

    `places` are for the file of examples.
    """

    measures: Sequence[Figure] = ()
    notes: Sequence[str] = ()
    extra: Mapping[str, Any] = {}
    places: Iterable[Mapping[str, Any]] = ()


class Audit(NamedTuple):
    """What an audit needs, fetched once. `build` is picklable: each process builds its own stage.

    `add` takes what `AuditStage.drain` gave; `finish` returns what is known only once all records
    were seen.
    """

    attacker: str
    build: Callable[[], AuditStage]
    add: Callable[[Any], None]
    finish: Callable[[Totals], Findings]


class AuditConfig(ABC):
    """The base of an audit's options."""

    command: ClassVar[str]
    block_lines: ClassVar[int] = LINES_PER_BLOCK
    audit: AuditOptions

    @property
    def read(self) -> Mapping[str, Path | str | None]:
        """The files that are read besides the records, by the names of their options."""
        return {}

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        self.audit.check(stream, self.read)

    @property
    def named_fields(self) -> NamedFields | None:
        """The fields that have the text, None for records."""
        return None

    def inputs(self, stream: StreamOptions) -> StreamOptions:
        """The stream with all inputs whose records are audited."""
        return stream

    @abstractmethod
    def fetch(self, stream: StreamOptions) -> Audit:
        """Read or download what the audit needs, once for all processes."""

    def run(self, stream: StreamOptions) -> None:
        """Audit the records of the inputs and write the result.

        Raises what `check_verdicts` raises after that.
        """
        from privtool.audit.gate import check_verdicts
        from privtool.audit.result import table_of, to_json

        started = time.perf_counter()
        with ExitStack() as stack:
            summarize = stack.enter_context(summarizing(stream, self))
            self.check(stream)
            rejects = stack.enter_context(Rejects(stream))
            write = stack.enter_context(writing(stream.output))
            result, verdicts = self.audited(stream, rejects)
            write(msgspec.json.encode(to_json(result, verdicts)) + b"\n")
            seconds = time.perf_counter() - started
            summarize(counts_of(seconds, rejects.count, records=result.records))
        if self.audit.table:
            print(with_flags(table_of(result, verdicts)), end="", file=sys.stderr)
        parts = [f"{result.records:,} records", f"{len(result.figures):,} figures"]
        print_end(stream, parts, rejects.count, seconds)
        for note in result.notes:
            say(stream, f"note: {note}")
        check_verdicts(verdicts, strict=self.audit.strict or not result.figures)

    def audited(self, stream: StreamOptions, rejects: Rejects) -> tuple[AuditResult, list[Verdict]]:
        """Return what the audit finds in the records, and the verdicts of the gate."""
        from privtool.audit.gate import read_limits, verdicts_of
        from privtool.audit.result import AuditResult
        from privtool.stages.audit_block import AuditBlock
        from privtool.text.scoring.bootstrap import PairedTotals

        options = self.audit
        limits: Mapping[tuple[str, str], float] = {}
        if options.gate is not None:
            limits = read_limits(options.gate, self.command)  # its errors before the work
        paired, records = PairedTotals(options.resampling), Counter[str]()
        totals = paired.this
        with ExitStack() as stack:
            audit, write = self.fetch(stream), None
            if options.examples is not None:
                write = stack.enter_context(writing(options.examples, private=True))
            keep_going, with_places = stream.rejects is not None, write is not None
            make = partial(AuditBlock, audit.build, keep_going, with_places, self.named_fields)
            results = results_of(make, self.inputs(stream), rejects, self.block_lines)
            for tally in stack.enter_context(results):
                for unit, counts in tally.counts.items():
                    if unit in tally.others:
                        paired.add(counts, tally.others[unit], unit)
                    else:
                        totals.add(counts, unit)
                records.update(tally.records)
                if tally.across is not None:
                    audit.add(tally.across)
                if write is not None and tally.places:
                    write(tally.places)
            findings = audit.finish(totals)
            if write is not None:
                for place in findings.places:
                    write(msgspec.json.encode(place) + b"\n")
        result = AuditResult(
            head=options.head(self.command, audit.attacker),
            units=len(records),
            records=records.total(),
            largest_unit=max(records.values(), default=0),
            totals=totals,
            measures=findings.measures,
            notes=[*warnings(options.unit, records), *findings.notes],
            extra=findings.extra,
            paired=paired if paired.other.counts else None,
        )
        return result, verdicts_of(limits, result.figures) if limits else []
