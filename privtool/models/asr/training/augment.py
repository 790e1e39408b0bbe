"""Data augmentation of features, different in every epoch: masks, speed and vocal tract length.

Masks are those of SpecAugment (Park 2019), with more time masks in longer clips (Park 2020). A
mask is filled with the mean of its band in the clip. Before masking, the clip is stretched in time
and its bands are warped to another vocal tract length (Jaitly and Hinton 2013); both are cheap
interpolations.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch

from privtool.models.asr.features import RATE


class AugmentSettings(NamedTuple):
    """The strength of augmentation; with zeros clips do not change.

    There are `bands` frequency masks of up to `band_share` of the bands each, and a time mask per
    `every` frames (at least one), each up to `time_share` of the clip and `longest` frames.
    `tempo` and `tract` are the largest relative changes of speed and of frequencies.
    """

    bands: int = 2
    band_share: float = 0.15
    every: int = 60
    time_share: float = 0.05
    longest: int = 40
    tempo: float = 0.1
    tract: float = 0.08


class SpecAugment:
    """Augments the features of one clip at a time, before padding."""

    def __init__(self, settings: AugmentSettings) -> None:
        self.settings = settings

    def __call__(self, features: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
        """Augment features (frames, count) to (new frames, count).

        All draws are from `generator`. Seeded by record and epoch, it alone determines the result.
        """
        settings = self.settings
        speed = self.speed(generator)
        tract = 1 + settings.tract * (2 * float(torch.rand(1, generator=generator)) - 1)
        warped = self._warp(features, speed, tract)
        frames, count = warped.shape
        mean = warped.mean(0)
        widest = int(settings.band_share * count)
        for _ in range(settings.bands):
            start, end = _draw_mask(count, widest, generator)
            warped[:, start:end] = mean[start:end]
        longest = min(settings.longest, int(settings.time_share * frames))
        for _ in range(max(1, frames // settings.every) if settings.every else 0):
            start, end = _draw_mask(frames, longest, generator)
            warped[start:end] = mean
        return warped

    def speed(self, generator: torch.Generator) -> float:
        """Draw the speed factor. It is the first draw, so a fresh generator predicts it."""
        return 1 + self.settings.tempo * (2 * float(torch.rand(1, generator=generator)) - 1)

    def _warp(self, features: torch.Tensor, speed: float, tract: float) -> torch.Tensor:
        """Return a new tensor at another speed and vocal tract length."""
        frames, count = features.shape
        if not self.settings.tempo and not self.settings.tract:
            return features.clone()
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


def _draw_mask(size: int, longest: int, generator: torch.Generator) -> tuple[int, int]:
    """Draw start and end of a mask of up to `longest` out of `size`."""
    length, start = torch.rand(2, generator=generator).tolist()
    width = int(length * (longest + 1))
    first = int(start * (size - width + 1))
    return first, first + width
