"""The folder of a tuned filler: a whole model that `fill --model` loads, or an adapter."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from privtool.core.errors import UnavailableError, option
from privtool.core.run_card import read_card
from privtool.models.catalog import ALIASES, IN_A_FOLDER
from privtool.models.fillers.causal.inputs import NAME as PROMPT
from privtool.models.fillers.lora import is_adapted
from privtool.models.training.run_dir import new_model_dir

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
