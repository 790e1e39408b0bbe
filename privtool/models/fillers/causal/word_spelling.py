"""How the tokens of a causal language model spell words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import regex
import torch
from tokenizers import Tokenizer

from privtool.core.errors import UnavailableError
from privtool.models.fillers.masked.vocabulary import WordStart, spelled, word_start
from privtool.text.filling.whole_words import is_fillable
from privtool.text.filling.word_classes import fits_class
from privtool.text.word_lists import WordList
from privtool.text.words import key_of

_FIRST = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019-][\p{L}\p{M}]*+)*+|\p{Nd}++")
_CONTINUING = regex.compile(r"['\u2019-]?[\p{L}\p{M}]++(?:['\u2019-][\p{L}\p{M}]*+)*+")
_DIGITS = regex.compile(r"\p{Nd}++")


class Beginnings(NamedTuple):
    """Tokens that can start a word: their ids, their texts, and whether they are whole words."""

    ids: torch.Tensor
    texts: list[str]
    whole: list[bool]


class WordSpelling:
    """The roles of the tokens of a vocabulary in words.

    `spaced` are the beginnings that include the space before a word, `bare` those that do not.
    `letters` and `digits` are the ids of the tokens that continue words of that kind, on the
    device of the model.
    """

    def __init__(self, tokenizer: Tokenizer, special: frozenset[int], device: torch.device) -> None:
        """Raise `UnavailableError` for a tokenizer that does not mark the start of words."""
        self.start = word_start(tokenizer)
        if self.start is WordStart.PLAIN:
            raise UnavailableError(
                "the tokenizer of the causal model does not write spaces: byte-level BPE and "
                "SentencePiece models can be used"
            )
        vocabulary = tokenizer.get_vocab(with_added_tokens=False)
        ids = sorted(token for token in vocabulary.values() if token not in special)
        self._texts = dict(zip(ids, spelled(tokenizer, ids, self.start), strict=True))
        spaced = {token: t[1:] for token, t in self._texts.items() if t.startswith(" ")}
        bare = {token: t for token, t in self._texts.items() if not t.startswith(" ")}
        # A bare token is a whole word only if it also exists with a space, see `vocabulary`.
        self.spaced = _beginnings(spaced, bool)
        self.bare = _beginnings(bare, set(spaced.values()).__contains__)
        self._indices = {
            after_space: {int(token): index for index, token in enumerate(beginnings.ids)}
            for after_space, beginnings in ((True, self.spaced), (False, self.bare))
        }
        self.letters, self.digits = (
            torch.tensor(
                [n for n, t in bare.items() if kind.fullmatch(t)], dtype=torch.long, device=device
            )
            for kind in (_CONTINUING, _DIGITS)
        )
        if not any(self.spaced.whole):
            raise UnavailableError("the model's vocabulary has no whole words to fill with")
        self.with_label = cache(self._with_label)
        self.outside_lists = cache(self._outside_lists)

    def text(self, pieces: tuple[int, ...]) -> str:
        """Return the word, or partial word, that some pieces spell."""
        return "".join(self._texts[piece] for piece in pieces).removeprefix(" ")

    def continuing(self, word: str) -> torch.Tensor:
        """Return the ids of the tokens that can continue a word."""
        return self.digits if word[0].isdigit() else self.letters

    def beginnings(self, after_space: bool) -> Beginnings:
        """Return the tokens that can start a word."""
        return self.spaced if after_space else self.bare

    def is_whole(self, piece: int, label: str | None, after_space: bool) -> bool:
        """Return whether a beginning is one of `with_label`."""
        index = self._indices[after_space][piece]
        return bool(self.with_label(label, after_space)[index])

    def knows(self, label: str, after_space: bool) -> bool:
        """Return whether any beginning is a whole word of a class."""
        texts = self.beginnings(after_space).texts
        whole = self.with_label(label, after_space)
        return any(fits_class(texts[index], label) for index in whole.nonzero().flatten()[:1])

    def _with_label(self, label: str | None, after_space: bool) -> torch.Tensor:
        """Mark the beginnings that are whole words of a class, or all if there are none."""
        beginnings = self.beginnings(after_space)
        whole = torch.tensor(beginnings.whole)
        if label is None:
            return whole
        pairs = zip(beginnings.texts, beginnings.whole, strict=True)
        of_class = torch.tensor([is_whole and fits_class(text, label) for text, is_whole in pairs])
        return of_class if bool(of_class.any()) else whole

    def _outside_lists(self, lists: tuple[WordList, ...], after_space: bool) -> torch.Tensor:
        """Mark the beginnings that are whole words and in no list."""
        beginnings = self.beginnings(after_space)
        pairs = zip(beginnings.texts, beginnings.whole, strict=True)
        return torch.tensor(
            [whole and not any(each.keeps(key_of(text)) for each in lists) for text, whole in pairs]
        )


def _beginnings(texts: dict[int, str], can_be_whole: Callable[[str], bool]) -> Beginnings:
    beginnings = {token: text for token, text in texts.items() if _FIRST.fullmatch(text)}
    whole = [is_fillable(text) and can_be_whole(text) for text in beginnings.values()]
    return Beginnings(torch.tensor(list(beginnings)), list(beginnings.values()), whole)
