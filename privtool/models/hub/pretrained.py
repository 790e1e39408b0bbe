"""Loading models that transformers saved, and recognizing causal language models among them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch

from privtool.core.errors import PrivtoolError, UnavailableError
from privtool.models.catalog import ALIASES, CAUSAL_LM, FLAIR, LSTM_LM, MASKED_LM, TAGGER
from privtool.models.hub.files import CONFIG
from privtool.models.hub.resolve import ResolvedModel

_POSITIONS = ("max_position_embeddings", "n_positions", "seq_length")  # others may be strays
_LOCAL = {"local_files_only": True, "trust_remote_code": False}
_NAMED = {
    MASKED_LM: "masked language model",
    CAUSAL_LM: "causal language model",
    TAGGER: "tagger",
    FLAIR: "tagger",
}


def load_pretrained(
    auto_class: str, called: str, model: ResolvedModel, dtype: torch.dtype = torch.float32
) -> tuple[Any, Any]:
    """Load a model, in evaluation mode, and its tokenizer, quietly.

    `auto_class` is its class in transformers, such as `AutoModelForMaskedLM`, `called` its name in
    messages. Raise `UnavailableError` for a model of another kind.
    """
    import transformers

    with translated_errors(called, model.name):
        config = _plain_config(model)
        loaded, report = getattr(transformers, auto_class).from_pretrained(
            model.path,
            config=config,
            use_safetensors=None if model.source.trust_pickle else True,
            dtype=dtype,
            output_loading_info=True,
            **_LOCAL,
        )
    # A missing weight that transformers takes for a copy of another one has no values.
    if report["missing_keys"] or any(weights.is_meta for weights in loaded.parameters()):
        raise UnavailableError(
            f"'{model.name}' is not a {called}: it lacks trained weights, such as those of the "
            "output layer"
        )
    return loaded.eval(), load_part("AutoTokenizer", called, model)


def _plain_config(model: ResolvedModel) -> Any:
    """Return the configuration of a model without settings that depend on what is installed.

    ModernBERT would compile itself and use flash attention, which takes half precision only. Raise
    `UnavailableError` for architectures that need code from the model's own folder.
    """
    from transformers import CONFIG_MAPPING, AutoConfig, __version__

    stated = json.loads((model.path / CONFIG).read_text(encoding="utf-8"))
    kind = stated.get("model_type")
    if kind is not None and kind not in CONFIG_MAPPING:
        own = "is an LSTM of lm-train, which has only whole words"
        lacks = f"has an architecture that transformers {__version__} lacks"
        raise UnavailableError(f"'{model.name}' {own if kind == LSTM_LM else lacks}")
    config = AutoConfig.from_pretrained(model.path, **_LOCAL)
    if config.model_type == "modernbert":
        config._attn_implementation = "sdpa"
        config.reference_compile = False
    return config


def check_weights(model: Any, name: str) -> None:
    """Raise `UnavailableError` for a model with weights that are not finite."""
    for weights in model.parameters():
        if not torch.isfinite(weights.detach().sum(dtype=torch.float32)):
            raise UnavailableError(f"'{name}' has weights that are not finite")


def check_tokens(model: Any, tokenizer: Any, name: str) -> None:
    """Raise `UnavailableError` for a slow tokenizer, or one with more pieces than embeddings.

    Added tokens need no embedding: many models have an unused padding token.
    """
    if not tokenizer.is_fast:
        raise UnavailableError(f"'{name}' has no fast tokenizer (tokenizer.json)")
    vocabulary = tokenizer.backend_tokenizer.get_vocab(with_added_tokens=False)
    heads = (model.get_input_embeddings(), model.get_output_embeddings())
    rows = min(len(head.weight) for head in heads if head is not None)
    if max(vocabulary.values()) >= rows:
        raise UnavailableError(f"'{name}' has a tokenizer that does not fit its weights")


def max_positions(model: Any) -> int | None:
    """Return the greatest number of tokens of an input, or None if the configuration has none."""
    config = model.config
    if hasattr(config, "get_text_config"):  # of models that read images, too
        config = config.get_text_config()
    lengths = (getattr(config, name, None) or 0 for name in _POSITIONS)
    stated: int | None = next((length for length in lengths if length > 0), None)  # -1: any
    if stated is None:
        return None
    for path, module in model.named_modules():
        padding = getattr(module, "padding_idx", None)
        if path.endswith("position_embeddings") and padding is not None:
            return stated - (int(padding) + 1)  # RoBERTa's positions start after it
    return stated


def load_part(auto_class: str, called: str, model: ResolvedModel) -> Any:
    """Load what a class such as `AutoConfig` reads. Raise `UnavailableError` if that fails."""
    import transformers

    with translated_errors(called, model.name):
        return getattr(transformers, auto_class).from_pretrained(model.path, **_LOCAL)


@contextmanager
def translated_errors(called: str, name: str) -> Iterator[None]:
    """Raise `UnavailableError` for what a library says while it loads a model, quietly."""
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    except PrivtoolError:
        raise
    except Exception as error:
        # The library's own message may be long and quote paths.
        kind = _NAMED.get(ALIASES[name].kind, called) if name in ALIASES else called
        if not kind.endswith(called):
            raise UnavailableError(f"'{name}' is a {kind}, not a {called}") from error
        raise UnavailableError(
            f"'{name}' cannot be loaded as a {called} ({type(error).__name__}): it is another kind "
            "of model, or broken"
        ) from error


def is_causal_folder(folder: Path) -> bool:
    """Return whether the class that saved the weights in a folder is a causal language model."""
    try:
        names = json.loads((folder / CONFIG).read_text(encoding="utf-8")).get("architectures")
    except (OSError, ValueError, AttributeError):  # loading the model will report it
        return False
    return any(name.endswith(("ForCausalLM", "LMHeadModel")) for name in names or ())


def load_causal(resolved: ResolvedModel, dtype: torch.dtype = torch.float32) -> tuple[Any, Any]:
    """Load a causal LM and its tokenizer, quietly; `UnavailableError` for other models."""
    from transformers import GenerationConfig

    model, tokenizer = load_pretrained(
        "AutoModelForCausalLM", "causal language model", resolved, dtype
    )
    check_tokens(model, tokenizer, resolved.name)
    check_weights(model, resolved.name)
    # The checkpoint's own sampling settings and penalties would be combined with our options.
    model.generation_config = GenerationConfig()
    if not _is_causal(model):
        raise UnavailableError(
            f"'{resolved.name}' is not a causal language model: it sees the words to predict"
        )
    return model, tokenizer


@torch.inference_mode()
def _is_causal(model: Any) -> bool:
    """Return whether the logits before the last token do not depend on it.

    transformers loads masked models as causal ones without an error.
    """
    ids = torch.tensor([[1, 2, 3, 4], [1, 2, 3, 5]])
    first, second = model(input_ids=ids).logits[:, :3].float()
    return torch.allclose(first, second, atol=1e-4 if model.dtype == torch.float32 else 0.1)


@torch.inference_mode()
def has_plain_head(model: Any) -> bool:
    """Return whether logits are the values of the output layer, which some models scale or cap."""
    # Token 0 is often padding: zeros are the same when scaled or capped.
    ids = torch.tensor([[1, 2, 3, 4]], device=next(model.parameters()).device)
    try:
        head = model.get_output_embeddings()
        logits = head(model.base_model(input_ids=ids)[0])
    except Exception:  # other architectures may fail in any way
        return False
    return torch.equal(logits, model(input_ids=ids).logits)
