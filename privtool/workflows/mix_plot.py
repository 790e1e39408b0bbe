"""The picture of runs of `privtool mix-train` on one target (Ma 2022, figure 1).

Above the validation loss by epoch, below it how much of each corpus was drawn. Runs of one method
(seeds) share a color; the thick line is their mean.
"""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from privtool.core.run_card import CARD, read_card

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CURVE = "curve.jsonl"
FORMATS = ("png", "svg", "pdf")
_COLUMNS = 3
_NEEDED = ("epoch", "weights", "valid_loss")
Line = Mapping[str, Any]


class Run(NamedTuple):
    """A run: its method, and the lines of its curve."""

    method: str
    lines: Sequence[Line]


def runs_in(folder: Path) -> list[Run]:
    """The runs whose model folders are in a folder; what is no such run is passed over."""
    found: list[Run] = []
    for card in sorted(folder.glob(f"*/{CARD}")):
        try:
            method = read_card(card.parent)["options"]["method"]
            text = (card.parent / CURVE).read_text(encoding="utf-8")
            lines = [json.loads(line) for line in text.splitlines()]
            if all(set(_NEEDED) <= set(line) for line in lines):
                found.append(Run(str(method), lines))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def picture(runs: Sequence[Run], format: str) -> bytes:
    """The picture of some runs as the content of a file of one of FORMATS."""
    from matplotlib.figure import Figure

    methods = list(dict.fromkeys(run.method for run in runs))
    names = list(
        dict.fromkeys(name for run in runs for line in run.lines for name in line["weights"])
    )
    rows = -(-len(names) // _COLUMNS)
    figure = Figure(figsize=(11, 4 + 2.2 * rows), layout="constrained")
    grid = figure.add_gridspec(rows + 1, _COLUMNS, height_ratios=[2, *[1] * rows])
    loss = figure.add_subplot(grid[0, :])
    loss.set(xlabel="epoch", ylabel="validation loss of a token")
    _draw(loss, runs, methods, lambda line: line["valid_loss"])
    loss.legend()
    for place, name in enumerate(names):
        axes = figure.add_subplot(grid[1 + place // _COLUMNS, place % _COLUMNS])
        axes.set_title(_shown(name), parse_math=False)  # a name is no formula
        axes.set(xlabel="epoch", ylabel="weight", ylim=(-0.03, 1.03))
        _draw(axes, runs, methods, lambda line, name=name: line["weights"].get(name, 0.0))
    content = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about letters that the font lacks
        figure.savefig(content, format=format, dpi=110)
    return content.getvalue()


def _shown(name: str) -> str:
    """A name with a question mark for what cannot be drawn."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)


def _draw(axes: Axes, runs: Sequence[Run], methods: Sequence[str], value: Any) -> None:
    for number, method in enumerate(methods):
        color = f"C{number % 10}"
        curves = [_points(run.lines, value) for run in runs if run.method == method]
        if len(curves) > 1:
            for curve in curves:
                axes.plot(*_columns(curve.items()), color=color, alpha=0.3, linewidth=1)
        mean = _mean(curves)
        axes.plot(*_columns(mean.items()), color=color, linewidth=2, marker=".", label=method)


def _points(lines: Iterable[Line], value: Any) -> dict[float, float]:
    found = {float(line["epoch"]): value(line) for line in lines}
    return {epoch: float(y) for epoch, y in found.items() if y is not None}


def _mean(curves: Sequence[Mapping[float, float]]) -> dict[float, float]:
    """The mean at each epoch that all curves have."""
    shared = [epoch for epoch in curves[0] if all(epoch in curve for curve in curves)]
    return {epoch: sum(c[epoch] for c in curves) / len(curves) for epoch in shared}


def _columns(points: Iterable[tuple[float, float]]) -> tuple[list[float], list[float]]:
    pairs = sorted(points)
    return [x for x, _ in pairs], [y for _, y in pairs]
