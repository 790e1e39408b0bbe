"""The conformer encoder (Gulati 2020; Flechl 2022, section 4.2).

Two things differ from torchaudio's, whose output depends on what else is in the batch: frames
after the end of a clip are zero before the depthwise convolution, and a layer norm stands where
a batch norm would. Attention knows how far frames are from one another by rotation (Su 2021),
which costs less than relative encodings and knows no longest clip.
"""

from __future__ import annotations

import torch
from torch import nn

from privtool.models.asr.transducer.dropout import Dropout
from privtool.models.asr.transducer.model import Encoded
from privtool.models.asr.transducer.subsampling import (
    ConvolutionSubsampling,
    FeatureScaling,
    within,
)

_SLOWEST = 10000.0  # frames in a radian of the slowest rotation


class Conformer(nn.Module):
    """Scaling, subsampling by 4, blocks, and a dense layer: an `Encoder`."""

    hop = ConvolutionSubsampling.hop

    def __init__(
        self,
        count: int,
        *,
        layers: int,
        width: int,
        heads: int,
        feed_forward: int,
        kernel: int,
        channels: int,
        output: int,
        dropout: float,
    ) -> None:
        """From `count` features to `output` numbers a frame; `kernel` is odd."""
        super().__init__()
        self.width = output
        self._head = width // heads
        self.scaling = FeatureScaling(count)
        self.subsampling = ConvolutionSubsampling(count, channels, width, dropout)
        self.blocks = nn.ModuleList(
            ConformerBlock(width, heads, feed_forward, kernel, dropout) for _ in range(layers)
        )
        self.output = nn.Linear(width, output)

    def forward(self, features: torch.Tensor, lengths: torch.Tensor) -> Encoded:
        """As `Encoder` says."""
        hidden, lengths = self.subsampling(self.scaling(features, lengths), lengths)
        inside = within(lengths, hidden.shape[1])
        turns = rotations(hidden.shape[1], self._head, hidden.device)
        for block in self.blocks:
            hidden = block(hidden, inside, turns)
        return Encoded(self.output(hidden), lengths)


class ConformerBlock(nn.Module):
    """Half a feed-forward network, attention, convolution, the other half, and a norm."""

    def __init__(
        self, width: int, heads: int, feed_forward: int, kernel: int, dropout: float
    ) -> None:
        super().__init__()
        self.before = FeedForward(width, feed_forward, dropout)
        self.attention = Attention(width, heads, dropout)
        self.convolution = Convolution(width, kernel, dropout)
        self.after = FeedForward(width, feed_forward, dropout)
        self.norm = nn.LayerNorm(width)

    def forward(
        self, hidden: torch.Tensor, inside: torch.Tensor, turns: torch.Tensor
    ) -> torch.Tensor:
        """Frames (clips, frames, width), of which those `inside` (clips, frames) count."""
        hidden = hidden + 0.5 * self.before(hidden)
        hidden = hidden + self.attention(hidden, inside, turns)
        hidden = hidden + self.convolution(hidden, inside)
        hidden = hidden + 0.5 * self.after(hidden)
        return self.norm(hidden)  # type: ignore[no-any-return]


class FeedForward(nn.Sequential):
    """Norm, a wide layer with Swish, and back to the width."""

    def __init__(self, width: int, inner: int, dropout: float) -> None:
        super().__init__(
            nn.LayerNorm(width),
            nn.Linear(width, inner),
            nn.SiLU(),
            Dropout(dropout),
            nn.Linear(inner, width),
            Dropout(dropout),
        )


class Attention(nn.Module):
    """Norm and attention of all frames of a clip to one another."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        if width % (2 * heads):
            raise ValueError("the width is no multiple of two for every head")
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, 3 * width)
        self.outer = nn.Linear(width, width)
        self.dropout = Dropout(dropout)

    def forward(
        self, hidden: torch.Tensor, inside: torch.Tensor, turns: torch.Tensor
    ) -> torch.Tensor:
        """As a block; no frame looks at one that is not inside."""
        clips, frames, width = hidden.shape
        parts = self.inner(self.norm(hidden)).view(clips, frames, 3, self.heads, -1)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        # A mask always, even where nothing is masked: other kernels sum in another order.
        seen = nn.functional.scaled_dot_product_attention(
            rotated(query, turns), rotated(key, turns), value, attn_mask=inside[:, None, None]
        )
        joined = seen.transpose(1, 2).reshape(clips, frames, width)
        return self.dropout(self.outer(joined))  # type: ignore[no-any-return]


class Convolution(nn.Module):
    """Norm, a gate, a depthwise convolution over time, norm, Swish and a dense layer."""

    def __init__(self, width: int, kernel: int, dropout: float) -> None:
        super().__init__()
        if kernel % 2 == 0:
            raise ValueError("the kernel of the convolution is not odd")
        self.before = nn.LayerNorm(width)
        self.inner = nn.Linear(width, 2 * width)
        self.depthwise = nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width)
        self.after = nn.LayerNorm(width)
        self.outer = nn.Linear(width, width)
        self.dropout = Dropout(dropout)

    def forward(self, hidden: torch.Tensor, inside: torch.Tensor) -> torch.Tensor:
        """As a block; a clip is surrounded by zeros as if it were alone."""
        gated = nn.functional.glu(self.inner(self.before(hidden)), dim=2)
        gated = gated * inside[:, :, None]
        # As a picture of one row with the channels last, which is faster on a CPU.
        heard = nn.functional.conv2d(
            gated[:, None].permute(0, 3, 1, 2),
            self.depthwise.weight[:, :, None],
            self.depthwise.bias,
            padding=(0, self.depthwise.kernel_size[0] // 2),
            groups=len(self.depthwise.weight),
        ).permute(0, 2, 3, 1)[:, 0]
        heard = nn.functional.silu(self.after(heard))
        return self.dropout(self.outer(heard))  # type: ignore[no-any-return]


def rotations(frames: int, size: int, device: torch.device) -> torch.Tensor:
    """Cosines and sines (2, frames, size / 2) of the angles by which places are turned."""
    speeds = torch.arange(0, size, 2, device=device, dtype=torch.float32) / size
    angles = torch.arange(frames, device=device)[:, None] * _SLOWEST**-speeds
    return torch.stack((angles.cos(), angles.sin()))


def rotated(vectors: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
    """Vectors (clips, heads, frames, size) turned, so that products tell the distance.

    Source: Su 2021, "RoFormer", equation 34, with the halves as the pairs.
    """
    one, other = vectors.float().chunk(2, dim=3)
    cosines, sines = turns
    return torch.cat((one * cosines - other * sines, one * sines + other * cosines), dim=3).to(
        vectors.dtype
    )
