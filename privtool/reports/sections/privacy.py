"""Privacy figures with intervals, baselines and controls, over all groups and by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privtool.audit.figures import Figure
from privtool.audit.meanings import MEANINGS
from privtool.reports import figure_cells as cells
from privtool.reports.parts import Cell, Plot, Section, Table, number, text
from privtool.reports.pictures import Dot, dot_plot, shown_figure
from privtool.reports.runs import REFERENCE_NUMBERS, Run

_COLUMNS = (
    *("Figure", "Run", "Value", "95 % interval", "Hits", "Attempts"),
    *("Baseline", "Control", "Risk above control"),
)


def privacy_section(runs: Sequence[Run]) -> Section:
    """Return all figures of audits."""
    found = sorted(_figures(runs), key=lambda pair: list(MEANINGS).index(pair[1].name))
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
    parts.append(Table("Figures over all groups", _COLUMNS, tuple(_row(*each) for each in overall)))
    parts += _by_group([(run, each) for run, each in found if each.group])
    parts += _comparisons(runs)
    parts += _reference_numbers(runs)
    parts.append(_meanings([each for _, each in found]))
    sentences = [
        "A figure counts what an attack finds; for shares, lower is more private. The baseline is "
        "a guesser without the text, the control the same attack on records that were never used.",
        "Without a hit a figure is shown as an upper bound: 95 of 100 corpora with that rate "
        "would have shown a hit.",
    ]
    return Section("privacy", "Privacy figures", sentences, parts)


def _figures(runs: Sequence[Run]) -> Iterator[tuple[Run, Figure]]:
    for run in runs:
        for audit in run.audits:
            for figure in audit.figures:
                yield run, figure


def _dot(run: Run, figure: Figure) -> Dot:
    baseline = None if figure.baseline is None else figure.baseline.value
    if baseline is not None and figure.meaning.kind == "share":
        baseline *= 100
    return Dot(figure.meaning.title, run.name, *shown_figure(figure), baseline)


def _row(run: Run, figure: Figure) -> tuple[Cell, ...]:
    return (text(cells.figure_name(figure.name, "")), *_values(run, figure))


def _values(run: Run, figure: Figure) -> tuple[Cell, ...]:
    return (
        text(run.name),
        cells.value_cell(figure),
        cells.interval_cell(figure),
        cells.hits_cell(figure),
        cells.attempts_cell(figure),
        cells.baseline_cell(figure),
        cells.share_cell(figure, figure.control),
        cells.risk_cell(figure),
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


def _comparisons(runs: Sequence[Run]) -> Iterator[Table]:
    """The differences to other systems, if any were audited side by side."""
    rows = tuple(
        (
            text(MEANINGS[each.name].title),
            text(run.name),
            *cells.comparison_cells(each, MEANINGS[each.name].kind),
        )
        for run in runs
        for audit in run.audits
        for each in audit.comparisons
        if not each.group
    )
    if rows:
        columns = ("Figure", "Run", *cells.COMPARED)
        yield Table("Compared with another system", columns, rows)


def _reference_numbers(runs: Sequence[Run]) -> Iterator[Table]:
    rows = tuple(
        (text(REFERENCE_NUMBERS[name]), text(run.name), number(value))
        for run in runs
        for audit in run.audits
        for name, value in audit.numbers.items()
    )
    if rows:
        yield Table("Other numbers of audits", ("Number", "Run", "Value"), rows, folded=True)


def _meanings(figures: Sequence[Figure]) -> Table:
    names = dict.fromkeys(each.name for each in figures)
    rows = tuple((text(MEANINGS[name].title), text(MEANINGS[name].sentence)) for name in names)
    return Table("What the figures mean", ("Figure", "Meaning"), rows, folded=True)
