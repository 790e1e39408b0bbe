"""Draw what a text is worth to a language model against what the model remembers of it.

Reads CORPUS/METHOD/models.json in a folder, the results of the target `cells`. Each point is a text
of a corpus: the lower, the less perplexity it costs, the further left, the more private it is.
Prints the points as a table.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from models import TEXTS
from steps import table

from privtool.reports.pictures import new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

METHODS = ("allowList", "vocabThres", "entityTagger")
FIGURES = {"exposure": "mean exposure of canaries, bits", "membership_auc": "membership, AUC"}
UNSEEN = {"exposure": 1.43, "membership_auc": 0.5}  # with 1,000 references, and by chance
# Okabe and Ito (2008): color-blind people can distinguish them.
_COLORS = dict(
    zip(
        TEXTS,
        ("#000000", "#999999", "#e69f00", "#56b4e9", "#009e73", "#d55e00", "#cc79a7"),
        strict=True,
    )
)
_MARKERS = ("o", "s", "^", "D", "v")


class Point(NamedTuple):
    """A text of a corpus, and the figures of a model of it by name.

    `cost` is by how many percent its perplexity is above that of the model of the raw text. Unlike
    what is recovered of the cost of masking, that makes sense where masking costs nothing.
    """

    corpus: str
    method: str
    text: str
    cost: float
    figures: dict[str, float]


def points_of(folder: Path) -> list[Point]:
    """Return the points of the results in a folder."""
    points: list[Point] = []
    for file in sorted(folder.glob("*/*/models.json")):
        rows = json.loads(file.read_bytes())
        for text, row in rows.items():
            cost = 100 * (row["perplexity"] / rows["raw"]["perplexity"] - 1)
            figures = {name: row[name] for name in FIGURES}
            points.append(Point(file.parent.parent.name, file.parent.name, text, cost, figures))
    return points


def lines_of(points: Sequence[Point]) -> str:
    """Return the points as a table: the cost, and the figures in the order of FIGURES."""
    cells = {
        (point.corpus, point.method, point.text): f"{point.cost:+.1f} %, "
        + ", ".join(f"{value:.2f}" for value in point.figures.values())
        for point in points
    }
    rows = [
        [*each, *(cells[(*each, text)] for text in TEXTS)]
        for each in dict.fromkeys((point.corpus, point.method) for point in points)
    ]
    return table(["corpus", "method", *TEXTS], rows)


def draw(points: Sequence[Point]) -> Figure:
    """Return the picture: a column for each way to mask, a row for each figure."""
    from matplotlib.lines import Line2D

    figure = new_figure(11, 7.5)
    signs = dict(zip(dict.fromkeys(point.corpus for point in points), _MARKERS, strict=False))
    grid = figure.subplots(len(FIGURES), len(METHODS), sharex="row", sharey=True)
    for (name, title), row in zip(FIGURES.items(), grid, strict=True):
        for method, axes in zip(METHODS, row, strict=True):
            axes.set(xlabel=title, title=method)
            axes.axvline(UNSEEN[name], color="#999999", linestyle=":", linewidth=1)
            _mark(axes, name, [point for point in points if point.method == method], signs)
        row[0].set(ylabel="perplexity above raw text, percent")
    handles = [Line2D([], [], color=_COLORS[text], marker="o", ls="", label=text) for text in TEXTS]
    handles += [
        Line2D([], [], color="#666666", marker=sign, ls="", fillstyle="none", label=corpus)
        for corpus, sign in signs.items()
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
    return figure


def _mark(axes: Axes, name: str, points: Sequence[Point], signs: dict[str, str]) -> None:
    for point in points:
        style = {"color": _COLORS[point.text], "marker": signs[point.corpus]}
        axes.plot(point.figures[name], point.cost, linestyle="", alpha=0.8, **style)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True, help="PNG, SVG or PDF file")
    args = parser.parse_args()
    points = points_of(args.folder)
    if not points:
        raise SystemExit(f"{args.folder} holds no CORPUS/METHOD/models.json")
    print(lines_of(points), end="")
    draw(points).savefig(args.output, dpi=110)


if __name__ == "__main__":
    main()
