"""A picture of a turn before and after: its wave and mel bands, with what was private marked."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from privtool.audio.dsp.levels import Samples
from privtool.audio.dsp.mel import mel_bank

_WINDOW, _HOP = 0.025, 0.010
_BANDS, _RANGE = 48, 60  # decibels under the loudest
FORMATS = ("png", "svg", "pdf")


def plot_turn(
    before: Samples,
    after: Samples,
    rate: int,
    was: Sequence[tuple[float, float]],
    now: Sequence[tuple[float, float]],
    format: str,
) -> bytes:
    """The file of a picture; `was` and `now` are the stretches in seconds that are marked.

    No text of the turn is in it.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5), layout="constrained")
    axes = figure.subplots(4, 1, height_ratios=(1, 2, 1, 2))
    longest = max(len(before), len(after), 1) / rate
    for row, (name, samples, places) in enumerate((("before", before, was), ("after", after, now))):
        wave, spectrum = axes[2 * row : 2 * row + 2]
        times = np.arange(len(samples)) / rate
        wave.plot(times, samples, linewidth=0.3, color="black")
        wave.set(ylabel=name, ylim=(-1, 1), xlim=(0, longest))
        _spectrum(spectrum, samples, rate)
        spectrum.set(ylabel="mel band", xlim=(0, longest))
        for start, end in places:
            for axis in (wave, spectrum):
                axis.axvspan(start, end, color="tab:orange", alpha=0.3)
    axes[-1].set_xlabel("seconds")
    target = io.BytesIO()
    figure.savefig(target, format=format, dpi=80, metadata=_metadata(format))
    return target.getvalue()


def _spectrum(axis: Any, samples: Samples, rate: int) -> None:
    size, hop = round(_WINDOW * rate), round(_HOP * rate)
    if len(samples) < size:
        return
    frames = np.lib.stride_tricks.sliding_window_view(samples, size)[::hop]
    power = np.abs(np.fft.rfft(frames * np.hanning(size), axis=1)) ** 2
    decibels = 10 * np.log10(mel_bank(rate, size, _BANDS) @ power.T + 1e-10)
    top = decibels.max()
    axis.imshow(
        decibels, origin="lower", aspect="auto", cmap="magma", vmin=top - _RANGE, vmax=top,
        extent=(0, len(samples) / rate, 0, _BANDS), interpolation="nearest",
    )  # fmt: skip


def _metadata(format: str) -> dict[str, Any]:
    """Nothing that changes from run to run."""
    return {"Date": None} if format == "svg" else {"CreationDate": None} if format == "pdf" else {}
