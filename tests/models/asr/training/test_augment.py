import pytest
import torch

from privtool.models.asr.training.augment import augmented, draw_speed, masked, warped


def clip(frames=200, count=64):
    return torch.randn(frames, count, generator=torch.Generator().manual_seed(frames))


def seeded(seed):
    return torch.Generator().manual_seed(seed)


def test_the_same_seed_draws_the_same_and_another_another():
    features = clip()
    assert torch.equal(augmented(features, seeded(3)), augmented(features, seeded(3)))
    assert augmented(features, seeded(3)).shape != augmented(features, seeded(4)).shape


@pytest.mark.parametrize("change", [augmented, masked, lambda clip, _: warped(clip, 1.0, 1.0)])
def test_the_input_is_not_changed(change):
    features = clip()
    before = features.clone()
    change(features, seeded(1)).fill_(7)
    assert torch.equal(features, before)


def test_the_own_speed_and_tract_change_nothing():
    torch.testing.assert_close(warped(clip(), 1.0, 1.0), clip(), atol=1e-3, rtol=0)


def test_masks_have_the_mean_of_their_band_and_their_widths_are_bounded():
    for seed in range(30):
        features = clip(240)
        found = masked(features, seeded(seed))
        changed = found != features
        mean = features.mean(0).expand_as(features)
        assert torch.equal(found[changed], mean[changed])
        bands, frames = changed.all(0).sum(), changed.all(1).sum()
        assert bands <= 2 * int(0.2 * 64)
        assert frames <= 4 * int(0.07 * 240)


@pytest.mark.parametrize("frames", [1, 2, 3, 9, 20])
def test_short_clips_lose_but_a_small_share(frames):
    for seed in range(20):
        found = augmented(clip(frames), seeded(seed))
        assert found.isfinite().all()
        assert abs(len(found) - frames) <= 1 + 0.2 * frames
        whole = masked(clip(frames), seeded(seed)) != clip(frames)
        assert whole.all(1).sum() <= int(0.07 * frames)


def test_the_speed_is_known_before_a_clip_is_read():
    for seed in range(10):
        speed = draw_speed(seeded(seed))
        assert 0.85 <= speed <= 1.15
        assert len(augmented(clip(400), seeded(seed))) == round(400 / speed)


def test_a_faster_clip_goes_through_the_same_values():
    """A ramp in time stays a ramp, from its first to its last value."""
    ramp = torch.linspace(0, 1, 101)[:, None].expand(101, 64).contiguous()
    found = warped(ramp, 1.1, 1.0)
    assert len(found) == 92
    wanted = torch.linspace(0, 1, len(found))[:, None].expand(-1, 64)
    torch.testing.assert_close(found, wanted, atol=1e-5, rtol=0)


@pytest.mark.parametrize("factor", [0.8, 0.9, 1.1, 1.2])
def test_a_shorter_tract_moves_a_peak_as_far_as_its_frequency_says(factor):
    """A factor f has a band read what was f times as high: 1000 Hz is found at 1000 / f."""

    def band(hertz):
        top = torch.log10(torch.tensor(1 + 8000 / 700))
        return float(torch.log10(torch.tensor(1 + hertz / 700)) / top * 65 - 1)

    peak = torch.exp(-((torch.arange(64) - band(1000)) ** 2) / 8).expand(5, 64).contiguous()
    found = warped(peak, 1.0, factor)[0].argmax()
    assert abs(int(found) - band(1000 / factor)) <= 1
