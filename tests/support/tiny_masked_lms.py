"""Builders of tiny masked language models of many architectures, with random weights.

Their tokenizers work like those of the real models: what they put around a text, which ids special
tokens have, how they mark the beginning of a word, and what they do at the beginning of a text.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import transformers
from tokenizers import Tokenizer, processors
from transformers import (
    AlbertConfig,
    AutoModelForMaskedLM,
    CamembertConfig,
    DebertaV2Config,
    DistilBertConfig,
    ElectraConfig,
    ModernBertConfig,
    MPNetConfig,
    PreTrainedTokenizerFast,
    RemBertConfig,
    XLMRobertaConfig,
)

from tests.support.tiny_models import (
    POSITIONS,
    byte_level,
    seeded,
    sizes_of,
    word_piece_tokenizer,
)
from tests.support.tiny_tokenizers import gemma, llama3, unigram

_SIZES = sizes_of("masked-lm")


def _distilbert(entries: int, roles: dict[str, int]) -> Any:
    return DistilBertConfig(
        vocab_size=entries,
        dim=16,
        n_layers=2,
        n_heads=2,
        hidden_dim=32,
        initializer_range=0.4,
        max_position_embeddings=POSITIONS,
        **roles,
    )


def _modernbert(entries: int, roles: dict[str, int]) -> Any:
    return ModernBertConfig(
        vocab_size=entries,
        local_attention=16,
        global_attn_every_n_layers=2,
        max_position_embeddings=POSITIONS,
        **_SIZES,
        **roles,
    )


def _shaped(kind: Any, offset: int = 0, **settings: Any) -> Callable[..., Any]:
    def config(entries: int, roles: dict[str, int]) -> Any:
        made: Any = kind(
            vocab_size=entries,
            max_position_embeddings=POSITIONS + offset,
            **{**_SIZES, **settings},
            **roles,
        )
        return made

    return config


_DEBERTA = {"relative_attention": True, "position_biased_input": False, "pos_att_type": "p2c|c2p"}
_SPECIAL = {  # in the order of their ids: the tokens for padding, unknown text and so on
    "albert": {"pad": "<pad>", "unk": "<unk>", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"},
    "bert": {"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"},
    "deberta": {"pad": "[PAD]", "cls": "[CLS]", "sep": "[SEP]", "unk": "[UNK]", "mask": "[MASK]"},
    "gemma": {"pad": "<pad>", "sep": "<eos>", "cls": "<bos>", "unk": "<unk>", "mask": "<mask>"},
    "llama3": {"pad": "<|pad|>", "cls": "<|begin|>", "sep": "<|end|>", "mask": "<|mask|>"},
    "mpnet": {"cls": "<s>", "pad": "<pad>", "sep": "</s>", "unk": "[UNK]", "mask": "<mask>"},
    "roberta": {"cls": "<s>", "pad": "<pad>", "sep": "</s>", "unk": "<unk>", "mask": "<mask>"},
}
_Configured = Callable[[int, dict[str, int]], Any]
# Of each: its tokenizer, the names of its special tokens, and its configuration.
_ARCHITECTURES: dict[str, tuple[Callable[..., Tokenizer], str, _Configured]] = {
    "albert": (partial(unigram, lower=True), "albert", _shaped(AlbertConfig, embedding_size=8)),
    "camembert": (unigram, "roberta", _shaped(CamembertConfig, 2)),
    "deberta-v2": (partial(unigram, split=False), "deberta", _shaped(DebertaV2Config, **_DEBERTA)),
    "distilbert": (word_piece_tokenizer, "bert", _distilbert),
    "electra": (word_piece_tokenizer, "bert", _shaped(ElectraConfig, embedding_size=8)),
    "mmbert": (gemma, "gemma", _modernbert),
    "modernbert": (byte_level, "bert", _modernbert),
    "mpnet": (word_piece_tokenizer, "mpnet", _shaped(MPNetConfig, 2)),
    "rembert": (
        unigram,
        "albert",
        _shaped(RemBertConfig, input_embedding_size=8, output_embedding_size=24),
    ),
    "xlm-roberta": (unigram, "roberta", _shaped(XLMRobertaConfig, 2)),
}
if hasattr(transformers, "EuroBertConfig"):  # from version 5 on
    _ARCHITECTURES["eurobert"] = (
        llama3,
        "llama3",
        _shaped(transformers.EuroBertConfig, num_key_value_heads=1),
    )
ARCHITECTURES = sorted(_ARCHITECTURES)


def tiny_masked_lm(folder: Path, architecture: str, seed: int = 0) -> Path:
    """A masked LM of one of `ARCHITECTURES`. Returns the folder."""
    make_tokenizer, names, configured = _ARCHITECTURES[architecture]
    special = _SPECIAL[names]
    tokenizer = make_tokenizer(tuple(special.values()))
    ids = {role: tokenizer.token_to_id(token) for role, token in special.items()}
    begin, end = special["cls"], special["sep"]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}", special_tokens=[(begin, ids["cls"]), (end, ids["sep"])]
    )
    roles = {f"{role}_token": token for role, token in special.items()}
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=POSITIONS, **roles)
    fast.save_pretrained(folder)
    config = configured(
        tokenizer.get_vocab_size(),
        {"pad_token_id": ids["pad"], "bos_token_id": ids["cls"], "eos_token_id": ids["sep"]},
    )
    with seeded(seed):
        AutoModelForMaskedLM.from_config(config).save_pretrained(folder)
    return folder
