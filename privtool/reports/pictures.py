"""Pictures: values with intervals, points of two values, lines by epoch; as SVG inside a page.

In SVG, text stays text, ids are its own, and colors are placeholders that the style sheet replaces,
light and dark: those of Okabe and Ito (2008), which color-blind people can distinguish. Series
differ by marker and line style, too.
"""

from __future__ import annotations

import html
import io
import re
import textwrap
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from privtool.audit.figures import Figure
from privtool.core.plotting import new_figure, silence_matplotlib
from privtool.reports.parts import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox

INK, GRID = "#0a0a0a", "#0b0b0b"
_SERIES = tuple(f"#a1000{number}" for number in range(7))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 2)))
CSS_COLORS = {
    INK: "currentColor",
    GRID: "var(--grid)",
    **{color: f"var(--s{number})" for number, color in enumerate(_SERIES)},
}
_LABEL_WIDTH = 34  # characters of a line beside the axis
_MOST_LEGEND = 14  # runs
# Where the name of a point may be, in points of type from it: the first that is free.
_BESIDE = ((6, 8), (6, -8), (-6, 8), (-6, -8), (6, 20), (6, -20), (-6, 20), (-6, -20))
_WIDTH = 7.4  # inches
_SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # names of runs are text
    "font.size": 9,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.grid": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "lines.markersize": 5.5,
}
_NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))
_OUTSIDE = re.compile(r"^.*?(?=<svg )|<metadata>.*?</metadata>|<style .*?</style>", re.DOTALL)
_COLOR = re.compile("|".join(CSS_COLORS))
_ID = re.compile(r'(\bid="|url\(#|href="#)')


class SeriesStyle(NamedTuple):
    """How the marks of a run look."""

    color: str
    marker: str
    dashes: object


def style_of(number: int) -> SeriesStyle:
    """Return the style of a run by its number; after seven colors, markers shift by one."""
    shift = number // len(_SERIES)
    return SeriesStyle(
        _SERIES[number % len(_SERIES)],
        _MARKERS[(number + shift) % len(_MARKERS)],
        _DASHES[(number + shift) % len(_DASHES)],
    )


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
    """Return the value and interval of a figure in a picture, and whether it is an upper bound.

    Shares are in percent.
    """
    scale = 100 if figure.meaning.kind == "share" else 1
    low, high = (scale * end for end in figure.interval[:2])
    bound = figure.interval.method == "none found"
    return high if bound else scale * (figure.value or 0.0), low, high, bound


class Line(NamedTuple):
    """A quantity of a run by epoch."""

    run: str
    points: Sequence[tuple[float, float]]


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
            color, marker, _ = style_of(names.index(dot.run))
            axes.plot([dot.low, dot.high], [place, place], color=color, linewidth=1.6)
            axes.plot(dot.value, place, color=color, marker="<" if dot.bound else marker)
            if dot.baseline is not None:
                axes.plot(dot.baseline, place, color=INK, marker="|", markersize=9)
        axes.set(xlabel=label, ylim=(len(rows) - 0.4, -0.6))
        axes.set_yticks(range(len(rows)), [textwrap.fill(row, _LABEL_WIDTH) for row in rows])
        if min(dot.low for dot in dots) >= 0:
            axes.set_xlim(left=0)
        axes.grid(visible=True, axis="x")
        _legend(axes, runs, names, dots)

    height = 1.1 + len(rows) * max(0.42, 0.2 * len(runs)) + 0.2 * _legend_rows(runs)
    return Plot(title, description, draw, height)


def point_plot(
    title: str,
    description: str,
    labels: tuple[str, str],
    points: Sequence[Point],
    names: Sequence[str],
) -> Plot:
    """Return a plot with a point for each run, and its name beside it."""

    def draw(axes: Axes) -> None:
        for point in points:
            color, marker, _ = style_of(names.index(point.run))
            if point.x_ends is not None:
                axes.plot(point.x_ends, [point.y, point.y], color=color, linewidth=1)
            axes.plot([point.x, point.x], point.y_ends, color=color, linewidth=1)
            axes.plot(point.x, point.y, color=color, marker="v" if point.bound else marker)
        axes.set(xlabel=labels[0], ylabel=textwrap.fill(labels[1], _LABEL_WIDTH))
        axes.set_ylim(bottom=min(0.0, *(point.y_ends[0] for point in points)))
        axes.margins(x=0.15)
        axes.grid(visible=True)
        _name_points(axes, points)

    return Plot(title, description, draw, 4.0)


def _name_points(axes: Axes, points: Sequence[Point]) -> None:
    """Write the name of each run beside its point, at the first place without another name."""
    taken: list[Bbox] = []
    for point in points:
        for offset in _BESIDE:
            name = axes.annotate(
                point.run, (point.x, point.y), offset, textcoords="offset points", color=INK,
                ha="left" if offset[0] > 0 else "right", va="center",
            )  # fmt: skip
            with warnings.catch_warnings():  # of letters that the font lacks; the page has others
                warnings.simplefilter("ignore", UserWarning)
                box = name.get_window_extent()
            if offset == _BESIDE[-1] or not any(box.overlaps(other) for other in taken):
                break
            name.remove()
        taken.append(box)


def line_plot(
    title: str, description: str, label: str, lines: Sequence[Line], names: Sequence[str]
) -> Plot:
    runs = list(dict.fromkeys(line.run for line in lines))

    def draw(axes: Axes) -> None:
        for line in lines:
            color, marker, dashes = style_of(names.index(line.run))
            x, y = zip(*line.points, strict=True)
            axes.plot(x, y, color=color, marker=marker, linestyle=dashes)
        axes.set(xlabel="epoch", ylabel=textwrap.fill(label, _LABEL_WIDTH))
        axes.grid(visible=True)
        _legend(axes, runs, names, ())

    return Plot(title, description, draw, 3.0 + 0.2 * _legend_rows(runs))


def _legend_rows(runs: Sequence[str]) -> int:
    return -(-min(len(runs), _MOST_LEGEND) // 3)


def _legend(axes: Axes, runs: Sequence[str], names: Sequence[str], dots: Sequence[Dot]) -> None:
    """Name the marks of runs above the picture; of more runs than fit, only the first."""
    from matplotlib.lines import Line2D

    handles = []
    for run in runs[:_MOST_LEGEND]:
        color, marker, dashes = style_of(names.index(run))
        line = "-" if dots else dashes  # the intervals of dots are solid
        handles.append(Line2D([], [], color=color, marker=marker, linestyle=line, label=run))  # type: ignore[arg-type]
    if any(dot.baseline is not None for dot in dots):
        handles.append(
            Line2D([], [], color=INK, marker="|", markersize=9, linestyle="none", label="baseline")
        )
    axes.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 1.01), ncols=3, frameon=False)


def svg_of(plot: Plot, key: str) -> str:
    """Return a picture as an `svg` element whose ids begin with a key, unique in the page.

    The same picture always gives the same bytes.
    """
    content = _drawn(plot, key)
    content = _OUTSIDE.sub("", content)
    content = _COLOR.sub(lambda match: CSS_COLORS[match[0]], content)
    content = _ID.sub(lambda match: f"{match[1]}{key}-", content)
    attributes = _view_box(content)
    body = content[content.index(">") + 1 :].strip()
    labels = (
        f'<title id="{key}-title">{html.escape(plot.title)}</title>'
        f'<desc id="{key}-desc">{html.escape(plot.description)}</desc>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'{attributes} role="img" aria-labelledby="{key}-title {key}-desc">{labels}{body}\n'
    )


def _drawn(plot: Plot, key: str) -> str:
    silence_matplotlib()
    import matplotlib

    content = io.StringIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # not those of the user: the same inputs give the same bytes
        settings: Any = {**_SETTINGS, "svg.hashsalt": key}
        matplotlib.rcParams.update(settings)
        figure = new_figure(_WIDTH, plot.height)
        plot.draw(figure.add_subplot())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of characters that the font lacks
            figure.savefig(content, format="svg", metadata=_NO_METADATA, transparent=True)
    return content.getvalue()


def _view_box(content: str) -> str:
    found = re.search(r'viewBox="[^"]*"', content)
    return found[0] if found else ""
