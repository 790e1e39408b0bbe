"""Loading causal language models of transformers, and telling what kind they are."""

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
    """Whether the configuration in a folder is that of a causal language model.

    By what the weights were saved as; where that does not tell, by what the architecture is for.
    """
    try:
        if "model_type" not in json.loads((folder / CONFIG).read_text(encoding="utf-8")):
            return False  # `mini`, for one; transformers would look for a type in the path
        from transformers import AutoConfig

        config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    except Exception:  # loading the model will tell what is wrong
        return False
    from transformers.models.auto import modeling_auto as auto

    for architecture in config.architectures or ():
        if architecture.endswith(("ForCausalLM", "LMHeadModel")):
            return True
        if architecture.endswith("ForMaskedLM"):
            return False
    kind = config.model_type
    if kind in auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES:
        return False
    return kind in auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES


def load_causal(resolved: ResolvedModel, dtype: torch.dtype = torch.float32) -> tuple[Any, Any]:
    """Load a causal LM and its tokenizer, quietly.

    Raises `UnavailableError` for a model of another kind.
    """
    from transformers import GenerationConfig

    model, tokenizer = load_pretrained(
        "AutoModelForCausalLM", "causal language model", resolved, dtype
    )
    check_tokens(model, tokenizer, resolved.name)
    check_weights(model, resolved.name)
    # What a checkpoint says of drawing, penalties and the like would count beside our options.
    model.generation_config = GenerationConfig()
    if not _is_causal(model):
        raise UnavailableError(
            f"'{resolved.name}' is not a causal language model: it sees the words to predict"
        )
    return model, tokenizer


@torch.inference_mode()
def _is_causal(model: Any) -> bool:
    """Whether another last token leaves the logits before it as they were.

    Masked models are loaded as causal ones without a complaint.
    """
    ids = torch.tensor([[1, 2, 3, 4], [1, 2, 3, 5]])
    one, other = model(input_ids=ids).logits[:, :3].float()
    return torch.allclose(one, other, atol=1e-4 if model.dtype == torch.float32 else 0.1)


@torch.inference_mode()
def is_plain(model: Any) -> bool:
    """Whether logits are what the output layer makes of the last layer and nothing else.

    Some models scale or cap them; these go as a whole over one row at a time.
    """
    # Not token 0, which is often the padding: its zeros would look the same scaled or capped.
    ids = torch.tensor([[1, 2, 3, 4]], device=next(model.parameters()).device)
    try:
        head = model.get_output_embeddings()
        own = head(model.base_model(input_ids=ids)[0])
    except Exception:  # a model of another shape may fail in any way
        return False
    return torch.equal(own, model(input_ids=ids).logits)
