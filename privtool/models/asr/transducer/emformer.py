"""The streaming Emformer encoder (Shi 2021; Vats 2023 and Ma 2022).

It wraps torchaudio's `Emformer` so that a clip does not depend on its batch: clips are padded with
zeros to whole segments, plus the right context that the model consumes. All of a segment counts as
audio, so that batches and streams give the same frames.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from privtool.models.asr.transducer.model import Encoded
from privtool.models.asr.transducer.subsampling import FeatureScaling, StackedSubsampling

EmformerState = list[list[torch.Tensor]]  # of torchaudio, by layer


class EmformerEncoder(nn.Module):
    """Normalization, frame stacking, Emformer, a dense layer and layer norm: an `Encoder`."""

    def __init__(
        self,
        count: int,
        *,
        layers: int,
        width: int,
        heads: int,
        feed_forward: int,
        segment: int,
        left: int,
        right: int,
        memory: int,
        hop: int,
        output: int,
        dropout: float,
    ) -> None:
        """`segment`, `left` and `right` are in frames after the reduction by `hop`.

        `memory` is the number of summarized segments before the left context.
        """
        from torchaudio.models import Emformer

        super().__init__()
        self.width, self.hop = output, hop
        self.segment, self.right = segment, right
        self.scaling = FeatureScaling(count)
        self.subsampling = StackedSubsampling(count, hop, width)
        self.emformer: Any = Emformer(
            width,
            heads,
            feed_forward,
            layers,
            segment,
            dropout=dropout,
            activation="gelu",
            left_context_length=left,
            right_context_length=right,
            max_memory_size=memory,
            tanh_on_mem=True,
        )
        self.output = nn.Sequential(nn.Linear(width, output), nn.LayerNorm(output))

    def forward(self, features: torch.Tensor, lengths: torch.Tensor) -> Encoded:
        """See `Encoder`."""
        hidden, lengths = self._subsample(features, lengths)
        clips, frames, _ = hidden.shape
        hidden = nn.functional.pad(hidden, (0, 0, 0, -frames % self.segment + self.right))
        padded_lengths = lengths.new_full((clips,), hidden.shape[1] - self.right)
        output, _ = self.emformer(hidden, padded_lengths)
        return Encoded(self.output(output[:, :frames]), lengths)

    def infer(
        self, features: torch.Tensor, lengths: torch.Tensor, state: EmformerState | None
    ) -> tuple[torch.Tensor, EmformerState]:
        """Return frames (clips, segment, output) of the next segment, and the new state.

        `features` (clips, segment_features + right_features, count) cover the segment and its
        right context, which the next call starts with. `lengths` of them belong to the clip, the
        rest is padding. The old state must not be used again.
        """
        hidden, _ = self._subsample(features, lengths)
        padded_lengths = lengths.new_full((len(features),), hidden.shape[1])
        output, _, state = self.emformer.infer(hidden, padded_lengths, state)
        return self.output(output), state

    @property
    def segment_features(self) -> int:
        """The number of feature frames in a segment."""
        return self.segment * self.hop

    @property
    def right_features(self) -> int:
        """The number of feature frames in the right context."""
        return self.right * self.hop

    def _subsample(
        self, features: torch.Tensor, lengths: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return frames, zero in padding, and their lengths."""
        hidden, lengths = self.subsampling(self.scaling(features, lengths), lengths)
        return hidden, lengths
