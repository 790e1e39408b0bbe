"""The streaming Emformer encoder (Shi 2021; Vats 2023 and Ma 2022).

It wraps torchaudio's `Emformer` so that a clip does not depend on its batch: clips are padded with
zeros to whole segments, plus the right context that the model consumes. All of a segment counts as
audio, so that batches and streams give the same frames.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from privtool.models.asr.transducer.model import Encoded, TransducerShape
from privtool.models.asr.transducer.subsampling import FeatureScaling, StackedSubsampling


class EmformerEncoder(nn.Module):
    """Normalization, frame stacking, Emformer, a dense layer and layer norm: an `Encoder`."""

    def __init__(self, shape: TransducerShape) -> None:
        from torchaudio.models import Emformer

        super().__init__()
        self.width, self.hop = shape.output, shape.hop
        self.segment, self.right = shape.segment, shape.right
        self.scaling = FeatureScaling(shape.features.count)
        self.subsampling = StackedSubsampling(shape.features.count, shape.hop, shape.width)
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
            max_memory_size=shape.memory,
            tanh_on_mem=True,
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
