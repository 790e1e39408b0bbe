"""A text on its way to being filled, as tokens of a causal language model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tokenizers import Tokenizer

from privtool.core.errors import UnavailableError
from privtool.models.fillers.causal.prompts import prompt_of
from privtool.models.fillers.masked.vocabulary import WordStart, word_start

_LONGEST = 512  # tokens that the model sees; with a prompt twice as many
PIECES_OF_A_WORD = 4  # at most
SEEN_AFTER = 16  # tokens after a slot that a word is judged by
_BUCKET = 16
_ANCHOR = "\n"  # no word joins with it: what follows is coded as in the middle of a text


class CausalDraft:
    """Tokens up to the next slot, and those of the segments after it.

    The first `fixed` tokens are always seen, of those that follow as many as there is room for.
    A token of the draft stands for a whole word: it is the number that the ids of the word's
    pieces make up in the base of the vocabulary's size, with a 1 in front.
    """

    def __init__(
        self, left: list[int], rest: list[list[int]], spaced: list[bool], fixed: int, base: int,
        room: int,
    ) -> None:  # fmt: skip
        self._left, self._rest, self._spaced = left, rest, spaced
        self._fixed, self._base, self._room = fixed, base, room
        self._next = 0
        longest = len(left) + sum(map(len, rest)) + PIECES_OF_A_WORD * len(rest)
        self.padded_length = min(-(-longest // _BUCKET) * _BUCKET, room)

    @property
    def next_spaced(self) -> bool:
        """Whether the space before the next slot is a part of the token that follows it."""
        return self._spaced[self._next]

    def left(self) -> list[int]:
        """What is seen before the next slot."""
        room = self._room - self._fixed - PIECES_OF_A_WORD - SEEN_AFTER
        return self._left[: self._fixed] + self._left[self._fixed :][-room:]

    def right(self) -> list[int]:
        """What is seen after the next slot, up to the one after it."""
        return self._rest[self._next][:SEEN_AFTER]

    def token(self, pieces: Sequence[int]) -> int:
        """The token that stands for a word."""
        number = 1
        for piece in pieces:
            number = number * self._base + piece
        return number

    def put(self, token: int) -> None:
        """Fill the next slot."""
        pieces: list[int] = []
        while token > 1:
            token, piece = divmod(token, self._base)
            pieces.append(piece)
        self._left += pieces[::-1] + self._rest[self._next]
        self._next += 1


class Output(NamedTuple):
    """The ids of a text that follows a prompt, and where in the text each is."""

    ids: list[int]
    offsets: list[tuple[int, int]]

    def overlapping(self, begin: int, finish: int) -> list[int]:
        """Return the indices of the tokens that overlap `begin:finish`."""
        return [i for i, (start, end) in enumerate(self.offsets) if start < finish and end > begin]


class CausalTokens:
    """The tokenizer of a causal language model, for texts with slots.

    `begin` and `end` are the tokens that a text is framed by, `room` is what the model sees at
    most. In drafts of `prompted` models the prompt stands before a text where it leaves half the
    room.
    """

    def __init__(self, tokenizer: Any, config: Any, entries: int, prompted: bool) -> None:
        """Takes over a fast tokenizer of transformers and its settings; `entries` are the model's.

        Raises `UnavailableError` for a tokenizer that has no token to begin with, or joins pieces
        over the ends of lines.
        """
        begin = tokenizer.bos_token_id
        begin = tokenizer.eos_token_id if begin is None else begin
        if begin is None or not tokenizer.is_fast:
            raise UnavailableError("the model has no fast tokenizer with a token to begin with")
        self.begin: int = begin
        self.end: int = begin if tokenizer.eos_token_id is None else tokenizer.eos_token_id
        backend: Tokenizer = tokenizer.backend_tokenizer
        backend.encode_special_tokens = True  # a "</s>" in a text is text
        backend.no_truncation()
        backend.no_padding()
        self.backend, self._start = backend, word_start(backend)
        positions = getattr(config, "n_positions", 0) or getattr(
            config, "max_position_embeddings", _LONGEST
        )
        self.room: int = min(positions, 2 * _LONGEST)
        self._seen = self.room if prompted else min(positions, _LONGEST)
        self._base, self._prompted = max(entries, len(tokenizer)), prompted
        self._anchor = self.encoded(_ANCHOR)
        for probe in ("a", " a", ",", "'s"):
            if self.encoded(_ANCHOR + probe)[: len(self._anchor)] != self._anchor:
                raise UnavailableError("the model's tokenizer joins pieces over the ends of lines")

    def encoded(self, text: str) -> list[int]:
        """The ids of a text, as at its beginning, without special tokens."""
        ids: list[int] = self.backend.encode(text, add_special_tokens=False).ids
        return ids

    def draft(self, segments: Sequence[str]) -> CausalDraft:
        """The tokens around the slots between any two segments."""
        prompt = self.prompt(segments) if self._prompted else []
        if 2 * len(prompt) > self._seen:
            prompt = []
        first = _before_slot(segments[0]) if len(segments) > 1 else segments[0]
        begin = prompt or [self.begin]
        left = [*begin, *(self._inside(first) if prompt else self.encoded(first))]
        # SentencePiece puts a space before a text.
        dummy = not prompt and not first and self._start is WordStart.METASPACE
        spaced = [segment.endswith(" ") for segment in segments[:-1]]
        if spaced:
            spaced[0] = spaced[0] or dummy
        last = len(segments) - 1
        rest = [
            self._inside(segment if number == last else _before_slot(segment))
            for number, segment in enumerate(segments)
            if number
        ]
        return CausalDraft(left, rest, spaced, len(begin), self._base, self._seen)

    def prompt(self, segments: Sequence[str]) -> list[int]:
        """The ids of the prompt for a text with one slot between any two segments."""
        return [self.begin, *self.encoded(prompt_of(segments))]

    def output(self, text: str) -> Output:
        """The ids of a text after its prompt."""
        coded = self.backend.encode(_ANCHOR + text, add_special_tokens=False)
        first, shift = len(self._anchor), len(_ANCHOR)
        if coded.ids[:first] != self._anchor:  # it joined with a line end that begins the text
            coded, first, shift = self.backend.encode(text, add_special_tokens=False), 0, 0
        offsets = [(start - shift, end - shift) for start, end in coded.offsets[first:]]
        return Output(coded.ids[first:], offsets)

    def _inside(self, segment: str) -> list[int]:
        """The ids of a segment that does not begin its text."""
        return self.output(segment).ids


def _before_slot(segment: str) -> str:
    """A segment without the space that belongs to the token of the word that follows."""
    return segment.removesuffix(" ")
