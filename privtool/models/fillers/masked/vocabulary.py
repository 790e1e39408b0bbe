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
    """How a tokenizer distinguishes tokens that begin a word from those that continue one."""

    PLAIN = "plain"  # WordPiece: continuations are marked (##ing)
    SPACE_BYTE = "space byte"  # byte-level BPE: the space before a word belongs to its token
    METASPACE = "metaspace"  # SentencePiece: the same, with the space written as U+2581


class WholeWords(NamedTuple):
    """Token ids of whole words, ascending, and the words."""

    tokens: list[int]
    words: list[str]


class WordTokens(NamedTuple):
    """The whole words that can follow a space, and those that can stand without one."""

    start: WordStart
    spaced: WholeWords
    unspaced: WholeWords


def word_tokens(tokenizer: Tokenizer, special_ids: frozenset[int]) -> WordTokens:
    """Return the whole words of a tokenizer. Raise `UnavailableError` for an unknown kind.

    A token without the mark of a new word is a whole word only if the same word exists with the
    mark. Otherwise it may be the end of a longer word.
    """
    start = word_start(tokenizer)
    vocabulary = tokenizer.get_vocab(with_added_tokens=False)
    tokens = sorted(token for token in vocabulary.values() if token not in special_ids)
    marked: dict[str, int] = {}
    unmarked: dict[str, int] = {}
    for token, text in zip(tokens, spelled(tokenizer, tokens, start), strict=True):
        word = text.removeprefix(" ")
        if is_fillable(word):
            begins = start is WordStart.PLAIN or text != word
            (marked if begins else unmarked).setdefault(word, token)
    if not marked:
        raise UnavailableError("the model's vocabulary has no whole words to fill with")
    spaced = WholeWords(list(marked.values()), list(marked))
    if start is WordStart.PLAIN or adds_space(tokenizer):
        return WordTokens(start, spaced, spaced)
    unspaced = {word: token for word, token in unmarked.items() if word in marked}
    return WordTokens(start, spaced, WholeWords(list(unspaced.values()), list(unspaced)))


def adds_space(tokenizer: Tokenizer) -> bool:
    """Return whether a SentencePiece tokenizer reads the start of a text like a space.

    Most do. For others, such as Gemma's, the first word of a text has a token without a mark.
    """
    if word_start(tokenizer) is not WordStart.METASPACE:
        return False
    first: str = tokenizer.encode("a", add_special_tokens=False).tokens[0]
    return first.startswith(_METASPACE)


def unknown_id(tokenizer: Tokenizer) -> int | None:
    """Return the id of the token for unknown text, if the tokenizer has one."""
    model = json.loads(tokenizer.to_str())["model"]
    token: str | None = model.get("unk_token")
    unknown: int | None = model.get("unk_id") if token is None else tokenizer.token_to_id(token)
    return unknown


def spelled(tokenizer: Tokenizer, tokens: list[int], start: WordStart) -> list[str]:
    """Return the text of each token, with a space before it if the token is marked so."""
    if start is WordStart.SPACE_BYTE:
        return [tokenizer.decode([token]) for token in tokens]
    texts = [tokenizer.id_to_token(token) or "" for token in tokens]
    return [text.replace(_METASPACE, " ") for text in texts]


def word_start(tokenizer: Tokenizer) -> WordStart:
    """Return how a tokenizer marks word starts. Raise `UnavailableError` for an unknown kind."""
    description = json.loads(tokenizer.to_str())
    if description["model"].get("type") == "WordPiece":
        return WordStart.PLAIN
    types = _types(description.get("pre_tokenizer")) | _types(description.get("decoder"))
    if "ByteLevel" in types:
        return WordStart.SPACE_BYTE
    steps = json.dumps([description.get(part) for part in ("normalizer", "decoder")])
    if "Metaspace" in types or json.dumps(_METASPACE)[1:-1] in steps:
        return WordStart.METASPACE
    raise UnavailableError(
        "the model's tokenizer is of an unknown kind; WordPiece, byte-level BPE and SentencePiece "
        "are supported"
    )


def _types(component: object) -> set[str]:
    """Return the types of a tokenizer component and of the components inside it."""
    if isinstance(component, list):
        return set().union(*map(_types, component)) if component else set()
    if not isinstance(component, dict):
        return set()
    inner = [value for value in component.values() if isinstance(value, (list, dict))]
    return {str(component.get("type"))}.union(*map(_types, inner))
