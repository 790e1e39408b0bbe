import numpy as np
import pytest
import torch
from scipy import fft

from privtool.core.errors import DataError
from privtool.models.asr.features import AcousticFeatures, FeatureSettings


def tone(hertz, seconds=0.5, rate=16000):
    return (0.3 * np.sin(2 * np.pi * hertz * np.arange(int(seconds * rate)) / rate)).astype(
        np.float32
    )


def test_a_window_starts_every_hop():
    settings = FeatureSettings()
    hear = AcousticFeatures(settings)
    for samples in (512, 513, 671, 672, 8000):
        clip = np.random.default_rng(1).normal(0, 0.1, samples).astype(np.float32)
        assert len(hear(clip)) == settings.frame_count(samples) == 1 + (samples - 512) // 160
    assert hear(clip).dtype is torch.float32


@pytest.mark.parametrize("samples", [0, 1, 511])
def test_a_clip_of_less_than_a_window_is_refused(samples):
    assert FeatureSettings().frame_count(samples) == 0
    with pytest.raises(DataError, match="shorter than a window of 32 ms"):
        AcousticFeatures(FeatureSettings())(np.zeros(samples, np.float32))


def test_a_tone_is_loudest_in_its_band():
    """Middles of 64 bands, by hand: 0 to 2840 mel (8 kHz) in 65 equal steps."""
    hear = AcousticFeatures(FeatureSettings())
    for hertz in (500, 1000, 3000):
        mel = 2595 * np.log10(1 + hertz / 700)
        wanted = mel / (2595 * np.log10(1 + 8000 / 700) / 65) - 1
        assert abs(int(hear(tone(hertz)).mean(0).argmax()) - wanted) <= 1


def test_bands_are_sums_of_the_power_spectrum_of_hann_windows():
    clip = np.random.default_rng(2).normal(0, 0.1, 1000).astype(np.float32)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(512) / 512)
    power = np.abs(np.fft.rfft(clip[160:672] * window)) ** 2
    mels = np.linspace(0, 2595 * np.log10(1 + 8000 / 700), 66)
    edges = 700 * (10 ** (mels / 2595) - 1)
    bins = np.linspace(0, 8000, 257)
    for band in (0, 20, 63):
        low, middle, high = edges[band : band + 3]
        shares = np.minimum((bins - low) / (middle - low), (high - bins) / (high - middle))
        wanted = np.log(power @ np.maximum(shares, 0) + 1e-7)
        found = AcousticFeatures(FeatureSettings())(clip)[1, band]
        assert float(found) == pytest.approx(wanted, abs=1e-3)


def test_coefficients_are_a_cosine_transform_of_the_bands():
    clip = tone(700)
    bands = AcousticFeatures(FeatureSettings())(clip)
    coefficients = AcousticFeatures(FeatureSettings("mfcc"))(clip)
    np.testing.assert_allclose(coefficients, fft.dct(bands.numpy(), norm="ortho"), atol=1e-3)


def test_other_rates_and_windows_keep_all_samples_of_a_window():
    """25 ms at 16 kHz are 400 samples within a transform of 512: nothing of the edges is lost."""
    settings = FeatureSettings(count=40, window=0.025)
    clip = np.zeros(800, np.float32)
    clip[0:20] = 0.5
    heard = AcousticFeatures(settings)(clip)
    assert heard.shape == (settings.frame_count(800), 40) == (3, 40)
    assert heard[0].max() > heard[1].max()
    telephone = FeatureSettings(rate=8000)
    assert AcousticFeatures(telephone)(tone(400, rate=8000)).shape == (
        telephone.frame_count(4000),
        64,
    )


def test_unknown_kinds_are_refused():
    with pytest.raises(ValueError, match="mel, mfcc"):
        AcousticFeatures(FeatureSettings("plp"))
