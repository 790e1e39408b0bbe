"""Builders of tiny causal language models newer than LLaMA 2, with random weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from transformers import (
    AutoModelForCausalLM,
    Gemma3TextConfig,
    GemmaConfig,
    PreTrainedTokenizerFast,
    Qwen3Config,
    SmolLM3Config,
)

from tests.support.tiny_models import seeded
from tests.support.tiny_tokenizers import gemma, llama3

_SIZES: dict[str, Any] = {
    "hidden_size": 16,
    "num_hidden_layers": 4,
    "num_attention_heads": 2,
    "num_key_value_heads": 1,
    "head_dim": 8,
    "intermediate_size": 32,
    "initializer_range": 0.4,
    "max_position_embeddings": 512,
}
_CONFIGS: dict[str, Any] = {
    "gemma": GemmaConfig,
    "gemma3": Gemma3TextConfig,
    "qwen3": Qwen3Config,
    "smollm3": SmolLM3Config,
}
CAUSAL_ARCHITECTURES = sorted(_CONFIGS)


def tiny_causal_lm(folder: Path, architecture: str, seed: int = 0) -> Path:
    """A causal LM of one of `CAUSAL_ARCHITECTURES`. Returns the folder.

    Gemma has a token for the beginning of a text, the others have none.
    """
    begins = architecture.startswith("gemma")
    special = ("<pad>", "<eos>", "<bos>", "<unk>") if begins else ("<|endoftext|>", "<|im_end|>")
    tokenizer = gemma(special) if begins else llama3(special)
    roles = {"pad_token": special[0], "eos_token": special[1] if begins else special[0]}
    if begins:
        roles |= {"bos_token": special[2], "unk_token": special[3]}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **roles).save_pretrained(folder)
    config = _CONFIGS[architecture](
        vocab_size=tokenizer.get_vocab_size(),
        **_SIZES,
        pad_token_id=0,
        eos_token_id=int(begins),
        bos_token_id=2 if begins else None,
    )
    with seeded(seed):
        AutoModelForCausalLM.from_config(config).save_pretrained(folder)
    return folder
