"""The Emformer encoder (Shi 2021; Vats 2023 and Ma 2022), which hears a clip piece by piece.

torchaudio's `Emformer` in a frame that makes it independent of the batch: clips are filled up with
zeros to whole segments, after which comes the right context that it eats, zeros again. All of a
segment counts as heard, in a batch as in a stream: so both give the same.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from privtool.models.asr.transducer.model import Encoded
from privtool.models.asr.transducer.subsampling import FeatureScaling, StackedSubsampling

Memory = list[list[torch.Tensor]]  # of torchaudio: by layer, what was heard so far


class EmformerEncoder(nn.Module):
    """Scaling, stacking of frames, Emformer, a dense layer and a norm: an `Encoder`."""

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

        `memory` is the number of past segments of which a summary is kept, beyond those in `left`.
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
        """As `Encoder` says."""
        hidden, lengths = self._reduced(features, lengths)
        clips, frames, _ = hidden.shape
        hidden = nn.functional.pad(hidden, (0, 0, 0, -frames % self.segment + self.right))
        whole = lengths.new_full((clips,), hidden.shape[1] - self.right)
        heard, _ = self.emformer(hidden, whole)
        return Encoded(self.output(heard[:, :frames]), lengths)

    def infer(
        self, features: torch.Tensor, lengths: torch.Tensor, memory: Memory | None
    ) -> tuple[torch.Tensor, Memory]:
        """Frames (clips, segment, output) of the next segment, and the new memory.

        `features` (clips, piece + ahead, count) are those of the segment and those right after
        it, which come again as the first ones of the next call; `lengths` of them are of the clip,
        which may have ended. The old memory is used up.
        """
        hidden, _ = self._reduced(features, lengths)
        whole = lengths.new_full((len(features),), hidden.shape[1])
        heard, _, memory = self.emformer.infer(hidden, whole, memory)
        return self.output(heard), memory

    @property
    def piece(self) -> int:
        """How many features belong to a segment."""
        return self.segment * self.hop

    @property
    def ahead(self) -> int:
        """How many features after a segment it is heard with."""
        return self.right * self.hop

    def _reduced(
        self, features: torch.Tensor, lengths: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Frames, which are zero after the end of each clip, and their number by clip."""
        reduced, lengths = self.subsampling(self.scaling(features, lengths), lengths)
        return reduced, lengths
