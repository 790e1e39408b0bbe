"""Loading a tagger from the files that transformers saves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from privtool.core.errors import UnavailableError, UsageError
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
    for files that cannot be loaded, and `UsageError` for a model that is no tagger.
    """
    model, tokenizer = _loaded(name, folder, trust_pickle)
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


def _loaded(name: str, folder: Path, trust_pickle: bool) -> tuple[Any, Any]:
    """The model and its tokenizer, quietly."""
    from transformers import AutoModelForTokenClassification, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model, report = AutoModelForTokenClassification.from_pretrained(
            folder,
            local_files_only=True,
            use_safetensors=None if trust_pickle else True,
            dtype=torch.float32,
            output_loading_info=True,
        )
    except Exception as error:
        # The library's message may be long and name places that have nothing to do with the user.
        raise UnavailableError(
            f"{name}: its files cannot be loaded as a tagger ({type(error).__name__})"
        ) from error
    if report["missing_keys"]:
        raise UsageError(f"{name} is no tagger: it has no trained weights for labels of words")
    return model, tokenizer
