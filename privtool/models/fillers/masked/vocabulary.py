"""Whole words of a masked language model: their tokens, scores at slots, ranks of given ones."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache, cached_property
from math import log2

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor

from privtool.core.errors import UnavailableError
from privtool.interfaces.filling import OUTSIDE, Candidates, Guess, Rank, Ranking, Wanted, WordBias
from privtool.models.fillers.masked.slot_model import SlotModel
from privtool.models.runtime.numerics import not_finite
from privtool.text.filling.words import fits_class, is_fillable
from privtool.text.word_lists import WordList
from privtool.text.words import key_of

_METASPACE = "\u2581"
_Originals = Sequence[Sequence[str]]
_Slot = tuple[Wanted, Sequence[str]]  # what it takes, and the keys of the original words


class WordStart(Enum):
    """How a tokenizer distinguishes tokens that begin a word from those that continue one."""

    PLAIN = "plain"  # WordPiece: continuations are marked (##ing)
    SPACE_BYTE = "space byte"  # byte-level BPE: the space before a word belongs to its token
    METASPACE = "metaspace"  # SentencePiece: the same, with the space written as U+2581


def word_tokens(
    tokenizer: Tokenizer, special_ids: frozenset[int]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the whole words that can follow a space, and those that can stand without one.

    They come with their tokens, in ascending order; both are one object if they are the same. A
    token without the mark of a new word is a whole word only if there is the same word with it.
    Raise `UnavailableError` for a tokenizer of an unknown kind.
    """
    start = word_start(tokenizer)
    marked: dict[str, int] = {}
    unmarked: dict[str, int] = {}
    for token, text in spelled(tokenizer, special_ids, start).items():
        word = text.removeprefix(" ")
        if is_fillable(word):
            begins = start is WordStart.PLAIN or text != word
            (marked if begins else unmarked).setdefault(word, token)
    if not marked:
        raise UnavailableError("the model's vocabulary has no whole words to fill with")
    if start is WordStart.PLAIN or adds_space(tokenizer):
        return marked, marked
    return marked, {word: token for word, token in unmarked.items() if word in marked}


def adds_space(tokenizer: Tokenizer) -> bool:
    """Return whether SentencePiece reads the start of a text like a space, unlike that of Gemma."""
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


def spelled(tokenizer: Tokenizer, special_ids: frozenset[int], start: WordStart) -> dict[int, str]:
    """Return the texts of ascending tokens, with a space before those that are marked so."""
    vocabulary = tokenizer.get_vocab(with_added_tokens=False)
    tokens = sorted(token for token in vocabulary.values() if token not in special_ids)
    if start is WordStart.SPACE_BYTE:
        return {token: tokenizer.decode([token]) for token in tokens}
    texts = (tokenizer.id_to_token(token) or "" for token in tokens)
    return {token: text.replace(_METASPACE, " ") for token, text in zip(tokens, texts, strict=True)}


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
    of_words = description["model"].get("type") == "WordLevel"
    kind = "has whole words, like those of lm-train" if of_words else "is of an unknown kind"
    raise UnavailableError(
        f"the model's tokenizer {kind}; WordPiece, byte-level BPE and SentencePiece are supported"
    )


def _types(component: object) -> set[str]:
    """Return the types of a tokenizer component and of the components inside it."""
    if isinstance(component, list):
        return set().union(*map(_types, component)) if component else set()
    if not isinstance(component, dict):
        return set()
    inner = [value for value in component.values() if isinstance(value, (list, dict))]
    return {str(component.get("type"))}.union(*map(_types, inner))


class WordScorer:
    """Scores of whole words by the states of a `SlotModel`, and the ranks of given words."""

    def __init__(self, words: Mapping[str, int], model: SlotModel) -> None:
        """`words` have the tokens of words."""
        self.tokens = np.array(list(words.values()), np.int64)
        self.scores = model.scores_of(list(words.values()))
        self.words = list(words)
        self.device = model.device
        self._in_lists = cache(self._compute_in_lists)
        self._bias_of = cache(self._compute_bias)
        self._not_of_class = cache(self._compute_not_of_class)
        self._added = cache(self._compute_added)
        self._allowed_for = cache(self._compute_allowed)

    def rank(self, states: Tensor, wanted: Sequence[Wanted], k: int) -> list[Ranking]:
        """Return the `k` best words of each row and the best unlisted ones."""
        scores = self.scores(states)
        for row, want in enumerate(wanted):
            added = self._added(want.bias, want.label)
            if added is not None:
                scores[row] += added
        values, indices = (part.cpu().numpy() for part in scores.topk(min(k, scores.shape[1])))
        rankings: list[Ranking] = []
        for row, want in enumerate(wanted):
            listed = self._in_lists(want.avoid) if want.avoid else None
            best = self._candidates(values[row], indices[row], listed)
            if best is None:
                raise not_finite()
            unlisted = None
            if listed is not None and best.avoided.all():
                avoided = torch.from_numpy(listed).to(scores.device)
                others = scores[row].masked_fill(avoided, -torch.inf).topk(min(k, len(listed)))
                top, places = (part.cpu().numpy() for part in others)
                unlisted = self._candidates(top, places, None)
            rankings.append(Ranking(best, unlisted))
        return rankings

    def _candidates(
        self,
        values: NDArray[np.float32],
        indices: NDArray[np.int64],
        listed: NDArray[np.bool_] | None,
    ) -> Candidates | None:
        """Return the words with finite scores, or None if there are none."""
        kept = values > -np.inf
        indices = indices[kept]
        if not len(indices):
            return None
        avoided = np.zeros(len(indices), np.bool_) if listed is None else listed[indices]
        words = self.words
        scores = values[kept].astype(np.float64)
        return Candidates(self.tokens[indices], scores, avoided, lambda at: words[indices[at]])

    def _compute_in_lists(self, lists: tuple[WordList, ...]) -> NDArray[np.bool_]:
        keys = map(key_of, self.words)
        return np.array([any(listed.keeps(word) for listed in lists) for word in keys])

    def _compute_bias(self, bias: WordBias) -> Tensor:
        values = [bias.words.get(key_of(word), bias.other) for word in self.words]
        return torch.tensor(values, dtype=torch.float32, device=self.device)

    def _compute_added(self, bias: WordBias | None, label: str | None) -> Tensor | None:
        """Return what is added to the score of each word: minus infinity if not of a class."""
        excluded = None if label is None else self._not_of_class(label)
        added = None if bias is None else self._bias_of(bias)
        if excluded is None:
            return added
        return (
            torch.zeros_like(excluded, dtype=torch.float32) if added is None else added
        ).masked_fill(excluded, -torch.inf)

    def _compute_not_of_class(self, label: str) -> Tensor | None:
        """Return which words are not of a class; None if the model has no word of it."""
        others = torch.tensor([not fits_class(word, label) for word in self.words])
        return None if others.all() else others.to(self.device)

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """The indices of words by their keys."""
        places: dict[str, list[int]] = {}
        for place, word in enumerate(self.words):
            places.setdefault(key_of(word), []).append(place)
        return places

    def guess(self, states: Tensor, slots: Sequence[_Slot]) -> list[Guess]:
        """Return the best word at each row of states, and the originals' ranks.

        Words that a slot's marker and word lists allow come first, each by its score.
        """
        scores = self.scores(states)
        groups: dict[Wanted, list[int]] = {}
        for row, (want, _) in enumerate(slots):
            groups.setdefault(want, []).append(row)
        found: dict[int, Guess] = {}
        for want, rows in groups.items():
            part = scores if len(rows) == len(slots) else scores[rows]
            if want.bias is not None:
                part = part + self._bias_of(want.bias)
            allowed = self._allowed_for(want)
            guesses = self._of_group(part, allowed, [slots[row][1] for row in rows])
            found |= zip(rows, guesses, strict=True)
        return [found[row] for row in range(len(slots))]

    def _of_group(
        self, scores: Tensor, allowed: Tensor | None, originals: _Originals
    ) -> list[Guess]:
        """Return the guesses for slots that allow the same words."""
        preferred = scores if allowed is None else scores.masked_fill(~allowed, -torch.inf)
        best = preferred.max(1)
        if not bool(best.values.isfinite().all()):
            raise not_finite()
        ranks = self._ranks(scores, preferred, allowed, originals)
        pairs = zip(best.indices.tolist(), ranks, strict=True)
        return [Guess(int(self.tokens[place]), of_row) for place, of_row in pairs]

    def _ranks(
        self, scores: Tensor, preferred: Tensor, allowed: Tensor | None, originals: _Originals
    ) -> list[tuple[Rank | None, ...]]:
        """Return the ranks of each row's words; a tie counts for the attacker."""
        known = [
            (row, number, place)
            for row, words in enumerate(originals)
            for number, word in enumerate(words)
            for place in self._places.get(word, ())
        ]
        ranks: dict[tuple[int, int], Rank] = {}
        if known:
            rows, places = ([each[part] for each in known] for part in (0, 2))
            inside, total = preferred.logsumexp(1).double(), scores.logsumexp(1).double()
            at = scores[rows, places]
            above = scores[rows] > at[:, None]
            if allowed is not None:
                outside = ~allowed[places]
                above = torch.where(outside[:, None], above | allowed, above & allowed)
            p_all = (at.double() - total[rows]).exp()
            p_inside = (preferred[rows, places].double() - inside[rows]).exp()
            p = p_all if allowed is None else (1 - OUTSIDE) * p_inside + OUTSIDE * p_all
            spellings: dict[tuple[int, int], tuple[int, float]] = {}
            listed = zip(known, (above.sum(1) + 1).tolist(), p.tolist(), strict=True)
            for (row, number, _), rank, share in listed:
                lowest, shares = spellings.get((row, number), (rank, 0.0))
                spellings[row, number] = min(rank, lowest), shares + share
            ranks = {
                word: Rank(rank, -log2(max(shares, np.finfo(float).tiny)))
                for word, (rank, shares) in spellings.items()
            }
        return [
            tuple(ranks.get((row, number)) for number in range(len(words)))
            for row, words in enumerate(originals)
        ]

    def _compute_allowed(self, want: Wanted) -> Tensor | None:
        """Return which words a slot allows; None for all of them."""
        others = None if want.label is None else self._not_of_class(want.label)
        flags = np.ones(len(self.words), np.bool_)
        if others is not None:
            flags &= ~others.cpu().numpy()
        if want.avoid:
            flags &= ~self._in_lists(want.avoid)
        for kept in want.kept_by:
            flags &= self._in_lists((kept,))
        all_or_none = bool(flags.all()) or not flags.any()
        return None if all_or_none else torch.from_numpy(flags).to(self.device)
