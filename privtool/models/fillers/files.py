"""Masked LMs of transformers and their tokenizers, for `fill` and `fill-train`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from tokenizers import Tokenizer

from privtool.core.errors import UnavailableError
from privtool.models.catalog import damaged_is_unavailable
from privtool.models.fillers.masked.head import check_parts
from privtool.models.hub.pretrained import check_tokens, check_weights, load_pretrained
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.runtime.weights import load_quantized

MINI = "mini"  # the embedded filler
MASK = "[MASK]"  # its mask token
_EMBEDDINGS = "bert.embeddings.word_embeddings.weight"


class FillerFiles(NamedTuple):
    """A model of transformers in single precision on the CPU, and its fast tokenizer."""

    model: Any
    tokenizer: Any

    @property
    def backend(self) -> Tokenizer:
        """The tokenizer of the `tokenizers` library."""
        backend: Tokenizer = self.tokenizer.backend_tokenizer
        return backend


def load_filler_files(model: ResolvedModel) -> FillerFiles:
    """Load a masked LM. Raise `UnavailableError` for a model of another kind or a damaged one."""
    return _embedded(model.path) if model.name == MINI else _pretrained(model)


def _embedded(folder: Path) -> FillerFiles:
    from transformers import BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

    with damaged_is_unavailable(MINI):
        config = BertConfig(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
        model = BertForMaskedLM(config)
        weights = load_quantized(folder / "model.safetensors")
        # The decoder shares the token embeddings and is not stored.
        weights["cls.predictions.decoder.weight"] = weights[_EMBEDDINGS]
        weights["cls.predictions.decoder.bias"] = weights["cls.predictions.bias"]
        model.load_state_dict(weights)
        model.tie_weights()
        tokenizer = PreTrainedTokenizerFast(
            tokenizer_object=mini_tokenizer(folder),
            unk_token="[UNK]",
            sep_token="[SEP]",
            pad_token="[PAD]",
            cls_token="[CLS]",
            mask_token=MASK,
            model_max_length=config.max_position_embeddings,
        )
    return FillerFiles(model, tokenizer)


def mini_tokenizer(folder: Path) -> Tokenizer:
    """Load the tokenizer of `mini`. Raise `UnavailableError` for a damaged file."""
    with damaged_is_unavailable(MINI):
        return Tokenizer.from_file(str(folder / "tokenizer.json"))


def _pretrained(resolved: ResolvedModel) -> FillerFiles:
    model, tokenizer = load_pretrained("AutoModelForMaskedLM", "masked language model", resolved)
    if not tokenizer.is_fast or tokenizer.mask_token is None:
        raise UnavailableError(f"'{resolved.name}' has no fast tokenizer with a mask token")
    check_weights(model, resolved.name)
    check_parts(model)
    check_tokens(model, tokenizer, resolved.name)
    return FillerFiles(model, tokenizer)
