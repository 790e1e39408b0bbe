"""Privacy against utility: one point per run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privtool.audit.figures import Figure
from privtool.audit.meanings import MEANINGS
from privtool.reports import figure_cells as cells
from privtool.reports.parts import Plot, Section, Table, number, share, text
from privtool.reports.pictures import Point, point_plot, shown_figure
from privtool.reports.runs import MEASURES, Measure, Run, plotted_measures

_TITLE = "Privacy against utility"


class _Pair(NamedTuple):
    run: Run
    measure: Measure
    figure: Figure


def tradeoff_section(runs: Sequence[Run]) -> Section:
    """Return a picture for each measure of utility that runs with a figure have.

    The figure is the first of those that most runs have.
    """
    name = _most_measured(runs)
    measures = [] if name is None else plotted_measures(runs)
    pairs = [pairs for each in measures if (pairs := _pairs(runs, str(name), each))]
    if not pairs:
        sentence = (
            "No run has both a figure of an audit and a measure of utility. Runs are the files "
            "that the report reads; files with the same --name are one run."
        )
        return Section("tradeoff", _TITLE, [sentence])
    parts: list[Table | Plot] = []
    for found in pairs:
        parts += [_plot(found, [run.name for run in runs]), _table(found)]
    sentence = "Each run is a point: lower is more private, and the axis says what is more useful."
    return Section("tradeoff", _TITLE, [sentence], parts)


def _most_measured(runs: Sequence[Run]) -> str | None:
    """The share that most runs have beside a measure of utility."""
    useful = [run for run in runs if run.measures]
    counted = {
        name: sum(run.figure(name) is not None for run in useful)
        for name, meaning in MEANINGS.items()
        if meaning.kind == "share"
    }
    best = max(counted.values(), default=0)
    return next((name for name, number in counted.items() if number == best and best), None)


def _pairs(runs: Sequence[Run], figure: str, measure: str) -> list[_Pair]:
    """The runs with both, on the set that most of them share."""
    places = [each.where for run in runs for each in run.measures if each.name == measure]
    if not places:
        return []
    place = max(dict.fromkeys(places), key=places.count)
    found = [(run, run.measure(measure, place), run.figure(figure)) for run in runs]
    return [_Pair(run, one, other) for run, one, other in found if one and other]


def _plot(pairs: Sequence[_Pair], names: Sequence[str]) -> Plot:
    measure, figure = pairs[0].measure, pairs[0].figure
    meaning, title, kind = MEASURES[measure.name], figure.meaning.title, figure.meaning.kind
    points = [_point(*pair) for pair in pairs]
    unit = " (%)" if meaning.kind == "share" else ""
    x_label = f"{meaning.title}, {measure.where}{unit}: {meaning.better} is better"
    y_label = f"{title} ({'%' if kind == 'share' else kind})"
    description = (
        f"One point per run: {meaning.title.lower()} to the right, {title.lower()} upward. "
        "Lower points are more private. Lines are 95 % intervals; an arrow is an upper bound."
    )
    heading = f"{title} against {meaning.title.lower()}"
    return point_plot(heading, description, (x_label, y_label), points, names)


def _point(run: Run, measure: Measure, figure: Figure) -> Point:
    scale = 100 if MEASURES[measure.name].kind == "share" else 1
    x_ends = None
    if measure.low is not None and measure.high is not None:
        x_ends = (scale * measure.low, scale * measure.high)
    y, low, high, bound = shown_figure(figure)
    return Point(run.name, scale * measure.value, y, x_ends, (low, high), bound)


def _table(pairs: Sequence[_Pair]) -> Table:
    measure, figure = pairs[0].measure, pairs[0].figure
    meaning = MEASURES[measure.name]
    cell = share if meaning.kind == "share" else number
    rows = tuple(
        (
            text(pair.run.name),
            cell(pair.measure.value),
            cells.value_cell(pair.figure),
            cells.interval_cell(pair.figure),
        )
        for pair in pairs
    )
    title = figure.meaning.title
    columns = ("Run", f"{meaning.title}, {measure.where}", title, "95 % interval")
    return Table(f"{title} against {meaning.title.lower()}", columns, rows)
