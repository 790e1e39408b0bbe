"""Running an audit: a fold over blocks of records to one result."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

import msgspec

from privtool.audit.gate import Verdict, check_verdicts, read_limits, verdicts_of
from privtool.audit.result import AuditResult, to_json
from privtool.audit.table import table_of
from privtool.audit.units import Units, warning
from privtool.core.errors import with_flags
from privtool.core.named_fields import NamedFields
from privtool.core.pipeline import Rejects, StreamOptions, results_of
from privtool.core.reporting import print_end, say
from privtool.core.run_summary import counts_of, summarizing
from privtool.core.writing import writing
from privtool.stages.audit_block import AuditBlock, AuditStage
from privtool.text.scoring.bootstrap import PairedTotals
from privtool.workflows.auditing import AuditConfig


def run(config: AuditConfig, stream: StreamOptions) -> None:
    """Audit the records of the inputs and write the result.

    Raises `GateError` after that if the figures do not keep the limits.
    """
    started = time.perf_counter()
    with ExitStack() as stack:
        summarize = stack.enter_context(summarizing(stream, config))
        config.check(stream)
        rejects = stack.enter_context(Rejects(stream))
        write = stack.enter_context(writing(stream.output))
        result = audited(config, stream, rejects)
        verdicts = verdicts_for(config, result)
        write(msgspec.json.encode(to_json(result, verdicts)) + b"\n")
        seconds = time.perf_counter() - started
        summarize(counts_of(seconds, rejects.count, records=result.records))
    if config.audit.table:
        print(with_flags(table_of(result, verdicts)), end="", file=sys.stderr)
    parts = [f"{result.records:,} records", f"{len(result.figures):,} figures"]
    print_end(stream, parts, rejects.count, seconds)
    for note in result.notes:
        say(stream, f"note: {note}")
    check_verdicts(verdicts, config.audit.strict)


def verdicts_for(config: AuditConfig, result: AuditResult) -> list[Verdict]:
    """Return the verdicts of the gate of an audit, if it has one."""
    gate = config.audit.gate
    return [] if gate is None else verdicts_of(read_limits(gate, config.command), result.figures)


def audited(config: AuditConfig, stream: StreamOptions, rejects: Rejects) -> AuditResult:
    """Return what an audit finds in the records of the inputs."""
    options = config.audit
    if options.gate is not None:
        read_limits(options.gate, config.command)  # its errors before the work
    paired, units = PairedTotals(options.resampling), Units()
    totals = paired.this
    with ExitStack() as stack:
        audit, write = config.fetch(stream), None
        if options.examples is not None:
            write = stack.enter_context(writing(options.examples, private=True))
        make = partial(
            _block, audit.build, stream.rejects is not None, write is not None, config.named_fields
        )
        results = stack.enter_context(
            results_of(make, config.inputs(stream), rejects, config.block_lines)
        )
        for tally in results:
            for unit, counts in tally.counts.items():
                if unit in tally.others:
                    paired.add(counts, tally.others[unit], unit)
                else:
                    totals.add(counts, unit)
            units.add(tally.records)
            if tally.across is not None:
                audit.add(tally.across)
            if write is not None and tally.places:
                write(tally.places)
        findings = audit.finish(totals)
        if write is not None:
            for place in findings.places:
                write(msgspec.json.encode(place) + b"\n")
    summary = units.summary
    few = warning(options.unit, summary)
    return AuditResult(
        head=options.head(config.command, audit.attacker),
        units=summary["units"],
        records=summary["records"],
        largest_unit=summary["largest_unit"],
        totals=totals,
        measures=findings.measures,
        notes=[*([few] if few else []), *findings.notes],
        extra=findings.extra,
        paired=paired if paired.other.counts else None,
    )


def _block(
    build: Callable[[], AuditStage],
    keep_going: bool,
    with_places: bool,
    fields: NamedFields | None,
) -> AuditBlock:
    return AuditBlock(build(), keep_going, with_places, fields)
