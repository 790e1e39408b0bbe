"""Inputs of a masked language model: tokens, open slots, and which tokens make up words."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from privtool.core.errors import UnavailableError
from privtool.models.fillers.masked.slot_model import SlotModel
from privtool.models.fillers.masked.vocabulary import WordStart, unknown_id, word_start
from privtool.text.markers import lookalike_label
from privtool.text.words import words

BUCKET = 4
_MAX_LENGTH = 256  # of the model's input: more context changes little and costs much
_NOT_TEXT = 3  # tokens of an input: one before the text, one after it, and padding


class TokenDraft:
    """Token ids in which open slots hold the mask token.

    `spaced` says for each slot whether a space precedes it. The model reads at most
    `context_length` tokens around the next slot, so texts may have any length. Two special tokens
    and at least one of padding are added to them.
    """

    def __init__(
        self, ids: list[int], slots: Sequence[int], spaced: Sequence[bool], context_length: int
    ) -> None:
        self.ids, self._slots, self._spaced = ids, slots, spaced
        self._context_length = context_length
        self._next = 0

    @property
    def length(self) -> int:
        """Length of the model's input; the same for all slots."""
        return min(len(self.ids), self._context_length) + 2

    @property
    def padded_length(self) -> int:
        """Length of the model's input, rounded up.

        The last bits of a row's result depend on its padded length, which therefore must not depend
        on the other rows of a batch. There is always padding, since some attention kernels are used
        for batches without padding only.
        """
        return min((self.length // BUCKET + 1) * BUCKET, self._context_length + 3)

    @property
    def next_spaced(self) -> bool:
        """Whether a space precedes the next slot."""
        return self._spaced[self._next]

    def window(self) -> tuple[list[int], int]:
        """Return the tokens around the next slot, and the slot's position among them."""
        slot, size = self._slots[self._next], self._context_length
        if len(self.ids) <= size:
            return self.ids, slot
        start = min(max(0, slot - size // 2), len(self.ids) - size)
        return self.ids[start : start + size], slot - start

    def put(self, token: int) -> None:
        self.ids[self._slots[self._next]] = token
        self._next += 1

    def at(self, slot: int) -> TokenDraft:
        """Return a draft of the same tokens, whose next slot is the one with this number."""
        same = TokenDraft(self.ids, self._slots, self._spaced, self._context_length)
        same._next = slot
        return same


class WordPieces(NamedTuple):
    """The token ids of texts: text `i` is `ids[bounds[i]:bounds[i + 1]]`.

    Word `n`, from `word_bounds[i]` on, is `ids[starts[n]:ends[n]]`, to be masked if `maskable[n]`.
    Signs, enclitics, slots and lookalikes of markers are no words.
    """

    ids: NDArray[np.int32]
    bounds: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    word_bounds: NDArray[np.int64]
    maskable: NDArray[np.bool_]


class MaskedTokens:
    """The tokenizer of a masked language model and its special tokens.

    `context_length` is how many tokens of a text the model reads at a time; others are token ids.
    """

    def __init__(self, tokenizer: Tokenizer, mask: str, model: SlotModel) -> None:
        """Take over a tokenizer. Raise `UnavailableError` for another kind of model's."""
        tokenizer.encode_special_tokens = True  # encode "[SEP]" in a text as text
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        added = tokenizer.get_added_tokens_decoder()
        self._special = frozenset(token for token, each in added.items() if each.special)
        mask_id: int | None = tokenizer.token_to_id(mask)
        if mask_id is None:
            raise UnavailableError("the tokenizer has no mask token: the model is not a masked LM")
        self.mask = mask_id
        ends = tokenizer.encode("", add_special_tokens=True).ids
        if len(ends) != 2:
            raise UnavailableError(
                "the tokenizer does not frame a text with one special token each"
            )
        self.before, self.after = ends
        self.padding = model.padding
        self.start = word_start(tokenizer)
        self.context_length = min(_MAX_LENGTH, model.positions or _MAX_LENGTH) - _NOT_TEXT

    def draft(self, segments: Sequence[str]) -> TokenDraft:
        """Tokenize segments, with a mask token between any two of them."""
        ids: list[int] = []
        slots: list[int] = []
        *before, last = segments
        for segment in before:
            ids += self.ids_of(self._before_slot(segment))
            slots.append(len(ids))
            ids.append(self.mask)
        ids += self.ids_of(last)
        spaced = [segment[-1:].isspace() for segment in before]
        return TokenDraft(ids, slots, spaced, self.context_length)

    def word_pieces(
        self, texts: Iterable[tuple[Sequence[str], Collection[int] | None]]
    ) -> WordPieces:
        """Tokenize the segments of texts as for drafts, and find their words.

        With them come the offsets of maskable words, None for all; those with unknown tokens never
        are.
        """
        ids, bounds, word_bounds = array("i"), array("q", [0]), array("q", [0])
        starts, ends, maskable = array("q"), array("q"), array("b")
        for segments, private in texts:
            offsets = None if private is None else frozenset(private)
            for number, segment in enumerate(segments, 1):
                more = number < len(segments)
                found, words_of = self._words(self._before_slot(segment) if more else segment)
                for start, first, end in words_of:
                    starts.append(len(ids) + first)
                    ends.append(len(ids) + end)
                    known = self.unknown not in found[first:end]
                    maskable.append(known and (offsets is None or start in offsets))
                ids.extend([*found, self.mask] if more else found)
            bounds.append(len(ids))
            word_bounds.append(len(starts))
        columns = map(np.array, (ids, bounds, starts, ends, word_bounds))
        return WordPieces._make([*columns, np.array(maskable, np.bool_)])

    def one_slot_drafts(self, text: str) -> Iterator[tuple[TokenDraft, int]]:
        """Yield for each token a draft of the text around it with it as a slot, and the token."""
        ids, size = self.ids_of(text), self.context_length
        for place, token in enumerate(ids):
            start = max(0, min(place - size // 2, len(ids) - size))
            around = ids[start : start + size]
            around[place - start] = self.mask
            yield TokenDraft(around, [place - start], [False], size), token

    def first_id(self, word: str, spaced: bool) -> int:
        """Return the first token of a word that is filled in, after a space if `spaced`."""
        takes_space = spaced and self.start is not WordStart.PLAIN
        ids = self.ids_of(f" {word}" if takes_space else word)
        return ids[0] if ids else self.mask

    def ids_of(self, text: str) -> list[int]:
        """Return the token ids of a text, without special tokens."""
        encoding = self._tokenizer.encode(text, add_special_tokens=False)
        return self._without_marks(encoding.ids)

    @cached_property
    def unknown(self) -> int | None:
        """The id of unknown tokens, if there is one."""
        return unknown_id(self._tokenizer)

    def _without_marks(self, ids: list[int]) -> list[int]:
        """Replace special tokens, which a text may spell in SentencePiece, by the unknown one."""
        unknown = self.unknown
        if unknown is None or self._special.isdisjoint(ids):
            return ids
        return [unknown if token in self._special else token for token in ids]

    def _before_slot(self, segment: str) -> str:
        """Remove the space that belongs to the token of the word after it."""
        takes_space = self.start is not WordStart.PLAIN and segment[-1:].isspace()
        return segment[:-1] if takes_space else segment

    def _words(self, segment: str) -> tuple[list[int], list[tuple[int, int, int]]]:
        """Return the ids of a segment; of each word the offset, its first id and the next one's."""
        encoding = self._tokenizer.encode(segment, add_special_tokens=False)
        offsets: list[tuple[int, int]] = encoding.offsets
        takes_space = self.start is not WordStart.PLAIN
        found: list[tuple[int, int, int]] = []
        token = 0
        for start, end, _ in words(segment):
            if lookalike_label(segment[start:end]) is not None:
                continue
            # A space may be a token of its own, and belongs to the word as in a draft.
            begin = start - 1 if takes_space and segment[start - 1 : start].isspace() else start
            while token < len(offsets) and offsets[token][1] <= begin:
                token += 1
            first = token
            while token < len(offsets) and offsets[token][0] < end:
                token += 1
            if token > first:
                found.append((start, first, token))
        return self._without_marks(encoding.ids), found
