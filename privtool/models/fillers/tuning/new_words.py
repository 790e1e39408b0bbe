"""Words of a domain as tokens of a masked language model, which fills in whole tokens only."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import torch
from tokenizers import Tokenizer

from privtool.core.errors import UsageError, option
from privtool.models.fillers.files import FillerFiles
from privtool.models.fillers.masked.vocabulary import WordStart, word_start


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
