"""A plot of a turn before and after: waveform and mel spectrogram, with private parts marked."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from privtool.audio.dsp.levels import MonoSamples
from privtool.audio.dsp.mel import mel_bank
from privtool.core.plotting import new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WINDOW, _HOP = 0.025, 0.010  # seconds
_BANDS, _RANGE = 48, 60  # decibels below the loudest
_NO_DATE: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
FORMATS = ("png", "svg", "pdf")


def plot_turn(
    before: MonoSamples,
    after: MonoSamples,
    rate: int,
    old_regions: Sequence[tuple[float, float]],
    new_regions: Sequence[tuple[float, float]],
    file_format: str,
) -> bytes:
    """Return the plot as a file; regions are in seconds. It has no text of the turn."""
    figure = new_figure(9, 5)
    axes = figure.subplots(4, 1, height_ratios=(1, 2, 1, 2))
    longest = max(len(before), len(after), 1) / rate
    rows = ("before", before, old_regions), ("after", after, new_regions)
    for row, (name, samples, regions) in enumerate(rows):
        wave, spectrum = axes[2 * row : 2 * row + 2]
        times = np.arange(len(samples)) / rate
        wave.plot(times, samples, linewidth=0.3, color="black")
        wave.set(ylabel=name, ylim=(-1, 1), xlim=(0, longest))
        _plot_spectrogram(spectrum, samples, rate)
        spectrum.set(ylabel="mel band", xlim=(0, longest))
        for start, end in regions:
            for axis in (wave, spectrum):
                axis.axvspan(start, end, color="tab:orange", alpha=0.3)
    axes[-1].set_xlabel("seconds")
    target = io.BytesIO()
    figure.savefig(target, format=file_format, dpi=80, metadata=_NO_DATE.get(file_format, {}))
    return target.getvalue()


def _plot_spectrogram(axis: Axes, samples: MonoSamples, rate: int) -> None:
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
