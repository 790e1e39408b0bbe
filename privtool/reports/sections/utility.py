"""Utility: what models make of the safe text, and the share of a masking loss that is recovered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from privtool.reports.figure_cells import COMPARED, comparison_cells, ends_cell
from privtool.reports.parts import Cell, Plot, Section, Table, number, share, text
from privtool.reports.pictures import Dot, Line, dot_plot, line_plot
from privtool.reports.runs import MEASURES, Measure, Run, plotted_measures
from privtool.reports.training_rows import VOCABULARY

_RECOVERED = ("perplexity", "perplexity_known", "perplexity_token", "wer")


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
        dots = [_dot(run, each, name) for run in runs for each in run.measures if each.name == name]
        parts.append(_plot(name, dots, runs))
    columns = ("Measure", "Set", "Run", "Value", "95 % interval", "Better", "Recovered share")
    rows = tuple(
        _row(run, each, references)
        for name in MEASURES
        for run in runs
        for each in run.measures
        if each.name == name
    )
    parts.append(Table("Measures of utility", columns, rows, folded=len(rows) > 40))
    parts += _comparisons(runs)
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


def _comparisons(runs: Sequence[Run]) -> Iterator[Table]:
    """The differences to other hypotheses, if `asr-eval` compared any."""
    rows = tuple(
        (
            text(MEASURES[each.name].title),
            text(each.group),
            text(run.name),
            *comparison_cells(each, MEASURES[each.name].kind),
        )
        for run in runs
        for each in run.compared
    )
    if rows:
        columns = ("Measure", "Set", "Run", *COMPARED)
        yield Table("Compared with other hypotheses", columns, rows)


def _dot(run: Run, measure: Measure, name: str) -> Dot:
    scale = 100 if MEASURES[name].kind == "share" else 1
    low = measure.value if measure.low is None else measure.low
    high = measure.value if measure.high is None else measure.high
    return Dot(measure.where, run.name, scale * measure.value, scale * low, scale * high)


def _plot(name: str, dots: Sequence[Dot], runs: Sequence[Run]) -> Plot:
    meaning = MEASURES[name]
    description = f"{meaning.better.capitalize()} is better. Lines are 95 % intervals."
    label = "percent" if meaning.kind == "share" else meaning.title.lower()
    return dot_plot(meaning.title, description, label, dots, [run.name for run in runs])


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
