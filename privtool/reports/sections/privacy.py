"""Figures of audits: verdicts, all figures by group, and what was not measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privtool.audit.figures import MEANINGS, Figure
from privtool.audit.gate import Outcome, Verdict, overall
from privtool.reports.parts import (
    EMPTY,
    Cell,
    Plot,
    Section,
    Table,
    compared_tables,
    count,
    figure_name,
    interval_cell,
    number,
    risk_cell,
    share_cell,
    text,
    value_cell,
)
from privtool.reports.pictures import Dot, dot_plot, shown_figure
from privtool.reports.runs import BY_TAGGER, MARKS, REFERENCE_NUMBERS, Audit, Run

_SIGNS: dict[Outcome, str] = {"met": "\u2713", "not met": "\u2717", "undetermined": "?"}
_VERDICT_COLUMNS = ("Run", "Figure", "Verdict", "Limit", "Measured", "95 % interval", "Audit")


def verdict_section(runs: Sequence[Run]) -> Section:
    found = [
        (run, audit, verdict) for run in runs for audit in run.audits for verdict in audit.verdicts
    ]
    shown = [verdict.outcome for _, _, verdict in found]
    said = [each.overall for run in runs for each in run.audits if each.overall is not None]
    worst = overall(shown + said)
    if worst is None:
        sentence = "No audit had limits (--gate), so there is no verdict."
        return Section("verdicts", "Verdicts", [sentence])
    numbers = ", ".join(f"{shown.count(outcome)} {outcome}" for outcome in _SIGNS)
    hidden = "" if worst in shown else " A limit with another name than a report may show decides."
    sentences = [
        f"Overall: {worst}. Limits: {numbers}.{hidden}",
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
    rows = tuple(_verdict_row(*each) for each in found)
    return Section("verdicts", "Verdicts", sentences, [Table("Limits", _VERDICT_COLUMNS, rows)])


def _verdict_row(run: Run, audit: Audit, verdict: Verdict) -> tuple[Cell, ...]:
    names = (verdict.figure, verdict.group)
    figure = next((each for each in audit.figures if (each.name, each.group) == names), None)
    measured = (EMPTY, EMPTY) if figure is None else (value_cell(figure), interval_cell(figure))
    is_share = MEANINGS[verdict.figure].kind == "share"
    limit = f"{100 * verdict.limit:g} %" if is_share else f"{verdict.limit:g}"
    return (
        text(run.name),
        text(figure_name(*names)),
        Cell(verdict.outcome, f"{_SIGNS[verdict.outcome]} {verdict.outcome}"),
        Cell(verdict.limit, limit),
        *measured,
        text(audit.command),
    )


def gap_section(runs: Sequence[Run]) -> Section:
    """Return which figures and measures are missing, and what no figure shows."""
    return Section("gaps", "What was not measured", list(_gaps(runs)))


def _gaps(runs: Sequence[Run]) -> Iterator[str]:
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


_COLUMNS = (
    *("Figure", "Run", "Value", "95 % interval", "Hits", "Attempts"),
    *("Baseline", "Control", "Risk above control"),
)


def privacy_section(runs: Sequence[Run]) -> Section:
    """Return all figures of audits."""
    figures = [(run, each) for run in runs for audit in run.audits for each in audit.figures]
    found = sorted(figures, key=lambda pair: list(MEANINGS).index(pair[1].name))
    if not found:
        sentence = "No audit is among the inputs: privacy was not measured."
        return Section("privacy", "Privacy figures", [sentence])
    overall = [(run, each) for run, each in found if not each.group]
    parts: list[Table | Plot] = []
    for kind, title in (("share", "Shares of what an attacker finds"), ("bits", "Bits")):
        valued = [pair for pair in overall if pair[1].value is not None]
        dots = [_dot(*pair) for pair in valued if pair[1].meaning.kind == kind]
        if dots:
            description = "Each point is a figure of a run, with its 95 % interval as a line."
            label = "percent" if kind == "share" else "bits"
            parts.append(dot_plot(title, description, label, dots, [run.name for run in runs]))
    rows = tuple((text(figure_name(each.name, "")), *_values(run, each)) for run, each in overall)
    parts.append(Table("Figures over all groups", _COLUMNS, rows))
    parts += _by_group([(run, each) for run, each in found if each.group])
    compared = (
        ((MEANINGS[each.name].title, run.name), each, MEANINGS[each.name].kind)
        for run in runs
        for audit in run.audits
        for each in audit.comparisons
        if not each.group
    )
    parts += compared_tables("Compared with another system", ("Figure", "Run"), compared)
    parts += _reference_numbers(runs)
    meanings = [MEANINGS[name] for name in dict.fromkeys(each.name for _, each in found)]
    explained = tuple((text(each.title), text(each.sentence)) for each in meanings)
    parts.append(Table("What the figures mean", ("Figure", "Meaning"), explained, folded=True))
    sentences = [
        "A figure counts what an attack finds; for shares, lower is more private. The baseline is "
        "a guesser without the text, the control the same attack on records that were never used.",
        "Without a hit a figure is shown as an upper bound: 95 of 100 corpora with that rate "
        "would have shown a hit.",
    ]
    return Section("privacy", "Privacy figures", sentences, parts)


def _dot(run: Run, figure: Figure) -> Dot:
    baseline = None if figure.baseline is None else figure.baseline.value
    if baseline is not None and figure.meaning.kind == "share":
        baseline *= 100
    return Dot(figure.meaning.title, run.name, *shown_figure(figure), baseline)


def _values(run: Run, figure: Figure) -> tuple[Cell, ...]:
    hits, attempts = (None, None) if figure.attack is None else figure.attack
    baseline = share_cell(figure, figure.baseline)
    if figure.above_baseline is False:
        baseline = baseline._replace(shown=f"{baseline.shown} (not exceeded)")
    return (
        text(run.name),
        value_cell(figure),
        interval_cell(figure),
        count(hits if figure.meaning.kind == "share" else None),
        count(attempts),
        baseline,
        share_cell(figure, figure.control),
        risk_cell(figure),
    )


def _by_group(found: Sequence[tuple[Run, Figure]]) -> Iterator[Table]:
    for name in dict.fromkeys(figure.name for _, figure in found):
        meaning = MEANINGS[name]
        rows = tuple(
            (text(figure.group), *_values(run, figure))
            for run, figure in found
            if figure.name == name
        )
        columns = (meaning.groups.capitalize(), *_COLUMNS[1:])
        yield Table(f"{meaning.title}, by {meaning.groups}", columns, rows, folded=True)


def _reference_numbers(runs: Sequence[Run]) -> Iterator[Table]:
    rows = tuple(
        (text(REFERENCE_NUMBERS[name]), text(run.name), number(value))
        for run in runs
        for audit in run.audits
        for name, value in audit.numbers.items()
    )
    if rows:
        yield Table("Other numbers of audits", ("Number", "Run", "Value"), rows, folded=True)
