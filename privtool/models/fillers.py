"""Loading the model of `privtool fill`: the embedded one, a hub model or a folder."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from privtool.core.device import choose_device, parse_batch_size
from privtool.core.errors import UnavailableError, UsageError
from privtool.models.embedded import load_quantised
from privtool.models.hub import model_folder
from privtool.models.masked_lm import MaskedLM
from privtool.models.model_files import file_names, is_pickle, weight_files
from privtool.models.precision import dtype_of

EMBEDDED = "mini"
_DAMAGED = "the embedded model 'mini' is damaged: install privtool again"


def load_filler(
    name: str,
    adapter: Path | None,
    device: str,
    dtype: str,
    batch_size: str,
    offline: bool,
    trust_pickle: bool,
) -> MaskedLM:
    """The masked LM of that name, ready on its device.

    Raises `UnavailableError` for a model that is not here and cannot be had, or is no masked LM.
    """
    chosen = choose_device(device)
    folder = model_folder(name, offline, trust_pickle)
    size = parse_batch_size(batch_size, 0) or None
    if name == EMBEDDED:
        model, tokenizer, mask = _embedded(folder)
    else:
        model, tokenizer, mask = _pretrained(name, folder, trust_pickle)
    if adapter is not None:
        model = _adapted(model, adapter, trust_pickle)
    model = model.eval().to(chosen, dtype_of(dtype, chosen))
    return MaskedLM(model, tokenizer, mask, size)


def _embedded(folder: Path) -> tuple[Any, Any, str]:
    from transformers import BertConfig, BertForMaskedLM

    try:
        config = BertConfig(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
        model = BertForMaskedLM(config)
        weights = load_quantised(folder / "model.safetensors")
        missing, unexpected = model.load_state_dict(weights, strict=False)
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    except Exception as error:
        raise UnavailableError(_DAMAGED) from error
    # The decoder shares its weights with the embeddings and is not stored.
    lost = [name for name in missing if not name.startswith("cls.predictions.decoder")]
    if lost or unexpected:
        raise UnavailableError(_DAMAGED)
    model.tie_weights()
    return model, tokenizer, "[MASK]"


def _pretrained(name: str, folder: Path, trust_pickle: bool) -> tuple[Any, Any, str]:
    """The masked LM in a folder and its tokenizer, quietly; nothing is fetched."""
    from transformers import AutoModelForMaskedLM, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        tokenizer = AutoTokenizer.from_pretrained(
            folder, local_files_only=True, trust_remote_code=False
        )
        model, report = AutoModelForMaskedLM.from_pretrained(
            folder,
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=None if trust_pickle else True,
            dtype="float32",
            output_loading_info=True,
        )
    except Exception as error:
        # The library's message may be long and name places that have nothing to do with the user.
        raise UnavailableError(
            f"'{name}' cannot be loaded as a masked language model ({type(error).__name__})"
        ) from error
    if report["missing_keys"]:
        raise UnavailableError(f"'{name}' is no masked language model: it lacks trained weights")
    if not tokenizer.is_fast or tokenizer.mask_token is None:
        raise UnavailableError(f"'{name}' has no fast tokenizer with a mask token")
    return model, tokenizer.backend_tokenizer, tokenizer.mask_token


def _adapted(model: Any, adapter: Path, trust_pickle: bool) -> Any:
    """The model with a LoRA adapter of peft merged into its weights."""
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
            return PeftModel.from_pretrained(model, str(adapter)).merge_and_unload()
    except Exception as error:
        raise UnavailableError(
            f"--adapter {adapter} cannot be loaded onto this model ({type(error).__name__})"
        ) from error
