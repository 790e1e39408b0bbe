"""Loading a tagger from the files that transformers saves."""

from __future__ import annotations

from pathlib import Path

import torch

from privtool.core.errors import UnavailableError
from privtool.models.pretrained import load_pretrained
from privtool.models.token_tagger import TokenTagger

_THRESHOLD = 0.5


def load_token_tagger(
    name: str,
    folder: Path,
    threshold: float | None,
    device: torch.device,
    batch_size: int,
    trust_pickle: bool = False,
) -> TokenTagger:
    """The tagger in a folder; `name` is how messages call it. Nothing is fetched.

    Its configuration may have `privtool_threshold`, the default threshold (else 0.5),
    `privtool_case_shapes` and `privtool_first_piece`, see `TokenTagger`. Raises `UnavailableError`
    for files that cannot be loaded and for a model that is no tagger.
    """
    model, tokenizer = load_pretrained(
        "AutoModelForTokenClassification", "tagger", name, folder, trust_pickle
    )
    config = model.config
    if not getattr(tokenizer, "is_fast", False):
        raise UnavailableError(f"{name}: its tokenizer cannot say where in a text its pieces are")
    if threshold is None:
        threshold = float(getattr(config, "privtool_threshold", _THRESHOLD))
    return TokenTagger(
        model.to(device),
        tokenizer.backend_tokenizer,
        config.id2label,
        threshold,
        batch_size=batch_size,
        shapes=bool(getattr(config, "privtool_case_shapes", False)),
        first_piece=bool(getattr(config, "privtool_first_piece", False)),
    )
