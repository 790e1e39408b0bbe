"""Loading the model of `privtool fill`: the embedded one, a hub model or a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from privtool.core.errors import UnavailableError, UsageError
from privtool.models.masked_lm import MaskedLM

EMBEDDED = "mini"


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
    import torch

    from privtool.core.device import choose_device, parse_batch_size
    from privtool.models.hub import model_folder

    chosen = choose_device(device)
    folder = model_folder(name, offline, trust_pickle)
    size = parse_batch_size(batch_size, 0) or None
    model, tokenizer, mask = _embedded(folder) if name == EMBEDDED else _pretrained(name, folder)
    if adapter is not None:
        model = _adapted(model, adapter)
    model = model.eval().to(chosen, _dtype(dtype, torch.device(chosen).type))
    return MaskedLM(model, tokenizer, mask, size)


def _embedded(folder: Path) -> tuple[Any, Any, str]:
    from tokenizers import Tokenizer
    from transformers import BertConfig, BertForMaskedLM

    from privtool.models.embedded import load_quantised

    config = BertConfig(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
    model = BertForMaskedLM(config)
    missing, unexpected = model.load_state_dict(
        load_quantised(folder / "model.safetensors"), strict=False
    )
    # The decoder shares its weights with the embeddings and is not stored.
    lost = [name for name in missing if not name.startswith("cls.predictions.decoder")]
    if lost or unexpected:
        raise UnavailableError("the embedded model 'mini' is damaged: install privtool again")
    model.tie_weights()
    return model, Tokenizer.from_file(str(folder / "tokenizer.json")), "[MASK]"


def _pretrained(name: str, folder: Path) -> tuple[Any, Any, str]:
    from transformers import AutoModelForMaskedLM, AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(folder)
        model = AutoModelForMaskedLM.from_pretrained(folder)
    except (OSError, ValueError, KeyError) as error:
        raise UnavailableError(
            f"'{name}' cannot be loaded as a masked language model ({type(error).__name__})"
        ) from None
    if not tokenizer.is_fast or tokenizer.mask_token is None:
        raise UnavailableError(f"'{name}' has no fast tokenizer with a mask token")
    return model, tokenizer.backend_tokenizer, tokenizer.mask_token


def _adapted(model: Any, adapter: Path) -> Any:
    """The model with a LoRA adapter of peft merged into its weights."""
    from peft import PeftModel

    if not (adapter / "adapter_config.json").is_file():
        raise UsageError(f"--adapter {adapter}: no adapter_config.json in that folder")
    return PeftModel.from_pretrained(model, str(adapter)).merge_and_unload()


def _dtype(name: str, device: str) -> Any:
    """The number format: auto takes bfloat16 where the hardware computes with it natively."""
    import torch

    if name == "auto":
        name = "bf16" if device == "cuda" or (device == "cpu" and _native_bf16()) else "fp32"
    try:
        return {"fp32": torch.float32, "bf16": torch.bfloat16}[name]
    except KeyError:
        raise UsageError(f"--dtype: '{name}' is none of auto, fp32, bf16") from None


def _native_bf16() -> bool:
    import torch

    return bool(torch.cpu._is_avx512_bf16_supported())
