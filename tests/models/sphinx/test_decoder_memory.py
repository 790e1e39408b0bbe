import numpy as np
import pytest

from privtool.models.sphinx import decoder


def test_a_model_is_not_loaded_with_too_little_memory(monkeypatch):
    monkeypatch.setattr(decoder, "_MODEL_MEMORY", 1 << 60)
    with pytest.raises(MemoryError):
        decoder.SphinxDecoder()


def test_a_clip_is_not_decoded_with_too_little_memory(monkeypatch):
    sphinx = decoder.SphinxDecoder()
    monkeypatch.setattr(decoder, "_SECOND_MEMORY", 1 << 60)
    with pytest.raises(MemoryError):
        sphinx.decode(np.zeros(decoder.RATE, np.float32), [(0, 0, 1.0, "hello")])
