"""The folder of a tuned filler: a whole model that `fill --model` loads, or a LoRA adapter."""

from __future__ import annotations

import copy
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from privtool.core.errors import UnavailableError, UsageError, option
from privtool.core.run_card import read_card
from privtool.models.catalog import ALIASES, IN_A_FOLDER
from privtool.models.fillers.causal.inputs import NAME as PROMPT
from privtool.models.hub.files import file_names, is_pickle, weight_files
from privtool.models.training.run_dir import new_model_dir

_RANK, _DROPOUT = 16, 0.05


def with_new_adapter(model: Any, causal: bool, seed: int) -> Any:
    """Add an untrained adapter to all linear layers but the last; other weights are frozen.

    Raise `UnavailableError` for architectures that peft does not support. Source: Hu et al. 2022,
    LoRA.
    """
    from peft import LoraConfig, get_peft_model

    config = LoraConfig(
        r=_RANK,
        lora_alpha=2 * _RANK,
        lora_dropout=_DROPOUT,
        target_modules="all-linear",
        task_type="CAUSAL_LM" if causal else None,
    )
    with torch.random.fork_rng(devices=[]), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about settings that peft derives by itself
        torch.manual_seed(seed)
        try:
            return _without_base_name(get_peft_model(model, config))
        except Exception as error:
            raise UnavailableError(
                f"peft does not support LoRA adapters for {model.config.model_type} models "
                f"({type(error).__name__}); use another model"
            ) from error


def with_adapter(model: Any, adapter: Path, trust_pickle: bool, trainable: bool = False) -> Any:
    """Add the adapter in a folder to a model.

    Raise `UsageError` for a folder without an adapter or with an untrusted pickle, and
    `UnavailableError` for an adapter of another model.
    """
    from peft import PeftModel

    weights = weight_files(file_names(adapter)) if adapter.is_dir() else []
    if not weights or not (adapter / "adapter_config.json").is_file():
        raise UsageError(
            f"{option('adapter')} {adapter}: no adapter_config.json and weights in that folder"
        )
    if any(map(is_pickle, weights)) and not trust_pickle:
        raise UsageError(
            f"{option('adapter')} {adapter} is a pickle, which can execute arbitrary code: add "
            f"{option('trust_pickle')} if you trust its source"
        )
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("error", "Found missing adapter keys")
            adapted = PeftModel.from_pretrained(model, str(adapter), is_trainable=trainable)
    except Exception as error:
        raise UnavailableError(
            f"{option('adapter')} {adapter} cannot be loaded onto this model "
            f"({type(error).__name__})"
        ) from error
    if any(config.is_prompt_learning for config in adapted.peft_config.values()):
        raise UnavailableError(
            f"{option('adapter')} {adapter} contains learned prompts; use a LoRA adapter"
        )
    return _without_base_name(adapted)


def _without_base_name(model: Any) -> Any:
    """Clear the name of the base model, which peft would look for on the hub."""
    for config in model.peft_config.values():
        config.base_model_name_or_path = ""
    return model


def is_adapted(model: Any) -> bool:
    return hasattr(model, "get_base_model")


def unwrapped(model: Any) -> Any:
    """Return the model of transformers inside one of peft; its layers keep the adapter."""
    return model.get_base_model() if is_adapted(model) else model


def merged_copy(model: Any) -> Any:
    """Return a copy in evaluation mode, with the adapter (if any) merged into the weights."""
    copied = copy.deepcopy(model)
    return (copied.merge_and_unload() if is_adapted(copied) else copied).eval()


_README = """\
A {what} by `privtool fill-train`; privtool.json says how. Use it with

    privtool fill --model {use}

It may have memorized parts of its training data: protect it like that data.
"""


def save_filler(
    out: Path, force: bool, model: Any, tokenizer: Any, base: str, card: Mapping[str, Any]
) -> None:
    """Write the folder atomically; for an adapted model, the adapter alone.

    `base` is the name of the model that was tuned, or `IN_A_FOLDER`. With `force`, replace an
    existing folder. Raise `PrivtoolError` if the folder cannot be written.
    """
    adapted = is_adapted(model)
    what = "LoRA adapter made" if adapted else "model tuned"
    readme = _README.format(what=what, use=f"{base} --adapter DIR" if adapted else "DIR")
    with new_model_dir(out, force, card, readme) as folder:
        if adapted:
            _save_adapter(folder, model, base)
            return
        model.config.name_or_path = _hub_id(base)
        model.save_pretrained(folder)
        try:
            tokenizer.save_pretrained(folder)
        except OSError:
            raise
        except Exception as error:  # what tokenizers raises when it cannot write
            raise RuntimeError from error


def is_prompted(adapter: Path) -> bool:
    """Return whether an adapter was trained on prompts, see `causal/inputs.py`."""
    return bool(read_card(adapter).get("prompt") == PROMPT)


def check_base(adapter: Path, weights: str) -> None:
    """Raise `UnavailableError` for an adapter whose card names another base model.

    `weights` is the `digest_of_weights` of the model to add it to.
    """
    if read_card(adapter).get("base_weights", weights) != weights:
        raise UnavailableError(f"{option('adapter')} {adapter} was trained for another model")


def _save_adapter(folder: Path, model: Any, base: str) -> None:
    for config in model.peft_config.values():
        config.base_model_name_or_path = _hub_id(base)
    # peft also writes a model card, which holds paths of this machine.
    with tempfile.TemporaryDirectory(dir=folder) as inside:
        model.save_pretrained(inside, save_embedding_layers=False)
        for name in ("adapter_config.json", "adapter_model.safetensors"):
            (Path(inside) / name).rename(folder / name)


def _hub_id(base: str) -> str:
    """Return the name of a model on the hub, or "" if it is not there."""
    alias = ALIASES.get(base)
    if alias is not None:
        return alias.hub_id or ""
    return "" if base == IN_A_FOLDER else base
