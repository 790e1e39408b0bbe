"""Curves: losses and weights by epoch."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.reports.dots import Line, line_plot
from privtool.reports.parts import Plot, Section, Table, number, text
from privtool.reports.runs import Run

_WEIGHT = "weight of corpus"


def curve_section(runs: Sequence[Run]) -> Section:
    """Return a picture for each quantity that was measured by epoch."""
    if not any(run.curves for run in runs):
        sentence = "No input holds losses or weights by epoch."
        return Section("curves", "Curves", [sentence])
    parts: list[Table | Plot] = []
    quantities = list(dict.fromkeys(each.quantity for run in runs for each in run.curves))
    names = [run.name for run in runs]
    for quantity in quantities:
        lines = [
            Line(run.name, each.points)
            for run in runs
            for each in run.curves
            if each.quantity == quantity
        ]
        description = f"The {quantity} of each run by epoch."
        parts.append(line_plot(quantity.capitalize(), description, quantity, lines, names))
        rows = tuple(
            (text(line.run), number(x), number(y)) for line in lines for x, y in line.points
        )
        parts.append(Table(quantity.capitalize(), ("Run", "Epoch", "Value"), rows, folded=True))
    sentences = ["Corpora are numbered in the order in which they were mixed."]
    return Section(
        "curves", "Curves", sentences if any(_WEIGHT in q for q in quantities) else [], parts
    )
