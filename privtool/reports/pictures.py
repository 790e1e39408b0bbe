"""Pictures: values with intervals, points of two values, lines by epoch; as images inside a page.

Colors are near those of Okabe and Ito (2008), which color-blind people can distinguish. Series
differ by marker and line style, too. The style sheet inverts pictures on dark pages.
"""

from __future__ import annotations

import html
import io
import logging
import textwrap
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from privtool.audit.figures import Figure
from privtool.reports.parts import Plot
from privtool.reports.runs import Curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_INK, _GRID = "#1b1f24", "#d0d7de"
_SERIES = ("#0072b2", "#d55e00", "#00805c", "#b2558a", "#9a6a00", "#2a7fb0", "#57606a")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 2)))
_LABEL_WIDTH = 34  # characters of a line next to the axis
_MOST_LEGEND = 14  # runs
_WIDTH = 7.4  # inches
_SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "privtool",
    "text.parse_math": False,  # names of runs are text
    "font.size": 9,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "axes.grid": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": _GRID,
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "text.color": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "lines.markersize": 5.5,
}
_NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))


def _style_of(number: int) -> tuple[str, str, Any]:
    """Return color, marker and dashes of a run by its number; after seven, they shift by one."""
    other = (number + number // len(_SERIES)) % len(_SERIES)
    return _SERIES[number % len(_SERIES)], _MARKERS[other], _DASHES[other]


class Dot(NamedTuple):
    """A value of a run in a row of a dot plot; with `bound`, only its upper end is known."""

    row: str
    run: str
    value: float
    low: float
    high: float
    bound: bool = False
    baseline: float | None = None


class Point(NamedTuple):
    """A run as a point with intervals; with `bound`, only the upper end of y is known."""

    run: str
    x: float
    y: float
    x_ends: tuple[float, float] | None
    y_ends: tuple[float, float]
    bound: bool


def shown_figure(figure: Figure) -> tuple[float, float, float, bool]:
    """Return value and ends of a figure, shares in percent, and whether it is an upper bound."""
    scale = 100 if figure.meaning.kind == "share" else 1
    low, high = (scale * end for end in figure.interval[:2])
    bound = figure.interval.method == "none found"
    return high if bound else scale * (figure.value or 0.0), low, high, bound


def dot_plot(
    title: str, description: str, label: str, dots: Sequence[Dot], names: Sequence[str]
) -> Plot:
    """Return a plot with a row for each kind of value and a mark for each run."""
    rows = list(dict.fromkeys(dot.row for dot in dots))
    runs = [name for name in names if any(dot.run == name for dot in dots)]

    def draw(axes: Axes) -> None:
        step = 0.7 / len(runs)
        for dot in dots:
            place = rows.index(dot.row) + step * (runs.index(dot.run) - (len(runs) - 1) / 2)
            color, marker, _ = _style_of(names.index(dot.run))
            axes.plot([dot.low, dot.high], [place, place], color=color, linewidth=1.6)
            axes.plot(dot.value, place, color=color, marker="<" if dot.bound else marker)
            if dot.baseline is not None:
                axes.plot(dot.baseline, place, color=_INK, marker="|", markersize=9)
        axes.set(xlabel=label, ylim=(len(rows) - 0.4, -0.6))
        axes.set_yticks(range(len(rows)), [textwrap.fill(row, _LABEL_WIDTH) for row in rows])
        if min(dot.low for dot in dots) >= 0:
            axes.set_xlim(left=0)
        axes.grid(visible=True, axis="x")
        with_baseline = any(dot.baseline is not None for dot in dots)
        _legend(axes, runs, names, with_baseline=with_baseline)

    height = 1.1 + len(rows) * max(0.42, 0.2 * len(runs)) + 0.2 * _legend_rows(runs)
    return Plot(title, description, draw, height)


def point_plot(
    title: str,
    description: str,
    labels: tuple[str, str],
    points: Sequence[Point],
    names: Sequence[str],
) -> Plot:
    """Return a plot with a point for each run."""
    runs = [point.run for point in points]

    def draw(axes: Axes) -> None:
        for point in points:
            color, marker, _ = _style_of(names.index(point.run))
            if point.x_ends is not None:
                axes.plot(point.x_ends, [point.y, point.y], color=color, linewidth=1)
            axes.plot([point.x, point.x], point.y_ends, color=color, linewidth=1)
            axes.plot(point.x, point.y, color=color, marker="v" if point.bound else marker)
        axes.set(xlabel=labels[0], ylabel=textwrap.fill(labels[1], _LABEL_WIDTH))
        axes.set_ylim(bottom=min(0.0, *(point.y_ends[0] for point in points)))
        axes.margins(x=0.15)
        axes.grid(visible=True)
        _legend(axes, runs, names)

    return Plot(title, description, draw, 3.8 + 0.2 * _legend_rows(runs))


def line_plot(
    title: str,
    description: str,
    label: str,
    lines: Sequence[tuple[str, Curve]],
    names: Sequence[str],
) -> Plot:
    """Return a plot of a quantity by epoch with a line for each run."""
    runs = list(dict.fromkeys(run for run, _ in lines))

    def draw(axes: Axes) -> None:
        for run, curve in lines:
            color, marker, dashes = _style_of(names.index(run))
            x, y = zip(*curve.points, strict=True)
            axes.plot(x, y, color=color, marker=marker, linestyle=dashes)
        axes.set(xlabel="epoch", ylabel=textwrap.fill(label, _LABEL_WIDTH))
        axes.grid(visible=True)
        _legend(axes, runs, names, dashed=True)

    return Plot(title, description, draw, 3.0 + 0.2 * _legend_rows(runs))


def _legend_rows(runs: Sequence[str]) -> int:
    return -(-min(len(runs), _MOST_LEGEND) // 3)


def _legend(
    axes: Axes,
    runs: Sequence[str],
    names: Sequence[str],
    *,
    dashed: bool = False,
    with_baseline: bool = False,
) -> None:
    """Name the marks of runs above the picture; of more runs than fit, only the first."""
    from matplotlib.lines import Line2D

    handles = []
    for run in runs[:_MOST_LEGEND]:
        color, marker, dashes = _style_of(names.index(run))
        line: Any = dashes if dashed else "-"  # intervals are solid
        handles.append(Line2D([], [], color=color, marker=marker, linestyle=line, label=run))
    if with_baseline:
        handles.append(
            Line2D([], [], color=_INK, marker="|", markersize=9, linestyle="none", label="baseline")
        )
    axes.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 1.01), ncols=3, frameon=False)


def image_of(plot: Plot) -> str:
    """Return a picture as an `img` element. The same picture always gives the same bytes."""
    silence_matplotlib()
    import matplotlib

    content = io.StringIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # not those of the user: the same inputs give the same bytes
        matplotlib.rcParams.update(_SETTINGS)
        figure = new_figure(_WIDTH, plot.height)
        plot.draw(figure.add_subplot())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of characters that the font lacks
            figure.savefig(content, format="svg", metadata=_NO_METADATA, transparent=True)
    source = quote(content.getvalue(), safe="/ ")
    return f'<img alt="{html.escape(plot.title)}" src="data:image/svg+xml,{source}">'


def new_figure(width: float, height: float) -> Canvas:
    """Return an empty figure of this size in inches, and call `silence_matplotlib`."""
    silence_matplotlib()
    import matplotlib.figure

    return matplotlib.figure.Figure(figsize=(width, height), layout="constrained")


def silence_matplotlib() -> None:
    """Suppress the warnings of matplotlib, such as that of a read-only home; call before import."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
