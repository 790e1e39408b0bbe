"""Loading what transformers saved: one way for models of all kinds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from privtool.core.errors import UnavailableError
from privtool.models.hub.resolve import ResolvedModel

_HERE = {"local_files_only": True, "trust_remote_code": False}


def load_pretrained(
    auto_class: str,
    called: str,
    model: ResolvedModel,
    dtype: torch.dtype = torch.float32,
) -> tuple[Any, Any]:
    """Load a model, in evaluation mode, and its tokenizer, quietly.

    `auto_class` is its class in transformers, such as `AutoModelForMaskedLM`, `called` its name in
    messages. Raises `UnavailableError` for a model of another kind.
    """
    import transformers

    with _loading(called, model.name):
        tokenizer = transformers.AutoTokenizer.from_pretrained(model.path, **_HERE)
        loaded, report = getattr(transformers, auto_class).from_pretrained(
            model.path,
            use_safetensors=None if model.source.trust_pickle else True,
            dtype=dtype,
            output_loading_info=True,
            **_HERE,
        )
    if report["missing_keys"]:
        raise UnavailableError(f"'{model.name}' is no {called}: it lacks trained weights")
    return loaded.eval(), tokenizer


def check_weights(model: Any, name: str) -> None:
    """Raise `UnavailableError` for a model with weights that are no numbers."""
    for weights in model.parameters():
        if not torch.isfinite(weights.detach().sum(dtype=torch.float32)):
            raise UnavailableError(f"'{name}' has weights that are no numbers")


def check_tokens(model: Any, tokenizer: Any, name: str) -> None:
    """Raise `UnavailableError` for a tokenizer with pieces that the model has no weights for.

    Or for one that is no tokenizer of `tokenizers`.

    Added tokens may be without: many a model came with a padding token that nothing uses.
    """
    if not tokenizer.is_fast:
        raise UnavailableError(f"'{name}' has a tokenizer without a fast form (tokenizer.json)")
    vocabulary = tokenizer.backend_tokenizer.get_vocab(with_added_tokens=False)
    heads = (model.get_input_embeddings(), model.get_output_embeddings())
    rows = min(len(head.weight) for head in heads if head is not None)
    if max(vocabulary.values()) >= rows:
        raise UnavailableError(f"'{name}' has a tokenizer that does not fit its weights")


def load_extractor(called: str, model: ResolvedModel) -> Any:
    """Load the feature extractor of a speech model. Raises as `load_pretrained` does."""
    import transformers

    with _loading(called, model.name):
        return transformers.AutoFeatureExtractor.from_pretrained(model.path, **_HERE)


def load_config(called: str, model: ResolvedModel) -> Any:
    """Load the configuration of a model. Raises as `load_pretrained` does."""
    import transformers

    with _loading(called, model.name):
        return transformers.AutoConfig.from_pretrained(model.path, **_HERE)


@contextmanager
def _loading(called: str, name: str) -> Iterator[None]:
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    except Exception as error:
        # The library's message may be long and name places that have nothing to do with the user.
        raise UnavailableError(
            f"'{name}' cannot be loaded as a {called} ({type(error).__name__})"
        ) from error
