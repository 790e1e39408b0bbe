"""Utility: what models make of the safe text, by epoch, and with what privacy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from privtool.audit.figures import MEANINGS, Figure
from privtool.reports.parts import (
    Cell,
    Plot,
    Section,
    Table,
    compared_tables,
    ends_cell,
    interval_cell,
    number,
    share,
    text,
    value_cell,
)
from privtool.reports.pictures import Dot, Point, dot_plot, line_plot, point_plot, shown_figure
from privtool.reports.runs import MEASURES, VOCABULARY, Measure, Run, plotted_measures

_RECOVERED = ("perplexity", "perplexity_known", "perplexity_token", "wer")
_TITLE = "Privacy against utility"


class ReferenceRuns(NamedTuple):
    """The runs that a recovered share refers to: one of raw text, one of masked text."""

    oracle: Run
    baseline: Run


def utility_section(runs: Sequence[Run], references: ReferenceRuns | None) -> Section:
    if not any(run.measures for run in runs):
        sentence = "No trained model and no recognizer was measured: utility is unknown."
        return Section("utility", "Utility", [sentence])
    parts: list[Table | Plot] = []
    for name in plotted_measures(runs):
        meaning, names = MEASURES[name], [run.name for run in runs]
        dots = [_dot(run, each, name) for run in runs for each in run.measures if each.name == name]
        description = f"{meaning.better.capitalize()} is better. Lines are 95 % intervals."
        label = "percent" if meaning.kind == "share" else meaning.title.lower()
        parts.append(dot_plot(meaning.title, description, label, dots, names))
    columns = ("Measure", "Set", "Run", "Value", "95 % interval", "Better", "Recovered share")
    rows = tuple(
        _row(run, each, references)
        for name in MEASURES
        for run in runs
        for each in run.measures
        if each.name == name
    )
    parts.append(Table("Measures of utility", columns, rows, folded=len(rows) > 40))
    compared = (
        ((MEASURES[each.name].title, each.group, run.name), each, MEASURES[each.name].kind)
        for run in runs
        for each in run.compared
    )
    parts += compared_tables("Compared with other hypotheses", ("Measure", "Set", "Run"), compared)
    sentences = list(_sentences(runs, references))
    return Section("utility", "Utility", sentences, parts)


def recovered(measure: Measure, references: ReferenceRuns) -> float | None:
    """Return the share of the masking loss that a measure recovers (Vats 2023, Table 5).

    None unless all three have a perplexity or word error rate that masking made worse.
    """
    worst = references.baseline.measure(measure.name, measure.where)
    best = references.oracle.measure(measure.name, measure.where)
    if measure.name not in _RECOVERED or worst is None or best is None:
        return None
    loss = worst.value - best.value
    return (worst.value - measure.value) / loss if loss > 0 else None


def _sentences(runs: Sequence[Run], references: ReferenceRuns | None) -> Iterator[str]:
    yield "Compare perplexities only between models with the same vocabulary and test set."
    sizes = {step.counts.get(VOCABULARY) for run in runs for step in run.steps} - {None}
    if len(sizes) > 1:
        yield "The vocabularies of the models have different sizes: their perplexities differ, too."
    if references is not None:
        yield (
            "The recovered share is (baseline - run) / (baseline - oracle): 0 % is training on "
            "masked text, 100 % on raw text."
        )


def _row(run: Run, measure: Measure, references: ReferenceRuns | None) -> tuple[Cell, ...]:
    meaning = MEASURES[measure.name]
    cell = share if meaning.kind == "share" else number
    part = None if references is None else recovered(measure, references)
    return (
        text(meaning.title),
        text(measure.where),
        text(run.name),
        cell(measure.value),
        ends_cell(measure.low, measure.high, meaning.kind),
        text(meaning.better),
        share(part),
    )


def _dot(run: Run, measure: Measure, name: str) -> Dot:
    scale = 100 if MEASURES[name].kind == "share" else 1
    low = measure.value if measure.low is None else measure.low
    high = measure.value if measure.high is None else measure.high
    return Dot(measure.where, run.name, scale * measure.value, scale * low, scale * high)


def curve_section(runs: Sequence[Run]) -> Section:
    """Return a picture for each quantity that was measured by epoch."""
    if not any(run.curves for run in runs):
        sentence = "No input holds losses or weights by epoch."
        return Section("curves", "Curves", [sentence])
    parts: list[Table | Plot] = []
    quantities = list(dict.fromkeys(each.quantity for run in runs for each in run.curves))
    names = [run.name for run in runs]
    for quantity in quantities:
        curves = ((run.name, each) for run in runs for each in run.curves)
        lines = [(run, each) for run, each in curves if each.quantity == quantity]
        description = f"The {quantity} of each run by epoch."
        parts.append(line_plot(quantity.capitalize(), description, quantity, lines, names))
        rows = tuple(
            (text(run), number(x), number(y)) for run, each in lines for x, y in each.points
        )
        parts.append(Table(quantity.capitalize(), ("Run", "Epoch", "Value"), rows, folded=True))
    sentences = []
    if any("weight of corpus" in quantity for quantity in quantities):
        sentences = ["A corpus has one number in all runs."]
    return Section("curves", "Curves", sentences, parts)


_Pair = tuple[Run, Measure, Figure]


def tradeoff_section(runs: Sequence[Run]) -> Section:
    """Return a picture of the share that most runs have for each measure of utility."""
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
        parts += _plot_and_table(found, [run.name for run in runs])
    sentence = "Each run is a point: lower is more private, and the axis says what is more useful."
    return Section("tradeoff", _TITLE, [sentence], parts)


def _most_measured(runs: Sequence[Run]) -> str | None:
    """The share that most runs have next to a measure of utility."""
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
    return [(run, one, other) for run, one, other in found if one and other]


def _plot_and_table(pairs: Sequence[_Pair], names: Sequence[str]) -> tuple[Plot, Table]:
    _, measure, figure = pairs[0]
    meaning, title, kind = MEASURES[measure.name], figure.meaning.title, figure.meaning.kind
    cell, unit = (share, " (%)") if meaning.kind == "share" else (number, "")
    what = f"{meaning.title}, {measure.where}"
    labels = (
        f"{what}{unit}: {meaning.better} is better",
        f"{title} ({'%' if kind == 'share' else kind})",
    )
    description = (
        f"One point per run: {meaning.title.lower()} to the right, {title.lower()} upward. "
        "Lower points are more private. Lines are 95 % intervals; an arrow is an upper bound."
    )
    heading = f"{title} against {meaning.title.lower()}"
    points = [_point(*pair) for pair in pairs]
    plot = point_plot(heading, description, labels, points, names)
    rows = tuple(
        (text(run.name), cell(own.value), value_cell(each), interval_cell(each))
        for run, own, each in pairs
    )
    return plot, Table(heading, ("Run", what, title, "95 % interval"), rows)


def _point(run: Run, measure: Measure, figure: Figure) -> Point:
    scale = 100 if MEASURES[measure.name].kind == "share" else 1
    x_ends = None
    if measure.low is not None and measure.high is not None:
        x_ends = (scale * measure.low, scale * measure.high)
    y, low, high, bound = shown_figure(figure)
    return Point(run.name, scale * measure.value, y, x_ends, (low, high), bound)
