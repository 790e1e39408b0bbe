"""Data augmentation of features, different in every epoch: masks, speed and vocal tract length.

Masks are those of SpecAugment (Park 2019), with more time masks in longer clips (Park 2020). A
mask is filled with the mean of its band in the clip. Before masking, the clip is stretched in time
and its bands are warped to another vocal tract length (Jaitly and Hinton 2013); both are cheap
interpolations.
"""

from __future__ import annotations

import math

import torch

from privtool.models.asr.features import RATE

_BAND_MASKS, _BAND_SHARE = 2, 0.15  # a mask has up to this share of the bands
# A time mask for every so many frames, each up to this share of the clip and so many frames.
_FRAMES_PER_MASK, _TIME_SHARE, _LONGEST = 60, 0.05, 40
_SPEED, _TRACT = 0.1, 0.08  # the largest relative changes of speed and of frequencies


def augmented(features: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Return features (frames, count) of a clip, augmented, as a new tensor (new frames, count).

    All draws are from `generator`. Seeded by record and epoch, it alone determines the result.
    """
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
