"""What the results depend on: commands, versions, seeds, options, models and times."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.reports.parts import EMPTY, Cell, Section, Table, text
from privtool.reports.runs import Run, Step

_COLUMNS = ("Run", "Command", "Version", "Seconds", "Seed", "Models", "Options")


def provenance_section(runs: Sequence[Run]) -> Section:
    rows = tuple(_row(run, step) for run in runs for step in run.steps)
    sentences = [
        "Options that are text, such as names of files, are left out. Models are known by a public "
        "name and the digest of their weights."
    ]
    if not rows:
        return Section("provenance", "Versions, seeds, commands, times", sentences)
    table = Table("Commands", _COLUMNS, rows)
    return Section("provenance", "Versions, seeds, commands, times", sentences, [table])


def _row(run: Run, step: Step) -> tuple[Cell, ...]:
    options = {name: value for name, value in step.options.items() if name != "seed"}
    shown = ", ".join(f"{name} {_value(value)}" for name, value in sorted(options.items()))
    seed = step.options.get("seed")
    models = ", ".join(" ".join(filter(None, each)) for each in step.models)
    return (
        text(run.name),
        text(step.command),
        EMPTY if step.version is None else text(step.version),
        EMPTY if step.seconds is None else Cell(step.seconds, f"{step.seconds:,.1f}"),
        EMPTY if seed is None else Cell(seed, str(seed)),
        text(models),
        text(shown),
    )


def _value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
