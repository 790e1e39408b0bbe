"""Batches of features, and their augmentation."""

import pickle
import resource

import numpy as np
import pytest
import soundfile
import torch

from privtool.core.errors import DataError, PrivtoolError
from privtool.models.asr.features import frame_count, log_mel
from privtool.models.asr.tokenizer import new_tokens
from privtool.models.asr.training.dataset import (
    FAILED,
    AsrBatches,
    augmented,
    batch_seconds_for,
    draw_speed,
    feature_statistics,
    features_of,
    masked,
    warped,
)
from privtool.models.asr.training.index import Turn, TurnStore, make_examples
from privtool.models.training.batches import IGNORED
from tests.support.tiny_models import SENTENCES


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


CLIPS = 60


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    path = tmp_path_factory.mktemp("audio") / "long.wav"
    samples = np.random.default_rng(1).normal(0, 0.1, 16000 * 100)
    soundfile.write(path, samples, 16000)
    return path


def examples_of(*turns):
    """The examples of turns of a manifest `m.jsonl`."""
    store = TurnStore(())
    store.add("m.jsonl", turns)
    tokens = new_tokens(SENTENCES, "char", 99, (), True, 1)
    return make_examples(store, tokens)[0]


@pytest.fixture(scope="module")
def examples(recording):
    draw = np.random.default_rng(2)
    lengths = draw.gamma(4, 0.3, CLIPS) + 0.2
    starts = np.concatenate([[0], np.cumsum(lengths)])
    texts = [SENTENCES[n % 40][:9].strip() for n in range(CLIPS)]
    return examples_of(*(
        Turn(n + 1, n, str(recording), starts[n], lengths[n], text, None)
        for n, text in enumerate(texts)
    ))  # fmt: skip


@pytest.fixture
def batches(examples):
    def of(augmented=False, seconds=12.0, seed=3):
        return AsrBatches(examples, seconds, seed, augmented)

    return of


def test_a_turn_of_one_channel_has_the_features_of_that_channel(tmp_path):
    samples = np.random.default_rng(1).normal(0, 0.1, (16000, 2)).astype(np.float32)
    soundfile.write(tmp_path / "call.wav", samples, 16000, subtype="FLOAT")
    path = str(tmp_path / "call.wav")
    turns = [Turn(1, 1, path, 0.0, 1.0, "so", None, n) for n in (None, 0, 1)]
    examples = examples_of(*turns)
    for number, channel in enumerate((samples.mean(axis=1), samples[:, 0], samples[:, 1])):
        assert torch.equal(features_of(examples, number), log_mel(channel))


def same(one, other):
    return all(torch.equal(one[name], other[name]) for name in one)


def test_every_example_is_in_one_batch_with_its_features_and_tokens(batches, examples, recording):
    made = batches()
    samples, _ = soundfile.read(recording, dtype="float32")
    expected = {}
    for number in range(CLIPS):
        _, start, seconds, _ = examples.audio_span(number)
        first = round(start * 16000)
        clip = samples[first : first + round(seconds * 16000)]
        features = log_mel(clip)
        expected[features.numpy().tobytes()] = examples.targets(number).tolist()
    for batch in map(made.__getitem__, range(len(made))):
        assert batch["features"].shape[1] == batch["lengths"].max()
        for row, length, labels in zip(*batch.values(), strict=True):
            assert not row[length:].any()
            target = expected.pop(row[:length].numpy().tobytes())
            assert labels[labels != IGNORED].tolist() == target
    assert not expected


@pytest.mark.parametrize("augmented", [False, True])
def test_batches_are_full_and_hold_little_padding(batches, augmented):
    made = batches(augmented)
    assert 5 < len(made) < CLIPS / 3
    full = frames = 0
    for batch in map(made.__getitem__, range(len(made))):
        clips, longest, _ = batch["features"].shape
        full += clips * longest
        frames += int(batch["lengths"].sum())
        assert clips * longest < (12.0 if not augmented else 14.0) * 100
    assert 1 - frames / full == pytest.approx(made.padding_share, abs=0.01)
    assert made.padding_share < 0.1


def test_each_epoch_has_other_batches_and_the_same_ones_again(batches):
    made, again = batches(True), batches(True)
    first = [made[n] for n in range(len(made))]
    made.epoch = again.epoch = 1
    second = [made[n] for n in range(len(made))]
    assert not any(same(one, other) for one in first for other in second)
    assert all(same(again[n], second[n]) for n in reversed(range(len(made))))
    made.epoch = 0
    assert all(same(made[n], first[n]) for n in range(len(made)))
    assert not same(batches(True, seed=4)[0], first[0])


def test_other_processes_make_the_same(batches):
    made = batches(True)
    made.epoch = 2
    expected = [made[n] for n in range(len(made))]
    loaded = torch.utils.data.DataLoader(
        made, batch_size=None, num_workers=2, multiprocessing_context="fork"
    )
    found = list(loaded)
    assert len(found) == len(expected)
    assert all(same(*pair) for pair in zip(found, expected, strict=True))
    moved = pickle.loads(pickle.dumps(made))  # as where processes are not forked
    assert same(moved[1], expected[1])


def limit_files(_):
    """Let no file of this process, in memory or not, have over 4,096 bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))


def test_too_little_shared_memory_is_reported_instead_of_waiting_forever(batches):
    loaded = torch.utils.data.DataLoader(
        batches(), batch_size=None, num_workers=1, multiprocessing_context="fork",
        worker_init_fn=limit_files, timeout=120,
    )  # fmt: skip
    with pytest.raises(PrivtoolError) as caught:
        list(loaded)
    assert str(caught.value) == (
        "a batch cannot be passed between processes (is /dev/shm full, or ulimit -n or -f too "
        "low?): raise the limit, or use `workers` 0"
    )


def test_missing_audio_is_reported_with_its_location(tmp_path):
    turn = Turn(5, 5, str(tmp_path / "zqxwary.wav"), 0.0, 1.0, "so", None)
    examples = examples_of(turn)
    batch = AsrBatches(examples, 9.0, 1)[0]
    assert batch[FAILED] == "m.jsonl:5: the audio file is missing"
    with pytest.raises(DataError, match=r"m\.jsonl:5: the audio file is missing"):
        feature_statistics(examples, 1)


def test_other_rates_are_converted(tmp_path):
    time = np.arange(44100) / 44100
    two = np.stack([np.sin(2 * np.pi * 300 * time)] * 2, 1)
    soundfile.write(tmp_path / "two.wav", two, 44100)
    turn = Turn(1, 1, str(tmp_path / "two.wav"), 0.1, 0.9, "so", None)
    found = features_of(examples_of(turn), 0)
    assert len(found) == frame_count(round(0.9 * 16000))
    assert found.std(0)[0] < 0.01  # the same tone throughout, in the lowest band


def test_mean_and_deviation_are_those_of_all_frames(examples):
    every = torch.cat([features_of(examples, number) for number in range(CLIPS)]).double()
    mean, deviation = feature_statistics(examples, 1)
    assert torch.allclose(mean.double(), every.mean(0), atol=1e-5)
    assert torch.allclose(deviation.double(), every.std(0, correction=0), atol=1e-4)
    assert torch.equal(mean, feature_statistics(examples, 1)[0])


@pytest.mark.parametrize(
    ("hours", "processes", "seconds"),
    [(0.01, 1, 8), (0.625, 1, 9), (2, 1, 28.8), (10, 1, 120), (1000, 1, 120), (10, 4, 36)],
)
def test_little_speech_is_worked_on_in_smaller_batches(hours, processes, seconds):
    assert batch_seconds_for(hours * 3600, processes) == seconds
