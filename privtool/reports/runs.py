"""What a report knows of a run, after everything else was dropped."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from privtool.audit.figures import Comparison, Figure
from privtool.audit.gate import Outcome, Verdict
from privtool.core.options import Option
from privtool.core.own_files import read_table


class KnownNames(NamedTuple):
    """The names that may enter: `options` gives those of a command, None for an unknown one.

    `tests` and `corpora` are the numbers of those with a name, in all runs.
    """

    options: Callable[[str], Mapping[str, Option] | None]
    models: Collection[str]
    tests: dict[str, int]
    corpora: dict[str, int]


class Audit(NamedTuple):
    """The result of an audit: what is known of it, and how many notes it has."""

    command: str
    figures: tuple[Figure, ...]
    verdicts: tuple[Verdict, ...]
    records: int | None
    units: int | None
    largest_unit: int | None
    comparisons: tuple[Comparison, ...] = ()
    numbers: Mapping[str, float] = {}
    notes: int = 0
    overall: Outcome | None = None  # of all limits, also of groups whose names are not known


class Step(NamedTuple):
    """A command that ran: what it counted and what the result depends on.

    `models` are pairs of a public name and a digest of weights.
    """

    command: str
    version: str | None = None
    seconds: float | None = None
    counts: Mapping[str, float] = {}
    options: Mapping[str, Any] = {}
    models: tuple[tuple[str, str], ...] = ()


class MeasureMeaning(NamedTuple):
    """A measure of utility: its title, which direction is better, and what it is a number of."""

    title: str
    better: Literal["lower", "higher"]
    kind: Literal["share", "number"]


MEASURES: Mapping[str, MeasureMeaning] = read_table("measures", dict[str, MeasureMeaning])
REFERENCE_NUMBERS: Mapping[str, str] = read_table("reference_numbers", dict[str, str])
"""Titles of numbers that figures are compared with, by their place in a result."""
MARKS, BY_TAGGER = "gold.entities", "gold.by_tagger"
VOCABULARY = "entries of the vocabulary"  # a count
PLOTTED = ("perplexity", "perplexity_token", "wer", "f1", "accuracy")
"""Measures that have pictures; perplexity per token where no model is over words."""


class Measure(NamedTuple):
    """A measure of utility on a set, with its interval if there is one."""

    name: str
    where: str
    value: float
    low: float | None = None
    high: float | None = None


class Curve(NamedTuple):
    """A quantity by epoch."""

    quantity: str
    points: tuple[tuple[float, float], ...]


@dataclass
class Run:
    """A run: the results of one file, or of several with one name."""

    name: str
    audits: list[Audit] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    measures: list[Measure] = field(default_factory=list)
    compared: list[Comparison] = field(default_factory=list)  # of measures; a group is a set
    curves: list[Curve] = field(default_factory=list)
    dropped: int = 0

    def figure(self, name: str) -> Figure | None:
        """Return a figure over all groups, if it was measured and has a value."""
        return next((each for each in self._valued(name) if not each.group), None)

    def measured(self, name: str) -> bool:
        """Return whether a figure has a value, over all groups or in one of them."""
        return any(self._valued(name))

    def _valued(self, name: str) -> Iterator[Figure]:
        figures = (each for audit in self.audits for each in audit.figures)
        return (each for each in figures if each.name == name and each.value is not None)

    def measure(self, name: str, where: str) -> Measure | None:
        """Return a measure on a set, if there is one."""
        return next((each for each in self.measures if each[:2] == (name, where)), None)


def plotted_measures(runs: Sequence[Run]) -> list[str]:
    """Return the names of the measures that some run has and that have pictures."""
    names = {each.name for run in runs for each in run.measures}
    if "perplexity" in names:
        names.discard("perplexity_token")
    return [name for name in PLOTTED if name in names]
