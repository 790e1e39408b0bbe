"""Loading and recognizing causal language models of transformers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch

from privtool.core.errors import UnavailableError
from privtool.models.hub.files import CONFIG
from privtool.models.hub.pretrained import check_tokens, check_weights, load_pretrained
from privtool.models.hub.resolve import ResolvedModel


def is_causal_folder(folder: Path) -> bool:
    """Return whether the configuration in a folder is that of a causal language model.

    The class that saved the weights decides, else the tasks of the architecture.
    """
    try:
        if "model_type" not in json.loads((folder / CONFIG).read_text(encoding="utf-8")):
            return False  # `mini`, for one; transformers would look for a type in the path
        from transformers import AutoConfig

        config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    except Exception:  # loading the model will report it
        return False
    from transformers.models.auto import modeling_auto as auto

    for architecture in config.architectures or ():
        if architecture.endswith(("ForCausalLM", "LMHeadModel")):
            return True
        if architecture.endswith("ForMaskedLM"):
            return False
    model_type = config.model_type
    if model_type in auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES:
        return False
    return model_type in auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES


def load_causal(resolved: ResolvedModel, dtype: torch.dtype = torch.float32) -> tuple[Any, Any]:
    """Load a causal LM and its tokenizer, quietly.

    Raise `UnavailableError` for a model of another kind.
    """
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
    """Return whether logits are the output layer's values of the last hidden states, unchanged.

    Some models scale or cap them.
    """
    # Token 0 is often padding: zeros are the same when scaled or capped.
    ids = torch.tensor([[1, 2, 3, 4]], device=next(model.parameters()).device)
    try:
        head = model.get_output_embeddings()
        logits = head(model.base_model(input_ids=ids)[0])
    except Exception:  # other architectures may fail in any way
        return False
    return torch.equal(logits, model(input_ids=ids).logits)
