"""Loading what transformers saved: one way for models of all kinds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from privtool.core.errors import UnavailableError


def load_pretrained(
    kind: str,
    called: str,
    name: str,
    folder: Path,
    trust_pickle: bool,
    dtype: torch.dtype = torch.float32,
) -> tuple[Any, Any]:
    """The model in a folder, in evaluation mode, and its tokenizer, quietly; nothing is fetched.

    `kind` is its class in transformers, such as `AutoModelForMaskedLM`; messages say `called` for
    it and `name` for the model. Raises `UnavailableError` for what is no such model.
    """
    import transformers
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    options = {"local_files_only": True, "trust_remote_code": False}
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, **options)
        model, report = getattr(transformers, kind).from_pretrained(
            folder,
            use_safetensors=None if trust_pickle else True,
            dtype=dtype,
            output_loading_info=True,
            **options,
        )
    except Exception as error:
        # The library's message may be long and name places that have nothing to do with the user.
        raise UnavailableError(
            f"'{name}' cannot be loaded as a {called} ({type(error).__name__})"
        ) from error
    if report["missing_keys"]:
        raise UnavailableError(f"'{name}' is no {called}: it lacks trained weights")
    return model.eval(), tokenizer
