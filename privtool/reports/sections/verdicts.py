"""Verdicts: which limits are kept; and what was not measured, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privtool.audit.gate import Outcome, Verdict, overall
from privtool.audit.meanings import MEANINGS
from privtool.reports.figure_cells import figure_name, interval_cell, value_cell
from privtool.reports.parts import EMPTY, Cell, Section, Table, text
from privtool.reports.runs import BY_TAGGER, MARKS, Audit, Run

_SIGNS: dict[Outcome, str] = {"met": "\u2713", "not met": "\u2717", "undetermined": "?"}
_COLUMNS = ("Run", "Figure", "Verdict", "Limit", "Measured", "95 % interval", "Audit")


def verdict_section(runs: Sequence[Run]) -> Section:
    found = [
        (run, audit, verdict) for run in runs for audit in run.audits for verdict in audit.verdicts
    ]
    if not found:
        sentence = "No audit had limits (--gate), so there is no verdict."
        return Section("verdicts", "Verdicts", [sentence])
    verdicts = [verdict for _, _, verdict in found]
    numbers = ", ".join(
        f"{sum(each.outcome == outcome for each in verdicts)} {outcome}" for outcome in _SIGNS
    )
    sentences = [
        f"Overall: {overall(verdicts)}. Limits: {numbers}.",
        "A limit is met if the upper end of the interval is not above it, not met if the lower "
        "end is above it, and undetermined otherwise. A limit of zero is met if nothing was found.",
    ]
    sentences += [
        f"Gold of {run.name}: {audit.numbers[BY_TAGGER]:,.0f} of {audit.numbers[MARKS]:,.0f} "
        "entities were made by a tagger. What it missed cannot appear here: mark a sample by hand."
        for run in runs
        for audit in run.audits
        if audit.numbers.get(BY_TAGGER)
    ]
    rows = tuple(_row(*each) for each in found)
    return Section("verdicts", "Verdicts", sentences, [Table("Limits", _COLUMNS, rows)])


def _row(run: Run, audit: Audit, verdict: Verdict) -> tuple[Cell, ...]:
    names = (verdict.figure, verdict.group)
    figure = next((each for each in audit.figures if (each.name, each.group) == names), None)
    measured = (EMPTY, EMPTY) if figure is None else (value_cell(figure), interval_cell(figure))
    return (
        text(run.name),
        text(figure_name(*names)),
        Cell(verdict.outcome, f"{_SIGNS[verdict.outcome]} {verdict.outcome}"),
        _limit(verdict),
        *measured,
        text(audit.command),
    )


def _limit(verdict: Verdict) -> Cell:
    kind = MEANINGS[verdict.figure].kind
    shown = f"{100 * verdict.limit:g} %" if kind == "share" else f"{verdict.limit:g}"
    return Cell(verdict.limit, shown)


def gap_section(runs: Sequence[Run]) -> Section:
    """Return which figures and measures are missing, and what no figure shows."""
    return Section("gaps", "What was not measured", list(_sentences(runs)))


def _sentences(runs: Sequence[Run]) -> Iterator[str]:
    missing = {name: [run.name for run in runs if not run.measured(name)] for name in MEANINGS}
    nowhere = [MEANINGS[name].title for name, names in missing.items() if len(names) == len(runs)]
    if nowhere:
        yield f"In no run: {'; '.join(nowhere)}."
    for run in runs:
        lacks = [
            MEANINGS[name].title
            for name, names in missing.items()
            if run.name in names and len(names) < len(runs)
        ]
        if lacks:
            yield f"Not in {run.name}: {'; '.join(lacks)}."
    for run in runs:
        for audit in run.audits:
            if audit.notes:
                notes = "1 note" if audit.notes == 1 else f"{audit.notes:,} notes"
                yield f"{run.name}, {audit.command}: the result has {notes} to read."
    unused = [run.name for run in runs if not run.measures]
    if unused:
        yield f"Utility was not measured in {', '.join(unused)}."
    yield (
        "Figures hold for the audited records and for the attacks that their meaning names. What "
        "the gold entities do not mark counts as public."
    )
    if dropped := sum(run.dropped for run in runs):
        fields = "1 field" if dropped == 1 else f"{dropped:,} fields"
        yield (
            f"{fields} of the inputs left out: neither a figure, nor a count, number or option "
            "that a report may show."
        )
