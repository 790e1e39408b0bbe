"""LoRA adapters of peft: put around a model, loaded from a folder, merged into a copy."""

from __future__ import annotations

import copy
import warnings
from pathlib import Path
from typing import Any

import torch

from privtool.core.errors import UnavailableError, UsageError
from privtool.models.hub.files import file_names, is_pickle, weight_files

_DROPOUT = 0.05


def with_new_adapter(model: Any, rank: int, causal: bool, seed: int) -> Any:
    """The model with an untrained adapter for all its linear layers but the last one.

    Its other weights stay as they are. Source: Hu et al. 2022, LoRA. Raises `UnavailableError` for
    a kind of model that peft has no adapters for.
    """
    from peft import LoraConfig, get_peft_model

    config = LoraConfig(
        r=rank,
        lora_alpha=2 * rank,
        lora_dropout=_DROPOUT,
        target_modules="all-linear",
        task_type="CAUSAL_LM" if causal else None,
    )
    with torch.random.fork_rng(devices=[]), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about settings that it finds by itself
        torch.manual_seed(seed)
        try:
            return _nameless(get_peft_model(model, config))
        except Exception as error:
            kind = model.config.model_type
            raise UnavailableError(
                f"peft can put no LoRA adapter on a model of the kind {kind} "
                f"({type(error).__name__}); take another model"
            ) from error


def with_adapter(model: Any, adapter: Path, trust_pickle: bool, trainable: bool = False) -> Any:
    """The model with the adapter in a folder around it.

    Raises `UsageError` for a folder that is none, or a pickle, and `UnavailableError` for an
    adapter of another model.
    """
    from peft import PeftModel

    weights = weight_files(file_names(adapter)) if adapter.is_dir() else []
    if not weights or not (adapter / "adapter_config.json").is_file():
        raise UsageError(f"--adapter {adapter}: no adapter_config.json and weights in that folder")
    if any(map(is_pickle, weights)) and not trust_pickle:
        raise UsageError(
            f"--adapter {adapter} is a pickle, which can run any code as it is loaded: if you "
            "trust its source, add --trust-pickle"
        )
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("error", "Found missing adapter keys")
            found = PeftModel.from_pretrained(model, str(adapter), is_trainable=trainable)
    except Exception as error:
        raise UnavailableError(
            f"--adapter {adapter} cannot be loaded onto this model ({type(error).__name__})"
        ) from error
    if any(config.is_prompt_learning for config in found.peft_config.values()):
        raise UnavailableError(f"--adapter {adapter} is one of prompts; take a LoRA adapter")
    return _nameless(found)


def _nameless(model: Any) -> Any:
    """The model without the name of what it adapts: peft would look for that on the hub."""
    for config in model.peft_config.values():
        config.base_model_name_or_path = ""
    return model


def is_adapted(model: Any) -> bool:
    """Whether an adapter is around a model."""
    return hasattr(model, "get_base_model")


def rank_of(model: Any) -> int | None:
    """The rank of the adapter around a model; None without one."""
    if not is_adapted(model):
        return None
    rank: int | None = getattr(next(iter(model.peft_config.values())), "r", None)
    return rank


def bare(model: Any) -> Any:
    """The model of transformers inside one of peft; its layers are those with the adapter."""
    return model.get_base_model() if is_adapted(model) else model


def merged_copy(model: Any) -> Any:
    """A copy with the adapter, if there is one, as a part of the weights; in evaluation mode."""
    made = copy.deepcopy(model)
    return (made.merge_and_unload() if is_adapted(made) else made).eval()
