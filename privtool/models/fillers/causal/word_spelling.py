"""The tokens that words are spelled with by a causal language model, piece by piece."""

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

_BEGINS = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019-][\p{L}\p{M}]*+)*+|\p{Nd}++")
_GOES_ON = regex.compile(r"['\u2019-]?[\p{L}\p{M}]++(?:['\u2019-][\p{L}\p{M}]*+)*+")
_DIGITS = regex.compile(r"\p{Nd}++")


class Beginnings(NamedTuple):
    """Tokens that can begin a word: their ids, what they spell, and which are whole words."""

    ids: torch.Tensor
    texts: list[str]
    whole: list[bool]


class WordSpelling:
    """What the tokens of a vocabulary can do in a word.

    `spaced` are the beginnings that bring the space before a word with them, `bare` those that do
    not. `letters` and `digits` are the tokens (ids) that go on with a word of that kind.
    """

    def __init__(self, tokenizer: Tokenizer, special: frozenset[int]) -> None:
        """Raises `UnavailableError` for a tokenizer that does not mark where words begin."""
        self.start = word_start(tokenizer)
        if self.start is WordStart.PLAIN:
            raise UnavailableError(
                "the tokenizer of the causal model does not write spaces: byte-level BPE and "
                "SentencePiece models can be used"
            )
        vocabulary = tokenizer.get_vocab(with_added_tokens=False)
        ids = sorted(id for id in vocabulary.values() if id not in special)
        self._texts = dict(zip(ids, spelled(tokenizer, ids, self.start), strict=True))
        marked = {t[1:]: id for id, t in reversed(self._texts.items()) if t.startswith(" ")}
        spaced = {id: t[1:] for id, t in self._texts.items() if t.startswith(" ")}
        bare = {id: t for id, t in self._texts.items() if not t.startswith(" ")}
        # A bare token is a whole word only if the same word exists with the mark, see `vocabulary`.
        self.spaced = _beginnings(spaced, bool)
        self.bare = _beginnings(bare, marked.__contains__)
        self._places = {
            after_space: {int(id): place for place, id in enumerate(found.ids)}
            for after_space, found in ((True, self.spaced), (False, self.bare))
        }
        self.letters = torch.tensor([id for id, t in bare.items() if _GOES_ON.fullmatch(t)])
        self.digits = torch.tensor([id for id, t in bare.items() if _DIGITS.fullmatch(t)])
        if not any(self.spaced.whole):
            raise UnavailableError("the model's vocabulary has no whole words to fill with")
        self.with_label = cache(self._with_label)
        self.outside_lists = cache(self._outside_lists)

    def text(self, pieces: tuple[int, ...]) -> str:
        """The word, or the part of one, that some pieces spell."""
        return "".join(self._texts[piece] for piece in pieces).removeprefix(" ")

    def going_on(self, word: str) -> torch.Tensor:
        """The ids of the tokens that can go on with a word that begins so."""
        return self.digits if word[0].isdigit() else self.letters

    def beginnings(self, after_space: bool) -> Beginnings:
        """The tokens that can begin a word there."""
        return self.spaced if after_space else self.bare

    def is_whole(self, piece: int, label: str | None, after_space: bool) -> bool:
        """Whether a beginning is a whole word of a class (or any, where none is of it)."""
        place = self._places[after_space][piece]
        return bool(self.with_label(label, after_space)[place])

    def knows(self, label: str, after_space: bool) -> bool:
        """Whether any beginning is a whole word of a class."""
        found = self.beginnings(after_space)
        whole = self.with_label(label, after_space)
        return any(fits_class(found.texts[place], label) for place in whole.nonzero().flatten()[:1])

    def _with_label(self, label: str | None, after_space: bool) -> torch.Tensor:
        """Which of the beginnings are whole words of a class, or of any where none is of it."""
        found = self.beginnings(after_space)
        whole = torch.tensor(found.whole)
        if label is None:
            return whole
        pairs = zip(found.texts, found.whole, strict=True)
        of_class = torch.tensor([is_whole and fits_class(text, label) for text, is_whole in pairs])
        return of_class if bool(of_class.any()) else whole

    def _outside_lists(self, lists: tuple[WordList, ...], after_space: bool) -> torch.Tensor:
        """Which of the beginnings are whole words that no list holds."""
        found = self.beginnings(after_space)
        pairs = zip(found.texts, found.whole, strict=True)
        return torch.tensor(
            [whole and not any(one.keeps(key_of(text)) for one in lists) for text, whole in pairs]
        )


def _beginnings(texts: dict[int, str], counts: Callable[[str], bool]) -> Beginnings:
    found = {id: text for id, text in texts.items() if _BEGINS.fullmatch(text)}
    whole = [is_fillable(text) and counts(text) for text in found.values()]
    return Beginnings(torch.tensor(list(found)), list(found.values()), whole)
