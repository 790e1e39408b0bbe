"""The encoders of transducers: conformer and Emformer. The frames of a clip depend on it alone."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from privtool.models.asr.features import BANDS
from privtool.models.asr.transducer.model import (
    Dropout,
    Encoded,
    FeatureScaling,
    TransducerShape,
    length_mask,
)

REDUCTION = 4  # frames of features per frame of an encoder
_SMALL = 1 << 15  # elements; the threshold of torch 2.11 is 20,480
_BASE = 10000.0  # of the rotary frequencies


class Conformer(nn.Module):
    """Normalization, subsampling by 4, conformer blocks, and a dense layer: an `Encoder`.

    Source: Gulati 2020; Flechl 2022, section 4.2. It differs from torchaudio's, whose output for a
    clip depends on the rest of its batch: padding is zeroed before the depthwise convolution, and
    layer norm replaces batch norm. Rotary position embeddings (Su 2021) cost less than relative
    encodings and set no limit on clip length.
    """

    def __init__(self, shape: TransducerShape) -> None:
        """Raise `ValueError` for an even `kernel`."""
        super().__init__()
        self.width = shape.output
        self._head_width = shape.width // shape.heads
        self.scaling = FeatureScaling(BANDS)
        self.subsampling = ConvolutionSubsampling(BANDS, shape.channels, shape.width, shape.dropout)
        self.blocks = nn.ModuleList(ConformerBlock(shape) for _ in range(shape.layers))
        self.output = nn.Linear(shape.width, shape.output)

    def forward(self, features: torch.Tensor, lengths: torch.Tensor) -> Encoded:
        hidden, lengths = self.subsampling(self.scaling(features, lengths), lengths)
        mask = length_mask(lengths, hidden.shape[1])
        rotary = rotary_angles(hidden.shape[1], self._head_width, hidden.device)
        for block in self.blocks:
            hidden = block(hidden, mask, rotary)
        return Encoded(self.output(hidden), lengths)


class ConformerBlock(nn.Module):
    """Half a feed-forward layer, attention, convolution, the other half, and layer norm."""

    def __init__(self, shape: TransducerShape) -> None:
        super().__init__()
        width, dropout = shape.width, shape.dropout
        self.before = FeedForward(width, shape.feed_forward, dropout)
        self.attention = Attention(width, shape.heads, dropout)
        self.convolution = Convolution(width, shape.kernel, dropout)
        self.after = FeedForward(width, shape.feed_forward, dropout)
        self.norm = nn.LayerNorm(width)

    def forward(
        self, hidden: torch.Tensor, mask: torch.Tensor, rotary: torch.Tensor
    ) -> torch.Tensor:
        """Transform frames (clips, frames, width); `mask` (clips, frames) is False in padding."""
        hidden = hidden + 0.5 * self.before(hidden)
        hidden = hidden + self.attention(hidden, mask, rotary)
        hidden = hidden + self.convolution(hidden, mask)
        hidden = hidden + 0.5 * self.after(hidden)
        return self.norm(hidden)  # type: ignore[no-any-return]


class FeedForward(nn.Sequential):
    """Layer norm and a feed-forward layer with Swish."""

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
    """Layer norm and self-attention over all frames of a clip."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        if width % (2 * heads):
            raise ValueError("the width of a head must be a multiple of two")
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, 3 * width)
        self.outer = nn.Linear(width, width)
        self.dropout = Dropout(dropout)

    def forward(
        self, hidden: torch.Tensor, mask: torch.Tensor, rotary: torch.Tensor
    ) -> torch.Tensor:
        """Transform frames as `ConformerBlock` does; no frame attends to padding."""
        clips, frames, width = hidden.shape
        parts = self.inner(self.norm(hidden)).view(clips, frames, 3, self.heads, -1)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        # Always with a mask: the kernels without one sum in another order.
        context = nn.functional.scaled_dot_product_attention(
            rotate(query, rotary), rotate(key, rotary), value, attn_mask=mask[:, None, None]
        )
        context = context.transpose(1, 2).reshape(clips, frames, width)
        return self.dropout(self.outer(context))  # type: ignore[no-any-return]


class Convolution(nn.Module):
    """Layer norm, GLU, depthwise convolution over time, layer norm, Swish, a dense layer."""

    def __init__(self, width: int, kernel: int, dropout: float) -> None:
        super().__init__()
        if kernel % 2 == 0:
            raise ValueError("the kernel size of the convolution must be odd")
        self.before = nn.LayerNorm(width)
        self.inner = nn.Linear(width, 2 * width)
        self.depthwise = nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width)
        self.after = nn.LayerNorm(width)
        self.outer = nn.Linear(width, width)
        self.dropout = Dropout(dropout)

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Transform frames as `ConformerBlock` does; padding is zeroed as if clips were alone."""
        gated = nn.functional.glu(self.inner(self.before(hidden)), dim=2)
        gated = gated * mask[:, :, None]
        # As an image of one row with the channels last, which is faster on a CPU.
        convolved = nn.functional.conv2d(
            gated[:, None].permute(0, 3, 1, 2),
            self.depthwise.weight[:, :, None],
            self.depthwise.bias,
            padding=(0, self.depthwise.kernel_size[0] // 2),
            groups=len(self.depthwise.weight),
        ).permute(0, 2, 3, 1)[:, 0]
        convolved = nn.functional.silu(self.after(convolved))
        return self.dropout(self.outer(convolved))  # type: ignore[no-any-return]


def rotary_angles(frames: int, size: int, device: torch.device) -> torch.Tensor:
    """Return cosines and sines (2, frames, size / 2) of the rotary position embedding."""
    exponents = torch.arange(0, size, 2, device=device, dtype=torch.float32) / size
    angles = torch.arange(frames, device=device)[:, None] * _BASE**-exponents
    return torch.stack((angles.cos(), angles.sin()))


def rotate(vectors: torch.Tensor, rotary: torch.Tensor) -> torch.Tensor:
    """Rotate vectors (clips, heads, frames, size), so that products depend on the distance.

    Source: Su 2021, "RoFormer", equation 34, pairing the two halves of a vector.
    """
    one, other = vectors.float().chunk(2, dim=3)
    cosines, sines = rotary
    return torch.cat((one * cosines - other * sines, one * sines + other * cosines), dim=3).to(
        vectors.dtype
    )


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
    """Halve frames and bands of (clips, channels, frames, bands); channels last are faster."""
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


class EmformerEncoder(nn.Module):
    """Normalization, frame stacking, Emformer, a dense layer and layer norm: an `Encoder`.

    It is streaming (Shi 2021; Vats 2023 and Ma 2022) and wraps torchaudio's `Emformer` so that a
    clip does not depend on its batch: clips are padded with zeros to whole segments, plus the right
    context that the model consumes. All of a segment counts as audio, so that batches and streams
    give the same frames.
    """

    def __init__(self, shape: TransducerShape) -> None:
        from torchaudio.models import Emformer

        super().__init__()
        self.width = shape.output
        self.segment, self.right = shape.segment, shape.right
        self.scaling = FeatureScaling(BANDS)
        self.subsampling = StackedSubsampling(BANDS, shape.width)
        self.emformer: Any = Emformer(
            shape.width,
            shape.heads,
            shape.feed_forward,
            shape.layers,
            shape.segment,
            dropout=shape.dropout,
            activation="gelu",
            left_context_length=shape.left,
            right_context_length=shape.right,
        )
        self.output = nn.Sequential(
            nn.Linear(shape.width, shape.output), nn.LayerNorm(shape.output)
        )

    def forward(self, features: torch.Tensor, lengths: torch.Tensor) -> Encoded:
        hidden, lengths = self.subsampling(self.scaling(features, lengths), lengths)
        clips, frames, _ = hidden.shape
        hidden = nn.functional.pad(hidden, (0, 0, 0, -frames % self.segment + self.right))
        padded_lengths = lengths.new_full((clips,), hidden.shape[1] - self.right)
        output, _ = self.emformer(hidden, padded_lengths)
        return Encoded(self.output(output[:, :frames]), lengths)
