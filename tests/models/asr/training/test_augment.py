import pytest
import torch

from privtool.models.asr.training.augment import AugmentSettings, SpecAugment

ALL = AugmentSettings()
MASKS_ONLY = AugmentSettings(tempo=0, tract=0)
NOTHING = AugmentSettings(0, 0, 0, 0, 0, 0, 0)


def clip(frames=200, count=64):
    return torch.randn(frames, count, generator=torch.Generator().manual_seed(frames))


def changed(features, settings=ALL, seed=1):
    generator = torch.Generator().manual_seed(seed)
    return SpecAugment(settings)(features, generator)


def test_the_same_seed_draws_the_same_and_another_another():
    features = clip()
    assert torch.equal(changed(features, seed=3), changed(features, seed=3))
    assert changed(features, seed=3).shape != changed(features, seed=4).shape


def test_the_input_is_not_changed():
    features = clip()
    before = features.clone()
    for settings in (AugmentSettings(), MASKS_ONLY, NOTHING):
        changed(features, settings).fill_(7)
    assert torch.equal(features, before)


def test_zeros_change_nothing():
    assert torch.equal(changed(clip(), NOTHING), clip())


def test_masks_have_the_mean_of_their_band_and_their_widths_are_bounded():
    for seed in range(30):
        features = clip(240)
        found = changed(features, MASKS_ONLY, seed)
        masked = found != features
        mean = features.mean(0).expand_as(features)
        assert torch.equal(found[masked], mean[masked])
        bands, frames = masked.all(0).sum(), masked.all(1).sum()
        assert bands <= 2 * int(0.2 * 64)
        assert frames <= 4 * int(0.07 * 240)


@pytest.mark.parametrize("frames", [1, 2, 3, 9, 20])
def test_short_clips_lose_but_a_small_share(frames):
    for seed in range(20):
        found = changed(clip(frames), AugmentSettings(), seed)
        assert found.isfinite().all()
        assert abs(len(found) - frames) <= 1 + 0.2 * frames
        whole = changed(clip(frames), AugmentSettings(bands=0, tempo=0, tract=0), seed)
        assert (whole != clip(frames)).any(1).sum() <= int(0.07 * frames)


def test_the_speed_is_known_before_a_clip_is_read():
    for seed in range(10):
        stage = SpecAugment(AugmentSettings())
        speed = stage.speed(torch.Generator().manual_seed(seed))
        assert 0.85 <= speed <= 1.15
        found = stage(clip(400), torch.Generator().manual_seed(seed))
        assert len(found) == round(400 / speed)


def test_a_faster_clip_goes_through_the_same_values():
    """A ramp in time stays a ramp, from its first to its last value."""
    ramp = torch.linspace(0, 1, 101)[:, None].expand(101, 64).contiguous()
    found = changed(ramp, AugmentSettings(0, 0, 0, 0, 0, tempo=0.2, tract=0))
    assert len(found) != 101
    wanted = torch.linspace(0, 1, len(found))[:, None].expand(-1, 64)
    torch.testing.assert_close(found, wanted, atol=1e-5, rtol=0)


def test_a_shorter_tract_moves_a_peak_as_far_as_its_frequency_says():
    """A factor f has a band read what was f times as high: 1000 Hz is found at 1000 / f."""
    settings = AugmentSettings(0, 0, 0, 0, 0, tempo=0, tract=0.2)

    def band(hertz):
        top = torch.log10(torch.tensor(1 + 8000 / 700))
        return float(torch.log10(torch.tensor(1 + hertz / 700)) / top * 65 - 1)

    peak = torch.exp(-((torch.arange(64) - band(1000)) ** 2) / 8).expand(5, 64).contiguous()
    for seed in range(8):
        generator = torch.Generator().manual_seed(seed)
        factor = 1 + 0.2 * (2 * torch.rand(2, generator=generator)[1].item() - 1)
        assert abs(int(changed(peak, settings, seed)[0].argmax()) - band(1000 / factor)) <= 1
