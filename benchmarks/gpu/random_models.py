"""Models of known shapes with random weights, made on their device, and their tokenizers.

Random weights cost what trained ones do. The tokenizers are trained on the sample corpus, so that
most words are one token, as with the real models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import (
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForMaskedLM,
)

from benchmarks.gpu.figures import FULL, Setup

_SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
_ENTRIES = 8000  # of a tokenizer, at most


def roberta(setup: Setup, texts: Sequence[str]) -> tuple[Any, Tokenizer, str]:
    """Return a model shaped like RoBERTa-large (or a tiny one), a tokenizer, and its mask token."""
    sizes = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
    sizes |= {"intermediate_size": 128, "vocab_size": 9000}
    if setup.size == FULL:
        sizes = {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16}
        sizes |= {"intermediate_size": 4096, "vocab_size": 50265}
    config = RobertaConfig(
        **sizes, max_position_embeddings=514, type_vocab_size=1,
        pad_token_id=1, bos_token_id=0, eos_token_id=2,
    )  # fmt: skip
    tokenizer = _byte_pairs(texts)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return _on_device(setup, lambda: RobertaForMaskedLM(config)), tokenizer, "<mask>"


def llama(setup: Setup, texts: Sequence[str]) -> tuple[Any, Any]:
    """Return a model shaped like LLaMA-2 7B (or a tiny one), and a tokenizer."""
    sizes = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
    sizes |= {"intermediate_size": 128, "vocab_size": 9000}
    if setup.size == FULL:
        sizes = {"hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32}
        sizes |= {"intermediate_size": 11008, "vocab_size": 32000}
    config = LlamaConfig(**sizes, max_position_embeddings=4096, bos_token_id=0, eos_token_id=2)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=_byte_pairs(texts), bos_token="<s>", eos_token="</s>", unk_token="<unk>"
    )
    return _on_device(setup, lambda: LlamaForCausalLM(config)), tokenizer


def _byte_pairs(texts: Sequence[str]) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=_ENTRIES,
        special_tokens=_SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def _on_device(setup: Setup, make: Callable[[], Any]) -> Any:
    """Return a model made on its device, where 7 billion weights take seconds, not minutes."""
    torch.manual_seed(setup.seed)
    with torch.device(setup.place), _default_dtype(torch.bfloat16):
        return make().eval()


@contextmanager
def _default_dtype(dtype: torch.dtype) -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)
