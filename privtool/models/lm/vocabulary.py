"""The words that a language model has tokens for."""

from __future__ import annotations

from typing import NamedTuple

from privtool.core.run_card import CARD, read_card
from privtool.models.hub.pretrained import load_part
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.lm.checkpoint import WORDS
from privtool.text.lm_words import plain_words

_WORD_STARTS = "\u0120\u2581"  # how byte-level BPE and sentencepiece mark the start of a word
_SHORTEST = 3  # letters of a piece that counts as a word: shorter ones are mostly parts of words


class ModelWords(NamedTuple):
    """Words with a token of their own; `spells` is whether others are made of several tokens."""

    words: list[str]
    spells: bool


def model_words(resolved: ResolvedModel) -> ModelWords:
    """Return the lower-case words of letters that a model has, in alphabetical order.

    Raise `UnavailableError` if it has no tokenizer that can be loaded.
    """
    vocabulary = load_part("AutoTokenizer", "tokenizer", resolved).get_vocab()
    card = read_card(resolved.path) if (resolved.path / CARD).is_file() else {}
    if card.get("options", {}).get("tokens") == WORDS:
        return ModelWords(plain_words(vocabulary), False)
    pieces = (token[1:] for token in vocabulary if token[:1] and token[0] in _WORD_STARTS)
    return ModelWords([word for word in plain_words(pieces) if len(word) >= _SHORTEST], True)
