"""Layers in encoders and in front of them: dropout, feature normalization and subsampling."""

from __future__ import annotations

import torch
from torch import nn

REDUCTION = 4  # frames of features per frame of an encoder
_BYTES = 8  # in a random number


class Dropout(nn.Module):
    """Zeroes elements with probability `p` in training and scales up the rest.

    On a CPU `p` is rounded to a multiple of 1/256; elsewhere this is torch's own dropout.
    """

    def __init__(self, p: float) -> None:
        """Raise `ValueError` unless 0 <= p < 1."""
        super().__init__()
        if not 0 <= p < 1:
            raise ValueError("the dropout probability must be at least 0 and less than 1")
        self.p = p
        self._threshold = min(255, round(p * 256))

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """Return a tensor of the same shape."""
        if not self.training or not self._threshold:
            return hidden
        if hidden.device.type != "cpu":
            return nn.functional.dropout(hidden, self.p)
        count = hidden.numel()
        drawn = torch.empty(-(-count // _BYTES), dtype=torch.int64).random_(-(1 << 63), None)
        kept = drawn.view(torch.uint8)[:count].view(hidden.shape) >= self._threshold
        return hidden * (kept * (256 / (256 - self._threshold))).to(hidden.dtype)


_SMALL = 1 << 15  # elements; the threshold of torch 2.11 is 20,480


def length_mask(lengths: torch.Tensor, frames: int) -> torch.Tensor:
    """Return a boolean mask (clips, frames): True inside a clip, False in padding."""
    return torch.arange(frames, device=lengths.device) < lengths[:, None]


class FeatureScaling(nn.Module):
    """Normalization by the mean and standard deviation of the training set."""

    mean: torch.Tensor
    deviation: torch.Tensor  # the name in saved weights

    def __init__(self, count: int) -> None:
        """Start as the identity; see `set_statistics`."""
        super().__init__()
        self.register_buffer("mean", torch.zeros(count))
        self.register_buffer("deviation", torch.ones(count))

    def set_statistics(self, mean: torch.Tensor, std: torch.Tensor) -> None:
        """Set mean and standard deviation (count), floored so that a constant band stays small."""
        self.mean.copy_(mean)
        self.deviation.copy_(std.clamp_min(1e-3))

    def forward(self, features: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """Return normalized features (clips, frames, count), with zeros in padding."""
        scaled = (features - self.mean) / self.deviation
        return scaled.masked_fill(~length_mask(lengths, features.shape[1])[:, :, None], 0)


class ConvolutionSubsampling(nn.Module):
    """Two convolutions over time and bands that keep a quarter of the frames, and a dense layer.

    Source: Flechl 2022, section 4.2. Padding is zeroed before each convolution, as if each clip
    were encoded alone.
    """

    def __init__(self, count: int, channels: int, width: int, dropout: float) -> None:
        """Map `count` features to frames of `width`."""
        super().__init__()
        self.first = nn.Conv2d(1, channels, 3, stride=2, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, stride=2, padding=1)
        self.dense = nn.Linear(channels * ((count + 3) // 4), width)
        self.dropout = Dropout(dropout)

    def forward(
        self, features: torch.Tensor, lengths: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return frames (clips, ceil(frames / 4), width) and their lengths (clips)."""
        hidden, lengths = _halve(self.first, features[:, None]), (lengths + 1) // 2
        hidden = hidden * length_mask(lengths, hidden.shape[2])[:, None, :, None]
        hidden, lengths = _halve(self.second, hidden), (lengths + 1) // 2
        rows = hidden.permute(0, 2, 3, 1).flatten(2)
        return self.dropout(self.dense(rows)), lengths


def _halve(layer: nn.Conv2d, hidden: torch.Tensor) -> torch.Tensor:
    """Halve frames and bands of (clips, channels, frames, bands).

    Channels come last in memory, which is faster on a CPU.
    """
    weight = layer.weight.contiguous(memory_format=torch.channels_last)
    if len(hidden) == 1 and hidden.numel() <= _SMALL:
        # torch sums a single small image in another order, which would change the last bits.
        return _halve(layer, hidden.expand(2, -1, -1, -1))[:1]
    return nn.functional.conv2d(hidden, weight, layer.bias, stride=2, padding=1).relu()


class StackedSubsampling(nn.Module):
    """A dense layer, then four neighboring frames stacked into one, without look-ahead.

    Source: the time reduction of torchaudio's Emformer transducer. A remainder of fewer than
    four frames at the end of a clip is padded with zeros.
    """

    def __init__(self, count: int, width: int) -> None:
        """Map `count` features to frames of `width`, a multiple of four."""
        super().__init__()
        self.dense = nn.Linear(count, width // REDUCTION, bias=False)

    def forward(
        self, features: torch.Tensor, lengths: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return frames (clips, ceil(frames / 4), width) and their lengths (clips)."""
        clips, frames, _ = features.shape
        hidden = nn.functional.pad(self.dense(features), (0, 0, 0, -frames % REDUCTION))
        return hidden.reshape(clips, -(-frames // REDUCTION), -1), -(-lengths // REDUCTION)
