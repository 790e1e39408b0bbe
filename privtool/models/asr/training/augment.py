"""Features of a clip made different in every epoch: masked, and read by another, faster voice.

Masks are those of SpecAugment (Park 2019), their number in time growing with the clip (Park 2020).
A mask has the mean of its band in the clip. Before them the clip is stretched in time, and its
bands are moved as those of a longer or shorter vocal tract would be (Jaitly and Hinton 2013), both
by interpolation, which costs next to nothing.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch

from privtool.models.asr.features import MEL, FeatureSettings


class AugmentSettings(NamedTuple):
    """How much is changed; zeros leave a clip as it is.

    `bands` masks of up to `band_share` of the bands each; in time a mask for every `every` frames
    (at least one), each up to `time_share` of the clip and `longest` frames. `tempo` and `tract`
    are the largest changes, as a share, in speed and in the frequencies of the voice.
    """

    bands: int = 2
    band_share: float = 0.15
    every: int = 60
    time_share: float = 0.05
    longest: int = 40
    tempo: float = 0.1
    tract: float = 0.08


class SpecAugment:
    """Changes features of clips, one at a time and before padding, so that none is touched."""

    def __init__(self, settings: AugmentSettings, features: FeatureSettings) -> None:
        """`features` says what the bands are; only those of mel can be moved."""
        self.settings = settings
        self._features = features

    def __call__(self, features: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
        """Other features (frames', count) for (frames, count).

        All draws are from `generator`: seed it by the record and the epoch, and the result
        depends on nothing else.
        """
        chosen = self.settings
        speed = self.speed(generator)
        tract = 1 + chosen.tract * (2 * float(torch.rand(1, generator=generator)) - 1)
        warped = self._warped(features, speed, tract)
        frames, count = warped.shape
        mean = warped.mean(0)
        widest = int(chosen.band_share * count)
        for _ in range(chosen.bands):
            start, end = _stretch(count, widest, generator)
            warped[:, start:end] = mean[start:end]
        longest = min(chosen.longest, int(chosen.time_share * frames))
        for _ in range(max(1, frames // chosen.every) if chosen.every else 0):
            start, end = _stretch(frames, longest, generator)
            warped[start:end] = mean
        return warped

    def speed(self, generator: torch.Generator) -> float:
        """How many times faster a clip becomes: the first draw, so a new generator tells it."""
        return 1 + self.settings.tempo * (2 * float(torch.rand(1, generator=generator)) - 1)

    def _warped(self, features: torch.Tensor, speed: float, tract: float) -> torch.Tensor:
        """The features at another speed and of another vocal tract; always a new tensor."""
        frames, count = features.shape
        if not self.settings.tempo and not self.settings.tract:
            return features.clone()
        wanted = max(1, round(frames / speed))
        rows = torch.linspace(-1, 1, wanted) if wanted > 1 else torch.zeros(1)
        columns = torch.arange(count, dtype=torch.float32)
        if self._features.kind == MEL:
            columns = self._moved_bands(tract)
        across = columns.mul(2 / max(1, count - 1)).sub(1)
        grid = torch.stack(
            (across.expand(wanted, count), rows[:, None].expand(wanted, count)), dim=2
        )
        return torch.nn.functional.grid_sample(
            features[None, None], grid[None], padding_mode="border", align_corners=True
        )[0, 0]

    def _moved_bands(self, factor: float) -> torch.Tensor:
        """For each band the place, in bands, of its middle frequency times `factor`."""
        count = self._features.count
        highest = _mel(self._features.rate / 2)
        middles = torch.arange(1, count + 1) * (highest / (count + 1))
        hertz = 700 * (torch.pow(10.0, middles / 2595) - 1)
        moved = 2595 * torch.log10(1 + hertz * factor / 700)
        return moved * ((count + 1) / highest) - 1


def _mel(hertz: float) -> float:
    return 2595 * math.log10(1 + hertz / 700)


def _stretch(size: int, longest: int, generator: torch.Generator) -> tuple[int, int]:
    """Start and end of up to `longest` places among `size`."""
    length, start = torch.rand(2, generator=generator).tolist()
    width = int(length * (longest + 1))
    first = int(start * (size - width + 1))
    return first, first + width
