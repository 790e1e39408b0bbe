"""Texts as a masked language model reads them: pieces, open slots, and which pieces are words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from tokenizers import Tokenizer

from privtool.core.errors import UnavailableError
from privtool.models.fillers.masked.vocabulary import WordStart, unknown_id, word_start
from privtool.text.markers import lookalike_label
from privtool.text.words import words

BUCKET = 4


class TokenDraft:
    """Token ids in which the slots that are still open hold the mask token.

    `spaced` tells for each slot whether a space stands before it. The model sees at most `room`
    tokens around the next slot, so that a text of any length can be filled. The place that the
    text takes in a model is two tokens longer, and one more is padding.
    """

    def __init__(
        self, ids: list[int], slots: Sequence[int], spaced: Sequence[bool], room: int
    ) -> None:
        self.ids, self._slots, self._spaced, self._room = ids, slots, spaced, room
        self._next = 0

    @property
    def padded_length(self) -> int:
        """Tokens that the model is given, rounded up; it never changes.

        A row's result depends on the length that it is padded to (by some last bits), so that
        must not depend on the other rows of a batch. There is always padding, as some attention
        kernels are only used for batches without any.
        """
        seen = min(len(self.ids), self._room) + 2
        return min((seen // BUCKET + 1) * BUCKET, self._room + 3)

    @property
    def next_spaced(self) -> bool:
        """Whether a space stands before the next slot."""
        return self._spaced[self._next]

    def window(self) -> tuple[list[int], int]:
        """The tokens around the next slot, and the slot's place among them."""
        slot = self._slots[self._next]
        if len(self.ids) <= self._room:
            return self.ids, slot
        start = min(max(0, slot - self._room // 2), len(self.ids) - self._room)
        return self.ids[start : start + self._room], slot - start

    def put(self, token: int) -> None:
        """Fill the next slot."""
        self.ids[self._slots[self._next]] = token
        self._next += 1


_LONGEST = 256  # tokens that the model sees; more context changes little and costs much
_FRAME = 3  # of these around the text: one before, one after, and padding


class WordPieces(NamedTuple):
    """The ids of a text, and its words: word `n` is made up of `ids[starts[n]:ends[n]]`.

    What is between words (punctuation, enclitics, slots, and what looks like a marker) is none.
    `maskable` says of each word whether it may be hidden.
    """

    ids: list[int]
    starts: list[int]
    ends: list[int]
    maskable: list[bool]


class MaskedTokens:
    """The tokenizer of a masked language model and what the model expects around a text.

    `before`, `after`, `mask` and `padding` are ids; `room` is how many tokens of a text the model
    is given at a time.
    """

    def __init__(self, tokenizer: Tokenizer, mask: str, config: Any) -> None:
        """Takes over a tokenizer and its settings; `config` is that of the model.

        Raises `UnavailableError` for a tokenizer of another kind of model.
        """
        tokenizer.encode_special_tokens = True  # a "[SEP]" in a text is text
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        self.mask = _token_id(tokenizer, mask)
        self.before, self.after = _sentence_ends(tokenizer)
        self.padding: int = config.pad_token_id or 0
        self.start = word_start(tokenizer)
        positions = config.max_position_embeddings - (self.padding + 1)
        self.room: int = min(_LONGEST, positions) - _FRAME

    def draft(self, segments: Sequence[str]) -> TokenDraft:
        """The tokens of the segments with a mask token between any two of them."""
        ids: list[int] = []
        slots: list[int] = []
        spaced: list[bool] = []
        for number, segment in enumerate(segments):
            last = number == len(segments) - 1
            space = segment[-1:].isspace()
            ids += self._tokenizer.encode(
                segment if last else self._before_slot(segment), add_special_tokens=False
            ).ids
            if not last:
                slots.append(len(ids))
                spaced.append(space)
                ids.append(self.mask)
        return TokenDraft(ids, slots, spaced, self.room)

    def word_pieces(
        self, segments: Sequence[str], private: Collection[int] | None = None
    ) -> WordPieces:
        """The tokens of the segments, as in a draft, and which of them make up words.

        `private` are the starts in their segment of the words that may be hidden, if not all may;
        one that the tokenizer cannot spell never may, as no model could tell it.
        """
        found = WordPieces([], [], [], [])
        private = None if private is None else frozenset(private)
        for number, segment in enumerate(segments):
            if number:
                found.ids.append(self.mask)
            if number < len(segments) - 1:
                segment = self._before_slot(segment)
            self._add_segment(found, segment, private)
        return found

    @cached_property
    def _unknown(self) -> int | None:
        return unknown_id(self._tokenizer)

    def _before_slot(self, segment: str) -> str:
        """A segment without the space that belongs to the token of the word that follows."""
        takes_space = self.start is not WordStart.PLAIN and segment[-1:].isspace()
        return segment[:-1] if takes_space else segment

    def _add_segment(
        self, found: WordPieces, segment: str, private: Collection[int] | None
    ) -> None:
        coded = self._tokenizer.encode(segment, add_special_tokens=False)
        offsets: list[tuple[int, int]] = coded.offsets
        base = len(found.ids)
        found.ids.extend(coded.ids)
        takes_space = self.start is not WordStart.PLAIN
        piece = 0
        for start, end, _ in words(segment):
            if lookalike_label(segment[start:end]) is not None:
                continue
            # A space may be a piece of its own, and belongs to the word as in a draft.
            begin = start - 1 if takes_space and segment[start - 1 : start].isspace() else start
            while piece < len(offsets) and offsets[piece][1] <= begin:
                piece += 1
            first = piece
            while piece < len(offsets) and offsets[piece][0] < end:
                piece += 1
            if piece > first:
                found.starts.append(base + first)
                found.ends.append(base + piece)
                known = self._unknown not in coded.ids[first:piece]
                found.maskable.append(known and (private is None or start in private))


def _token_id(tokenizer: Tokenizer, token: str) -> int:
    id: int | None = tokenizer.token_to_id(token)
    if id is None:
        raise UnavailableError("the model's tokenizer has no mask token: it is no masked LM")
    return id


def _sentence_ends(tokenizer: Tokenizer) -> tuple[int, int]:
    """The special tokens that the model expects before and after a text."""
    ids = tokenizer.encode("", add_special_tokens=True).ids
    if len(ids) != 2:
        raise UnavailableError("the model's tokenizer does not put one token around a text")
    return ids[0], ids[1]
