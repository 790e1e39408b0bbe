"""A tiny GLiNER2 model with random weights."""

from pathlib import Path

import pytest
from transformers import AutoConfig, AutoTokenizer

from tests.support.tiny_models import seeded, tiny_bert


def tiny_gliner(base: Path) -> Path:
    """Returns the folder of the model; what it was made from is next to it."""
    pytest.importorskip("gliner2", reason="GLiNER2 models need privtool[gliner]")
    from gliner2 import ExtractorConfig, SpanExtractor

    encoder = tiny_bert(base / "encoder")
    config = ExtractorConfig(model_name="tiny", max_width=4, counting_layer="count_lstm")
    with seeded(1):
        model = SpanExtractor(
            config,
            encoder_config=AutoConfig.from_pretrained(encoder),
            tokenizer=AutoTokenizer.from_pretrained(encoder),
        )
    model.save_pretrained(base / "gliner")
    return base / "gliner"
