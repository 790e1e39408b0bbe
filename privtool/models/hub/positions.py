"""How many tokens a model of transformers reads, by its configuration."""

from __future__ import annotations

from typing import Any

_FIELDS = ("n_positions", "max_position_embeddings", "seq_length")


def max_positions(model: Any) -> int | None:
    """Return the greatest number of tokens of an input, or None if the configuration has none."""
    config = model.config
    if hasattr(config, "get_text_config"):  # of models that read images, too
        config = config.get_text_config()
    lengths = (getattr(config, name, None) for name in _FIELDS)
    stated: int | None = next(filter(None, lengths), None)
    if stated is None:
        return None
    for path, module in model.named_modules():
        padding = getattr(module, "padding_idx", None)
        if path.endswith("position_embeddings") and padding is not None:
            return stated - (int(padding) + 1)  # RoBERTa's positions start after it
    return stated
