"""Loading matplotlib, the library of all plots."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of this size in inches, and call `silence_matplotlib`."""
    silence_matplotlib()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def silence_matplotlib() -> None:
    """Suppress the warnings of matplotlib, such as that of a read-only home; call before import."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
