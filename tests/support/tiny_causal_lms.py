"""Builders of tiny causal language models with random weights: LLaMA, GPT-2, and newer ones."""

import string
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import (
    AutoModelForCausalLM,
    Gemma3TextConfig,
    GemmaConfig,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    Qwen3Config,
    SmolLM3Config,
)

from tests.support.tiny_models import TRAINING, byte_level, seeded, sizes_of
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


def tiny_causal_lm(folder: Path, architecture: str) -> Path:
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
    with seeded():
        AutoModelForCausalLM.from_config(config).save_pretrained(folder)
    return folder


def tiny_llama(folder: Path, seed: int = 0, positions: int = 512) -> Path:
    """A LLaMA: BPE over texts in which spaces are U+2581, one of which is put before each text."""
    special = ["<unk>", "<s>", "</s>"]
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Prepend("\u2581"), normalizers.Replace(" ", "\u2581")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Split("\u2581", "merged_with_next")
    trainer = trainers.BpeTrainer(
        vocab_size=900,
        special_tokens=special,
        initial_alphabet=[*string.printable, "\u2581"],
        show_progress=False,
    )
    tokenizer.train_from_iterator(TRAINING, trainer)
    tokenizer.pre_tokenizer = None  # as in the original, whose merges keep to words by themselves
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("\u2581", " "), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    _causal_tokenizer(tokenizer, "<s>", "</s>", "<unk>").save_pretrained(folder)
    config = LlamaConfig(
        vocab_size=tokenizer.get_vocab_size(),
        max_position_embeddings=positions,
        num_key_value_heads=2,
        bos_token_id=1,
        eos_token_id=2,
        **sizes_of("masked-lm"),
    )
    with seeded(seed):
        LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def tiny_gpt2(folder: Path, seed: int = 0, positions: int = 512) -> Path:
    """A GPT-2: byte-level BPE, and one token for the beginning and the end of a text."""
    end = "<|endoftext|>"
    tokenizer = byte_level([end])
    _causal_tokenizer(tokenizer, end, end, end).save_pretrained(folder)
    config = GPT2Config(
        vocab_size=tokenizer.get_vocab_size(),
        n_positions=positions,
        n_embd=16,
        n_layer=2,
        n_head=2,
        initializer_range=0.4,
        bos_token_id=0,
        eos_token_id=0,
    )
    with seeded(seed):
        GPT2LMHeadModel(config).save_pretrained(folder)
    return folder


def _causal_tokenizer(tokenizer: Tokenizer, begin: str, end: str, unknown: str) -> Any:
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token=begin, eos_token=end, unk_token=unknown
    )
