"""Fewer frames: what stands before the blocks of an encoder."""

from __future__ import annotations

import torch
from torch import nn

from privtool.models.asr.transducer.dropout import Dropout

_SMALL = 1 << 15  # numbers; for torch 2.11 it is 20,480


def within(lengths: torch.Tensor, frames: int) -> torch.Tensor:
    """Which of `frames` frames belong to clips of such lengths: (clips, frames), boolean."""
    return torch.arange(frames, device=lengths.device) < lengths[:, None]


class FeatureScaling(nn.Module):
    """Features with the mean and deviation of the training set taken out."""

    mean: torch.Tensor
    deviation: torch.Tensor

    def __init__(self, count: int) -> None:
        """Until `set_statistics` is called features stay as they are."""
        super().__init__()
        self.register_buffer("mean", torch.zeros(count))
        self.register_buffer("deviation", torch.ones(count))

    def set_statistics(self, mean: torch.Tensor, deviation: torch.Tensor) -> None:
        """Take these (count) from now on; a band that never changes is not blown up."""
        self.mean.copy_(mean)
        self.deviation.copy_(deviation.clamp_min(1e-3))

    def forward(self, features: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """Features (clips, frames, count) scaled, and zero where a clip has ended."""
        scaled = (features - self.mean) / self.deviation
        return scaled.masked_fill(~within(lengths, features.shape[1])[:, :, None], 0)


class ConvolutionSubsampling(nn.Module):
    """Two convolutions over time and bands that leave a quarter of the frames, and a dense layer.

    Source: Flechl 2022, section 4.2. Padding is zero before each convolution, as it would be if
    the clip were alone.
    """

    hop = 4

    def __init__(self, count: int, channels: int, width: int, dropout: float) -> None:
        """From `count` features to `width` numbers a frame."""
        super().__init__()
        self.first = nn.Conv2d(1, channels, 3, stride=2, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, stride=2, padding=1)
        self.dense = nn.Linear(channels * ((count + 3) // 4), width)
        self.dropout = Dropout(dropout)

    def forward(
        self, features: torch.Tensor, lengths: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Frames (clips, ceil(frames / 4), width) and their number by clip (clips)."""
        hidden, lengths = _halved(self.first, features[:, None]), (lengths + 1) // 2
        hidden = hidden * within(lengths, hidden.shape[2])[:, None, :, None]
        hidden, lengths = _halved(self.second, hidden), (lengths + 1) // 2
        rows = hidden.permute(0, 2, 3, 1).flatten(2)
        return self.dropout(self.dense(rows)), lengths


def _halved(layer: nn.Conv2d, hidden: torch.Tensor) -> torch.Tensor:
    """Half of (clips, channels, frames, bands), the channels last in memory: faster on a CPU."""
    weight = layer.weight.contiguous(memory_format=torch.channels_last)
    if len(hidden) == 1 and hidden.numel() <= _SMALL:
        # torch sums a small picture that is alone in another order: the last bits would differ.
        return _halved(layer, hidden.expand(2, -1, -1, -1))[:1]
    return nn.functional.conv2d(hidden, weight, layer.bias, stride=2, padding=1).relu()


class StackedSubsampling(nn.Module):
    """A dense layer, then `hop` neighbors side by side as one frame: nothing of what follows.

    Source: the time reduction of torchaudio's Emformer transducer. What is left at the end of a
    clip, fewer than `hop` frames, is filled up with zeros.
    """

    def __init__(self, count: int, hop: int, width: int) -> None:
        """From `count` features to `width` numbers a frame; `width` is a multiple of `hop`."""
        super().__init__()
        if width % hop:
            raise ValueError("the width is no multiple of the frames that are put together")
        self.hop = hop
        self.dense = nn.Linear(count, width // hop, bias=False)

    def forward(
        self, features: torch.Tensor, lengths: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Frames (clips, ceil(frames / hop), width) and their number by clip (clips)."""
        clips, frames, _ = features.shape
        hidden = nn.functional.pad(self.dense(features), (0, 0, 0, -frames % self.hop))
        return hidden.reshape(clips, -(-frames // self.hop), -1), -(-lengths // self.hop)
