"""Loading a filler to tune: masked or causal, whole or with an adapter, with words of a domain."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from tokenizers import Tokenizer

from privtool.core.errors import UsageError, option
from privtool.models.fillers.checkpoint import (
    check_base,
    is_prompted,
    with_adapter,
    with_new_adapter,
)
from privtool.models.fillers.files import FillerFiles, load_filler_files
from privtool.models.fillers.masked.vocabulary import WordStart, word_start
from privtool.models.fillers.tuning.families import CausalFamily, FillerFamily, MaskedFamily
from privtool.models.hub.files import digest_of_weights
from privtool.models.hub.pretrained import is_causal_folder, load_causal
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.training.settings import TrainSettings


def with_words(files: FillerFiles, words: Iterable[str]) -> FillerFiles:
    """Return a model and its tokenizer with a token for each word that had none.

    A new token begins as the first piece of its word, which the model predicts in its place; the
    mean of all pieces is predicted less often than other words. Raise `UsageError` unless
    the tokenizer is WordPiece: the words of others depend on the space before them.
    """
    from transformers import PreTrainedTokenizerFast

    if word_start(files.backend) is not WordStart.PLAIN:
        raise UsageError(f"{option('words')} needs a model with WordPiece, such as mini or BERT")
    pieces = _pieces_of_new(files.backend, words)
    if not pieces:
        return files
    description = json.loads(files.backend.to_str())
    vocabulary = description["model"]["vocab"]
    # Added tokens are counted on from the vocabulary: in it, they keep their places.
    vocabulary |= {added["content"]: added["id"] for added in description["added_tokens"]}
    first = max(vocabulary.values()) + 1
    vocabulary |= {word: first + number for number, word in enumerate(pieces)}
    _grow(files.model, first, list(pieces.values()))
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer.from_str(json.dumps(description)),
        model_max_length=files.tokenizer.model_max_length,
        **files.tokenizer.special_tokens_map,
    )
    return FillerFiles(files.model, tokenizer)


def _pieces_of_new(tokenizer: Tokenizer, words: Iterable[str]) -> dict[str, list[int]]:
    """Return the pieces of each word, normalized, that is several pieces of one word."""
    unknown = tokenizer.token_to_id(json.loads(tokenizer.to_str())["model"]["unk_token"])
    found: dict[str, list[int]] = {}
    for word in words:
        read = tokenizer.encode(word, add_special_tokens=False)
        key = tokenizer.normalizer.normalize_str(word) if tokenizer.normalizer else word
        if len(read.ids) > 1 and {*read.word_ids} == {0} and unknown not in read.ids:
            found.setdefault(key, read.ids)
    return found


@torch.no_grad()
def _grow(model: Any, first: int, pieces: list[list[int]]) -> None:
    """Give a model tokens from `first` on, each like the first of its pieces.

    A token has a row of the embeddings, of the output layer (often the same weights), and a bias.
    """
    model.resize_token_embeddings(first + len(pieces), mean_resizing=False)
    output = model.get_output_embeddings()
    rows = {id(each): each for each in (model.get_input_embeddings().weight, output.weight)}
    if getattr(output, "bias", None) is not None:
        rows[id(output.bias)] = output.bias
    for weights in rows.values():
        for number, ids in enumerate(pieces, first):
            weights[number] = weights[ids[0]]


class LoadedFiller(NamedTuple):
    """A model on its device, its family, and whether its adapter is already trained on prompts.

    If there is an adapter, only its weights are trained. `base` is a digest of the other ones.
    """

    files: FillerFiles
    family: FillerFamily
    trained: bool
    base: str


def load_for_tuning(
    resolved: ResolvedModel,
    settings: TrainSettings,
    *,
    adapted: bool,
    adapter: Path | None,
    words: Sequence[str] = (),
) -> LoadedFiller:
    """Load a filler to tune: if `adapted` the weights of an adapter, else all.

    It starts from `adapter`, which is merged into the weights if all are trained. Each of the
    `words` gets a token. Raise what `load_filler` and `with_words` raise.
    """
    causal = is_causal_folder(resolved.path)
    if causal:
        half = settings.bfloat16 and settings.device.type == "cuda"
        dtype = torch.bfloat16 if half else torch.float32
        files = FillerFiles(*load_causal(resolved, dtype))
    else:
        files = load_filler_files(resolved)
    model, base = files.model, digest_of_weights(resolved.path)
    if adapter is not None:
        check_base(adapter, base)
        trust_pickle = resolved.source.trust_pickle
        model = with_adapter(model, adapter, trust_pickle, trainable=adapted)
        if not adapted:
            model = model.merge_and_unload().requires_grad_(True)  # peft has frozen them
    elif adapted:
        model = with_new_adapter(model, causal, settings.seed % (1 << 32))
    files = files._replace(model=model)
    files = with_words(files, words) if words else files
    files.model.to(settings.device)
    family = CausalFamily(files) if causal else MaskedFamily(files)
    return LoadedFiller(files, family, adapter is not None and is_prompted(adapter), base)
