"""The tokens of a masked language model that are whole words, and the words they spell."""

from __future__ import annotations

import json
from enum import Enum
from typing import NamedTuple

from tokenizers import Tokenizer

from privtool.core.errors import UnavailableError
from privtool.text.filling.whole_words import is_fillable

_METASPACE = "\u2581"


class WordStart(Enum):
    """How a tokenizer tells a token that begins a word from one that continues it."""

    PLAIN = "plain"  # WordPiece: continuations are marked (##ing)
    SPACE_BYTE = "space byte"  # byte-level BPE: the space before a word belongs to its token
    METASPACE = "metaspace"  # SentencePiece: the same, the space written as U+2581


class WholeWords(NamedTuple):
    """Token ids of whole words and the words, in the order of ids."""

    tokens: list[int]
    words: list[str]


class WordTokens(NamedTuple):
    """The whole words that may follow a space, and those that may stand without one before."""

    start: WordStart
    spaced: WholeWords
    unspaced: WholeWords


def word_tokens(tokenizer: Tokenizer, special_ids: frozenset[int]) -> WordTokens:
    """The whole words of a tokenizer. Raises `UnavailableError` if its kind is not known.

    A token without the mark of a new word is a whole word only if the same word exists with the
    mark: else it may be the end of a longer one.
    """
    start = word_start(tokenizer)
    vocabulary = tokenizer.get_vocab(with_added_tokens=False)
    ids = sorted(id for id in vocabulary.values() if id not in special_ids)
    marked: dict[str, int] = {}
    bare: dict[str, int] = {}
    for id, text in zip(ids, spelled(tokenizer, ids, start), strict=True):
        word = text.removeprefix(" ")
        if is_fillable(word):
            begins = start is WordStart.PLAIN or text != word
            (marked if begins else bare).setdefault(word, id)
    if not marked:
        raise UnavailableError("the model's vocabulary has no whole words to fill with")
    spaced = _sorted(marked)
    if start is not WordStart.SPACE_BYTE:
        return WordTokens(start, spaced, spaced)
    return WordTokens(start, spaced, _sorted({w: id for w, id in bare.items() if w in marked}))


def unknown_id(tokenizer: Tokenizer) -> int | None:
    """The token for what a tokenizer cannot spell, where it has one."""
    model = json.loads(tokenizer.to_str())["model"]
    token: str | None = model.get("unk_token")
    id: int | None = model.get("unk_id") if token is None else tokenizer.token_to_id(token)
    return id


def spelled(tokenizer: Tokenizer, ids: list[int], start: WordStart) -> list[str]:
    """The text of each token, with a space in front if it begins a word and is marked so."""
    if start is WordStart.SPACE_BYTE:
        return [tokenizer.decode([id]) for id in ids]
    tokens = [tokenizer.id_to_token(id) or "" for id in ids]
    return [token.replace(_METASPACE, " ") for token in tokens]


def _sorted(found: dict[str, int]) -> WholeWords:
    pairs = sorted((id, word) for word, id in found.items())
    return WholeWords([id for id, _ in pairs], [word for _, word in pairs])


def word_start(tokenizer: Tokenizer) -> WordStart:
    """How a tokenizer tells where words begin. Raises `UnavailableError` if its kind is unknown."""
    description = json.loads(tokenizer.to_str())
    if description["model"].get("type") == "WordPiece":
        return WordStart.PLAIN
    kinds = _types(description.get("pre_tokenizer")) | _types(description.get("decoder"))
    if "ByteLevel" in kinds:
        return WordStart.SPACE_BYTE
    steps = json.dumps([description.get(part) for part in ("normalizer", "decoder")])
    if "Metaspace" in kinds or json.dumps(_METASPACE)[1:-1] in steps:
        return WordStart.METASPACE
    raise UnavailableError(
        "the model's tokenizer is of an unknown kind; WordPiece, byte-level BPE and SentencePiece "
        "models can be used"
    )


def _types(component: object) -> set[str]:
    """The types of a tokenizer component and of the components inside it."""
    if isinstance(component, list):
        return set().union(*map(_types, component)) if component else set()
    if not isinstance(component, dict):
        return set()
    inner = [value for value in component.values() if isinstance(value, (list, dict))]
    return {str(component.get("type"))}.union(*map(_types, inner))
