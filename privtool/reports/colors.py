"""Colors of pictures: placeholders in SVG that the style sheet replaces, light and dark.

Series differ by marker and line style, too. The colors are those of Okabe and Ito (2008),
which color-blind people can distinguish.
"""

from __future__ import annotations

from typing import NamedTuple

INK, GRID = "#0a0a0a", "#0b0b0b"
_SERIES = tuple(f"#a1000{number}" for number in range(7))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 2)))
CSS_COLORS = {
    INK: "currentColor",
    GRID: "var(--grid)",
    **{color: f"var(--s{number})" for number, color in enumerate(_SERIES)},
}


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
