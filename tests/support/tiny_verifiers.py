"""A speaker verifier of transformers with random weights, saved into a folder as real ones are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from transformers import Wav2Vec2FeatureExtractor, WavLMConfig, WavLMForXVector

from tests.support.tiny_models import seeded


def xvector_folder(folder: Path, seed: int = 1, **settings: Any) -> Path:
    """An x-vector model. Its features differ enough to tell sounds apart."""
    Wav2Vec2FeatureExtractor(do_normalize=True).save_pretrained(folder)
    config = WavLMConfig(
        hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
        conv_dim=(8,) * 7, num_conv_pos_embeddings=4, num_conv_pos_embedding_groups=2,
        tdnn_dim=(16,) * 5, xvector_output_dim=16, num_labels=4, initializer_range=0.4, **settings,
    )  # fmt: skip
    with seeded(seed):
        WavLMForXVector(config).save_pretrained(folder)
    return folder
