"""Batches of features for training a recognizer, computed from audio and augmented on the fly.

Augmentation is different in every epoch. Masks are those of SpecAugment (Park 2019), with more time
masks in longer clips (Park 2020). A mask is filled with the mean of its band in the clip. Before
masking, the clip is stretched in time and its bands are warped to another vocal tract length
(Jaitly and Hinton 2013); both are cheap interpolations.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.audio.io.clips import resample, to_mono
from privtool.audio.io.decode import AudioInfo, read_frames
from privtool.core.errors import DataError, PrivtoolError, option
from privtool.core.options import ASR_BATCH_SECONDS
from privtool.core.rng import draw
from privtool.models.asr.features import BANDS, RATE, log_mel
from privtool.models.asr.training.index import Examples
from privtool.models.training.batches import IGNORED, batch_starts

_BAND_MASKS, _BAND_SHARE = 2, 0.15  # a mask has up to this share of the bands
# A time mask for every so many frames, each up to this share of the clip and so many frames.
_FRAMES_PER_MASK, _TIME_SHARE, _LONGEST = 60, 0.05, 40
_SPEED, _TRACT = 0.1, 0.08  # the largest relative changes of speed and of frequencies


def augmented(features: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Return features (frames, count) as a new tensor, augmented by draws of `generator` alone."""
    speed = draw_speed(generator)
    return masked(warped(features, speed, _draw_factor(_TRACT, generator)), generator)


def draw_speed(generator: torch.Generator) -> float:
    """Draw the speed factor. It is the first draw, so a fresh generator predicts it."""
    return _draw_factor(_SPEED, generator)


def _draw_factor(largest: float, generator: torch.Generator) -> float:
    return 1 + largest * (2 * float(torch.rand(1, generator=generator)) - 1)


def masked(features: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Return features with some bands and frames masked."""
    new, (frames, count), mean = features.clone(), features.shape, features.mean(0)
    for _ in range(_BAND_MASKS):
        start, end = _draw_mask(count, int(_BAND_SHARE * count), generator)
        new[:, start:end] = mean[start:end]
    longest = min(_LONGEST, int(_TIME_SHARE * frames))
    for _ in range(max(1, frames // _FRAMES_PER_MASK)):
        start, end = _draw_mask(frames, longest, generator)
        new[start:end] = mean
    return new


def _draw_mask(size: int, longest: int, generator: torch.Generator) -> tuple[int, int]:
    """Draw start and end of a mask of up to `longest` out of `size`."""
    length, start = torch.rand(2, generator=generator).tolist()
    width = int(length * (longest + 1))
    first = int(start * (size - width + 1))
    return first, first + width


def warped(features: torch.Tensor, speed: float, tract: float) -> torch.Tensor:
    """Return features at another speed and vocal tract length, given by their factors."""
    frames, count = features.shape
    new_frames = max(1, round(frames / speed))
    rows = torch.linspace(-1, 1, new_frames) if new_frames > 1 else torch.zeros(1)
    columns = _warped_bands(count, tract).mul(2 / max(1, count - 1)).sub(1)
    shape = new_frames, count
    grid = torch.stack((columns.expand(shape), rows[:, None].expand(shape)), dim=2)
    return torch.nn.functional.grid_sample(
        features[None, None], grid[None], padding_mode="border", align_corners=True
    )[0, 0]


def _warped_bands(count: int, factor: float) -> torch.Tensor:
    """Return the fractional band index of each band's center frequency times `factor`."""
    highest = 2595 * math.log10(1 + RATE / 2 / 700)
    centers = torch.arange(1, count + 1) * (highest / (count + 1))
    hertz = 700 * (torch.pow(10.0, centers / 2595) - 1)
    warped = 2595 * torch.log10(1 + hertz * factor / 700)
    return warped * ((count + 1) / highest) - 1


FAILED = "failed"  # the key of the error message in a batch that could not be read
_MIN_FILL = 0.93  # of a batch is audio, the rest padding
_STATISTICS_SECONDS = 600.0  # of audio for the mean and standard deviation


def batch_seconds_for(total: float, processes: int) -> float:
    """Return the seconds of audio per batch and process, for a corpus of `total` seconds.

    Small corpora get small batches: an hour in batches of two minutes has 30 steps per epoch, and
    a recognizer needs thousands of steps before it emits any tokens.
    """
    size = ASR_BATCH_SECONDS
    return float(min(size.most, max(size.fewest, round(total / size.count / processes, 1))))


def features_of(examples: Examples, number: int) -> torch.Tensor:
    """Return features (frames, bands) of an example. Raise `DataError` for unreadable audio."""
    span = examples.audio_span(number)

    def cut(length: AudioInfo) -> tuple[int, int]:
        start = round(span.start * length.rate)
        return start, min(round(span.seconds * length.rate), length.frames - start)

    clip = resample(to_mono(read_frames(span.path, cut, span.channel)), RATE)
    return log_mel(clip.samples)


class AsrBatches(torch.utils.data.Dataset[dict[str, Any]]):
    """Batches of examples of similar length, of about `seconds` of audio with padding.

    An item is a whole batch: `features` (clips, frames, count), `lengths` (clips) and `labels`
    (clips, tokens), which are `IGNORED` in padding. With `augment`, clips are augmented and
    batched differently in every `epoch`. All draws depend on the seed, the epoch and the index of
    an example.
    """

    def __init__(
        self, examples: Examples, seconds: float, seed: int, augment: bool = False
    ) -> None:
        self.epoch = 0
        self._examples, self._seed, self._augment = examples, seed, augment
        self._seconds = examples.seconds
        hundredths = np.sort(np.ceil(self._seconds * 100).astype(np.int64))
        self._starts = batch_starts(hundredths.tolist(), int(seconds * 100), _MIN_FILL)
        self._epoch_order: tuple[int, NDArray[np.int64]] | None = None

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, index: int) -> dict[str, Any]:
        """Return a batch. Raise `PrivtoolError` in a worker process that cannot pass it on."""
        batch = self._batch(index)
        if torch.utils.data.get_worker_info() is not None:
            _share(batch)
        return batch

    def _batch(self, index: int) -> dict[str, Any]:
        numbers = self._order()[self._starts[index] : self._starts[index + 1]].tolist()
        clips: list[torch.Tensor] = []
        for number in numbers:
            try:
                features = features_of(self._examples, number)
            except DataError as error:
                source, line = self._examples.location(number)
                return {FAILED: f"{source}:{line}: {error.message}", "labels": torch.zeros(1, 1)}
            if self._augment:
                features = augmented(features, self._generator(number))
            clips.append(features)
        targets = [torch.from_numpy(self._examples.targets(n)) for n in numbers]
        return {
            "features": torch.nn.utils.rnn.pad_sequence(clips, batch_first=True),
            "lengths": torch.tensor([len(clip) for clip in clips]),
            "labels": torch.nn.utils.rnn.pad_sequence(targets, True, IGNORED),
        }

    @property
    def padding_share(self) -> float:
        lengths = self._lengths()[self._order()]
        pairs = pairwise(self._starts)
        full = sum((end - start) * float(lengths[start:end].max()) for start, end in pairs)
        return 1 - float(lengths.sum()) / max(full, 1e-9)

    def _order(self) -> NDArray[np.int64]:
        """Return the examples in the order of their batches, shortest first."""
        if self._epoch_order is None or self._epoch_order[0] != self.epoch:
            # Shuffled before the stable sort, so that neighbors in the corpus do not share batches.
            random = np.random.default_rng((self._seed, self.epoch))
            shuffled = random.permutation(len(self._seconds))
            order = shuffled[np.argsort(self._lengths()[shuffled], kind="stable")]
            self._epoch_order = self.epoch, order.astype(np.int64)
        return self._epoch_order[1]

    def _lengths(self) -> NDArray[np.float64]:
        """Return the length of each example in this epoch, in seconds."""
        if not self._augment:
            return self._seconds
        speeds = [draw_speed(self._generator(n)) for n in range(len(self._seconds))]
        lengths: NDArray[np.float64] = self._seconds / np.array(speeds)
        return lengths

    def _generator(self, number: int) -> torch.Generator:
        """Return the random generator of an example in this epoch."""
        return torch.Generator().manual_seed(draw(self._seed, number, self.epoch))


class _NoSharedMemoryError(PrivtoolError):
    """Raised in a worker process; torch creates it again in the main one, with a traceback."""

    def __init__(self, _traceback: str = "") -> None:
        super().__init__(
            "a batch cannot be passed between processes (is /dev/shm full, or ulimit -n or -f "
            f"too low?): raise the limit, or use {option('workers')} 0"
        )


def _share(batch: dict[str, Any]) -> None:
    """Move a batch into shared memory. Raise `PrivtoolError` if it does not fit.

    The queue of the worker would do it otherwise, and lose a batch that does not fit: training
    would wait for it forever.
    """
    try:
        for tensor in filter(torch.is_tensor, batch.values()):
            tensor.share_memory_()
    except RuntimeError:
        raise _NoSharedMemoryError from None


def feature_statistics(examples: Examples, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return mean and standard deviation (bands) of features, over minutes of random examples.

    Raise `DataError` for audio that cannot be read.
    """
    order = np.random.default_rng(seed).permutation(len(examples)).tolist()
    total, squares = torch.zeros(BANDS).double(), torch.zeros(BANDS).double()
    frames, seconds = 0, 0.0
    for number in order:
        try:
            clip = features_of(examples, number).double()
        except DataError as error:
            source, line = examples.location(number)
            raise DataError(f"{source}:{line}: {error.message}") from None
        total += clip.sum(0)
        squares += clip.square().sum(0)
        frames += len(clip)
        seconds += float(examples.seconds[number])
        if seconds > _STATISTICS_SECONDS:
            break
    mean = total / frames
    return mean.float(), (squares / frames - mean.square()).clamp_min(0).sqrt().float()
