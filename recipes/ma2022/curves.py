"""The figure of runs of `privtool mix-train` with the same target (Ma 2022, figure 1).

The top shows the validation loss by epoch, the panels below it the weight of each corpus. Runs of
one method (with several seeds) share a color; the thick line is their mean.
"""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from privtool.core.own_files import CARD, read_card
from privtool.reports.pictures import new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CURVE = "curve.jsonl"
_COLUMNS = 3
_KEYS = ("epoch", "weights", "valid_loss")
HistoryLine = Mapping[str, Any]
Value = Callable[[HistoryLine], float | None]  # to plot by epoch


class MixtureRun(NamedTuple):
    """The method and history of a run."""

    method: str
    lines: Sequence[HistoryLine]


def load_runs(folder: Path) -> list[MixtureRun]:
    """Load the runs whose model folders are in a folder; skip everything else."""
    runs: list[MixtureRun] = []
    for card in sorted(folder.glob(f"*/{CARD}")):
        try:
            method = read_card(card.parent)["options"]["method"]
            text = (card.parent / CURVE).read_text(encoding="utf-8")
            lines = [json.loads(line) for line in text.splitlines()]
            if all(set(_KEYS) <= set(line) for line in lines):
                runs.append(MixtureRun(str(method), lines))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return runs


def plot_runs(runs: Sequence[MixtureRun], file_format: str = "png") -> bytes:
    """Return a picture of the runs."""
    methods = list(dict.fromkeys(run.method for run in runs))
    names = list(
        dict.fromkeys(name for run in runs for line in run.lines for name in line["weights"])
    )
    rows = -(-len(names) // _COLUMNS)
    figure = new_figure(11, 4 + 2.2 * rows)
    grid = figure.add_gridspec(rows + 1, _COLUMNS, height_ratios=[2, *[1] * rows])
    loss = figure.add_subplot(grid[0, :])
    loss.set(xlabel="epoch", ylabel="validation loss per token")
    _draw(loss, runs, methods, lambda line: line["valid_loss"])
    loss.legend()
    for number, name in enumerate(names):
        axes = figure.add_subplot(grid[1 + number // _COLUMNS, number % _COLUMNS])
        axes.set_title(_printable(name), parse_math=False)
        axes.set(xlabel="epoch", ylabel="weight", ylim=(-0.03, 1.03))
        _draw(axes, runs, methods, partial(_weight, name))
    content = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of characters that the font lacks
        figure.savefig(content, format=file_format, dpi=110)
    return content.getvalue()


def _weight(name: str, line: HistoryLine) -> float:
    weight: float = line["weights"].get(name, 0.0)
    return weight


def _printable(name: str) -> str:
    """Replace characters that cannot be drawn by question marks."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)


def _draw(axes: Axes, runs: Sequence[MixtureRun], methods: Sequence[str], value: Value) -> None:
    for number, method in enumerate(methods):
        color = f"C{number % 10}"
        curves = [_points(run.lines, value) for run in runs if run.method == method]
        if len(curves) > 1:
            for curve in curves:
                axes.plot(*_columns(curve.items()), color=color, alpha=0.3, linewidth=1)
        mean = _mean(curves)
        axes.plot(*_columns(mean.items()), color=color, linewidth=2, marker=".", label=method)


def _points(lines: Iterable[HistoryLine], value: Value) -> dict[float, float]:
    points = {float(line["epoch"]): value(line) for line in lines}
    return {epoch: float(y) for epoch, y in points.items() if y is not None}


def _mean(curves: Sequence[Mapping[float, float]]) -> dict[float, float]:
    shared = [epoch for epoch in curves[0] if all(epoch in curve for curve in curves)]
    return {epoch: sum(c[epoch] for c in curves) / len(curves) for epoch in shared}


def _columns(points: Iterable[tuple[float, float]]) -> tuple[list[float], list[float]]:
    pairs = sorted(points)
    return [x for x, _ in pairs], [y for _, y in pairs]
