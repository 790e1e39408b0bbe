"""Batches of features for a recognizer, made from the audio while it is trained."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.audio.io.clips import resample, to_mono
from privtool.audio.io.decode import AudioInfo, read_frames
from privtool.core.errors import DataError
from privtool.core.rng import draw
from privtool.models.asr.features import AcousticFeatures, FeatureSettings
from privtool.models.asr.training.augment import SpecAugment
from privtool.models.asr.training.index import Examples, Stretch
from privtool.models.training.batching import batch_starts
from privtool.models.training.objectives import IGNORED

FAILED = "failed"  # what could not be read, in a batch that is none
LONGEST_BATCH, _SHORTEST_BATCH = 120.0, 8.0  # seconds
_STEPS = 250  # of an epoch, at least, where batches may get so short
_LEAST = 0.93  # of a batch is audio, the rest padding
_STATISTICS = 600.0  # seconds of audio that mean and deviation are taken of


def batch_seconds_for(total: float, processes: int) -> float:
    """Seconds of audio to work on at a time, of `total`, in each of some processes.

    Few where there is little: an epoch of an hour in batches of two minutes has 30 steps, and
    thousands of them go by before a recognizer hears anything.
    """
    return min(LONGEST_BATCH, max(_SHORTEST_BATCH, round(total / _STEPS / processes, 1)))


class ExampleFeatures:
    """The features of an example, read from its files; usable in any process."""

    def __init__(self, examples: Examples, settings: FeatureSettings) -> None:
        self.examples, self.settings = examples, settings
        self._features: AcousticFeatures | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_features": None}

    def __call__(self, number: int) -> torch.Tensor:
        """Features (frames, count). Raises `DataError` for audio that cannot be read."""
        if self._features is None:
            self._features = AcousticFeatures(self.settings)
        heard = [self._samples(stretch) for stretch in self.examples.stretches(number)]
        return self._features(np.concatenate(heard))

    def _samples(self, stretch: Stretch) -> NDArray[np.float32]:
        def cut(length: AudioInfo) -> tuple[int, int]:
            start = round(stretch.start * length.rate)
            return start, min(round(stretch.seconds * length.rate), length.frames - start)

        clip = resample(to_mono(read_frames(stretch.path, cut)), self.settings.rate)
        samples: NDArray[np.float32] = clip.samples.astype(np.float32, copy=False)
        return samples


class AsrBatches(torch.utils.data.Dataset[dict[str, Any]]):
    """Batches of examples of about equal length, of about `seconds` of audio with padding.

    An item is a whole batch: `features` (clips, frames, count), `lengths` (clips) and `labels`
    (clips, tokens), which are `IGNORED` in padding. With `augment` clips are changed, and put
    together, anew in every `epoch`. All draws depend on the seed, the epoch and the
    place of an example.
    """

    def __init__(
        self,
        features: ExampleFeatures,
        seconds: float,
        seed: int,
        augment: SpecAugment | None = None,
    ) -> None:
        self.epoch = 0
        self._features, self._seed, self._augment = features, seed, augment
        self._seconds = features.examples.seconds
        hundredths = np.sort(np.ceil(self._seconds * 100).astype(np.int64))
        self._starts = batch_starts(hundredths.tolist(), int(seconds * 100), _LEAST)
        self._drawn: tuple[int, NDArray[np.int64]] | None = None

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, index: int) -> dict[str, Any]:
        chosen = self._order()[self._starts[index] : self._starts[index + 1]].tolist()
        clips: list[torch.Tensor] = []
        for number in chosen:
            try:
                features = self._features(number)
            except DataError as error:
                source, line = self._features.examples.place(number)
                return {FAILED: f"{source}:{line}: {error}", "labels": torch.zeros(1, 1)}
            if self._augment is not None:
                features = self._augment(features, self._generator(number))
            clips.append(features)
        targets = [torch.from_numpy(self._features.examples.targets(n)) for n in chosen]
        return {
            "features": torch.nn.utils.rnn.pad_sequence(clips, batch_first=True),
            "lengths": torch.tensor([len(clip) for clip in clips]),
            "labels": torch.nn.utils.rnn.pad_sequence(targets, True, IGNORED),
        }

    @property
    def padding_share(self) -> float:
        """How much of the batches of this epoch is padding."""
        lengths = self._lengths()[self._order()]
        pairs = pairwise(self._starts)
        full = sum((end - start) * float(lengths[start:end].max()) for start, end in pairs)
        return 1 - float(lengths.sum()) / max(full, 1e-9)

    def _order(self) -> NDArray[np.int64]:
        """The examples in the order of their batches, which rise in length."""
        if self._drawn is None or self._drawn[0] != self.epoch:
            # Equal lengths in an order of their own, so that a batch has neighbors of no kind.
            random = np.random.default_rng((self._seed, self.epoch))
            shuffled = random.permutation(len(self._seconds))
            order = shuffled[np.argsort(self._lengths()[shuffled], kind="stable")]
            self._drawn = self.epoch, order.astype(np.int64)
        return self._drawn[1]

    def _lengths(self) -> NDArray[np.float64]:
        """How long each example is in this epoch."""
        if self._augment is None:
            return self._seconds
        speeds = [self._augment.speed(self._generator(n)) for n in range(len(self._seconds))]
        lengths: NDArray[np.float64] = self._seconds / np.array(speeds)
        return lengths

    def _generator(self, number: int) -> torch.Generator:
        """Random numbers for an example in this epoch."""
        return torch.Generator().manual_seed(draw(self._seed, number, self.epoch))


def feature_statistics(features: ExampleFeatures, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean and deviation (count) of the features of some minutes of examples drawn at random.

    Raises `DataError` for audio that cannot be read.
    """
    order = np.random.default_rng(seed).permutation(len(features.examples)).tolist()
    count = features.settings.count
    total, squares = torch.zeros(count).double(), torch.zeros(count).double()
    frames, seconds = 0, 0.0
    for number in order:
        try:
            found = features(number).double()
        except DataError as error:
            source, line = features.examples.place(number)
            raise DataError(f"{source}:{line}: {error}") from None
        total += found.sum(0)
        squares += found.square().sum(0)
        frames += len(found)
        seconds += float(features.examples.seconds[number])
        if seconds > _STATISTICS:
            break
    mean = total / frames
    return mean.float(), (squares / frames - mean.square()).clamp_min(0).sqrt().float()
