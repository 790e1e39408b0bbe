"""Pure tones, and how much of a sound is one."""

import numpy as np

RATE = 16_000


def tone(hertz: float, seconds: float = 0.5, rate: int = RATE) -> np.ndarray:
    """Return samples of a tone."""
    return (0.3 * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate)).astype("f4")


def power(samples: np.ndarray, hertz: float) -> float:
    """Return the share of the power within 60 Hz of a frequency."""
    spectrum = np.abs(np.fft.rfft(samples)) ** 2
    places = np.fft.rfftfreq(len(samples), 1 / RATE)
    return float(spectrum[np.abs(places - hertz) < 60].sum() / max(spectrum.sum(), 1e-9))
