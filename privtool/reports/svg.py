"""Pictures as SVG inside a page: text stays text, colors are those of the page, ids are its own."""

from __future__ import annotations

import html
import io
import re
import warnings
from typing import Any

from privtool.core.plotting import new_figure, silence_matplotlib
from privtool.reports.colors import CSS_COLORS, GRID, INK
from privtool.reports.parts import Plot

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
