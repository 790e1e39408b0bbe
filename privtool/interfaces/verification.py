"""Speaker verification: the protocol of models that turn speech into speaker embeddings."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from privtool.audio.io.decode import Samples

Embedding = NDArray[np.float32]


class SpeakerEmbedder(Protocol):
    """Embeds speech so that the cosine of two embeddings is higher for one speaker than for two.

    An embedding must not depend on other audio.
    """

    @property
    def rate(self) -> int:
        """The sample rate of its input in hertz."""

    def embed(self, samples: Samples) -> Embedding | None:
        """Return the embedding of mono floats, of length 1; None if they are too short for one."""
