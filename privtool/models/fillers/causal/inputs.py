"""Tokens of texts with slots for causal language models: the prompt to fill one, words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import regex
import torch
from tokenizers import Tokenizer

from privtool.core.errors import UnavailableError
from privtool.models.fillers.masked.vocabulary import WordStart, adds_space, spelled, word_start
from privtool.text.filling.words import fits_class, is_fillable
from privtool.text.markers import MASK
from privtool.text.word_lists import WordList
from privtool.text.words import key_of

NAME = "alpaca-mask"  # names this format in run cards
_PROMPT = """\
### Instruction:
Predict the [MASK] tokens in the given sentence

### Input:
{}

### Response:
"""
_MAX_TOKENS = 512  # of context; with a prompt twice as many
MAX_PIECES = 4  # of a word
RIGHT_CONTEXT = 16  # tokens after a slot that its candidates are scored with
_CHARACTERS = 8  # of a token, more than most have
_BUCKET = 16
_ANCHOR = "\n"  # merges with no word: what follows is encoded as in the middle of a text
_FIRST = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019-][\p{L}\p{M}]*+)*+|\p{Nd}++")
_CONTINUING = regex.compile(r"['\u2019-]?[\p{L}\p{M}]++(?:['\u2019-][\p{L}\p{M}]*+)*+")
_DIGITS = regex.compile(r"\p{Nd}++")


class CausalDraft:
    """The tokens up to the next slot, and those of the segments after it.

    The context holds the first `fixed` tokens and as many of the last ones as fit into
    `context_length`. A token of the draft encodes a whole word: the ids of its pieces are the
    digits of a number in base `base`, the vocabulary size, after a leading 1.
    """

    def __init__(
        self,
        left: list[int],
        rest: list[list[int]],
        spaced: list[bool],
        fixed: int,
        base: int,
        context_length: int,
    ) -> None:
        self._left, self._rest, self._spaced = left, rest, spaced
        self._fixed, self._base, self._context_length = fixed, base, context_length
        self._next = 0
        longest = len(left) + sum(map(len, rest)) + MAX_PIECES * len(rest)
        self.padded_length = min(-(-longest // _BUCKET) * _BUCKET, context_length)

    @property
    def next_spaced(self) -> bool:
        """Whether the next token includes the space before the slot."""
        return self._spaced[self._next]

    def left(self) -> list[int]:
        """Return the context before the next slot."""
        length = self._context_length - self._fixed - MAX_PIECES - RIGHT_CONTEXT
        return self._left[: self._fixed] + self._left[self._fixed :][-length:]

    def right(self) -> list[int]:
        """Return the context after the next slot, up to the slot after it."""
        return self._rest[self._next][:RIGHT_CONTEXT]

    def token(self, pieces: Sequence[int]) -> int:
        """Return the token that encodes a word."""
        number = 1
        for piece in pieces:
            number = number * self._base + piece
        return number

    def put(self, token: int) -> None:
        pieces: list[int] = []
        while token > 1:
            token, piece = divmod(token, self._base)
            pieces.append(piece)
        self._left += pieces[::-1] + self._rest[self._next]
        self._next += 1


class Output(NamedTuple):
    """The ids of a text that follows a prompt, and their offsets in the text."""

    ids: list[int]
    offsets: list[tuple[int, int]]

    def overlapping(self, begin: int, finish: int) -> list[int]:
        """Return the indices of the tokens that overlap `begin:finish`."""
        return [i for i, (start, end) in enumerate(self.offsets) if start < finish and end > begin]


class CausalTokens:
    """The tokenizer of a causal language model, for texts with slots.

    `begin` and `end` frame a text of `context_length` at most; a prompt takes at most half of that.
    """

    def __init__(self, tokenizer: Any, model: Any, prompted: bool) -> None:
        """Change the settings of the tokenizer of a model.

        Raise `UnavailableError` without a start token, or for pieces that span line ends.
        """
        begin = tokenizer.bos_token_id
        begin = tokenizer.eos_token_id if begin is None else begin
        if begin is None or not tokenizer.is_fast:
            raise UnavailableError("the model has no fast tokenizer with a start token")
        self.begin: int = begin
        self.end: int = begin if tokenizer.eos_token_id is None else tokenizer.eos_token_id
        backend: Tokenizer = tokenizer.backend_tokenizer
        backend.encode_special_tokens = True  # "</s>" in a text is text
        backend.no_truncation()
        backend.no_padding()
        self.backend, self._adds_space = backend, adds_space(backend)
        config, entries = model.config, model.get_output_embeddings().weight.shape[0]
        positions = getattr(config, "max_position_embeddings", _MAX_TOKENS)
        positions = getattr(config, "n_positions", 0) or positions
        self.context_length: int = min(positions, 2 * _MAX_TOKENS)
        self._draft_length = self.context_length if prompted else min(positions, _MAX_TOKENS)
        self._base, self._prompted = max(entries, len(tokenizer)), prompted
        self._anchor = self.encode(_ANCHOR)
        for probe in ("a", " a", ",", "'s"):
            if self.encode(_ANCHOR + probe)[: len(self._anchor)] != self._anchor:
                raise UnavailableError("the model's tokenizer has pieces that span line ends")

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text at its beginning, without special tokens."""
        return list(self.backend.encode(text, add_special_tokens=False).ids)

    def draft(self, segments: Sequence[str]) -> CausalDraft:
        """Return the draft of a text with a slot between any two segments."""
        prompt = self.prompt(segments) if self._prompted else []
        if 2 * len(prompt) > self._draft_length:
            prompt = []
        *before, last = segments
        # The space before a slot belongs to the token of its word.
        first, *others = [*(segment.removesuffix(" ") for segment in before), last]
        begin = prompt or [self.begin]
        left = [*begin, *(self._inside(first) if prompt else self.encode(first))]
        added_space = not prompt and not first and self._adds_space
        spaced = [segment.endswith(" ") for segment in before]
        if spaced:
            spaced[0] = spaced[0] or added_space
        rest = [self._inside(segment) for segment in others]
        return CausalDraft(left, rest, spaced, len(begin), self._base, self._draft_length)

    def prompt(self, segments: Sequence[str]) -> list[int]:
        """Return the ids of the prompt for a text with a slot between any two segments.

        It has the instruction of Vats 2023, 4.2.4, and the text with `[MASK]` in its slots, in the
        format of Stanford Alpaca (Taori et al. 2023), which LLaMA models are often tuned on.
        """
        return [self.begin, *self.encode(_PROMPT.format(MASK.join(segments)))]

    def output(self, text: str) -> Output:
        """Return the ids of a text that follows its prompt."""
        encoding = self.backend.encode(_ANCHOR + text, add_special_tokens=False)
        first, shift = len(self._anchor), len(_ANCHOR)
        if encoding.ids[:first] != self._anchor:  # merged with a line end of the text
            encoding, first, shift = self.backend.encode(text, add_special_tokens=False), 0, 0
        offsets = [(start - shift, end - shift) for start, end in encoding.offsets[first:]]
        return Output(encoding.ids[first:], offsets)

    def phrase_rows(
        self, before: str, phrases: Sequence[str], after: str
    ) -> tuple[list[int], list[list[int]]]:
        """Return the ids before a phrase, and those of each phrase with what follows it.

        The space before a phrase belongs to its first token.
        """
        text = before.removesuffix(" ")
        space = before[len(text) :]
        room = self._draft_length // 2
        left = [self.begin, *self._last(text, room)]
        right = self._inside(after)[:RIGHT_CONTEXT]
        encode = self._inside if text else self.encode
        return left, [(encode(space + phrase) + right)[:room] for phrase in phrases]

    def _last(self, text: str, count: int) -> list[int]:
        """Return the last ids of a text. Of a long one, the end is enough if it has them anywhere.

        Where the ids depend on what is before, such as those of a long row of digits, the ends that
        begin at two neighboring characters differ.
        """
        size = _CHARACTERS * count
        while size < len(text):
            ids, other = (self.encode(text[-start:])[-count:] for start in (size, size + 1))
            if ids == other and len(ids) == count:
                return ids
            size *= 2
        return self.encode(text)[-count:]

    def _inside(self, segment: str) -> list[int]:
        """Return the ids of a segment that is not the first of its text."""
        return self.output(segment).ids


class Beginnings(NamedTuple):
    """Tokens that can start a word: their ids, their texts, and whether they are whole words."""

    ids: torch.Tensor
    texts: list[str]
    whole: torch.Tensor


class WordSpelling:
    """The roles of tokens in words; `beginnings` by whether they include the space before one."""

    def __init__(self, tokenizer: Tokenizer, special: frozenset[int], device: torch.device) -> None:
        """Raise `UnavailableError` for a tokenizer that does not mark the start of words."""
        start = word_start(tokenizer)
        if start is WordStart.PLAIN:
            raise UnavailableError(
                "the tokenizer of the causal model does not write spaces: byte-level BPE and "
                "SentencePiece models can be used"
            )
        self._texts = spelled(tokenizer, special, start)
        spaced = {token: t[1:] for token, t in self._texts.items() if t.startswith(" ")}
        bare = {token: t for token, t in self._texts.items() if not t.startswith(" ")}
        # A bare token is a whole word only if it also exists with a space, see `vocabulary`.
        self.beginnings = {
            True: _beginnings(spaced, bool),
            False: _beginnings(bare, set(spaced.values()).__contains__),
        }
        self._indices = {
            after_space: {int(token): index for index, token in enumerate(beginnings.ids)}
            for after_space, beginnings in self.beginnings.items()
        }
        kinds = (
            [token for token, text in bare.items() if kind.fullmatch(text)]
            for kind in (_CONTINUING, _DIGITS)
        )
        self._letters, self._digits = (
            torch.tensor(tokens, dtype=torch.long, device=device) for tokens in kinds
        )
        if not bool(self.beginnings[True].whole.any()):
            raise UnavailableError("the model's vocabulary has no whole words to fill with")
        self.of_class = cache(self._of_class)
        self.outside_lists = cache(self._outside_lists)

    def text(self, pieces: tuple[int, ...]) -> str:
        """Return the word, or partial word, that some pieces spell."""
        return "".join(self._texts[piece] for piece in pieces).removeprefix(" ")

    def continuing(self, word: str) -> torch.Tensor:
        """Return the ids of the tokens that can continue a word, on the device of the model."""
        return self._digits if word[0].isdigit() else self._letters

    def is_whole(self, piece: int, label: str | None, after_space: bool) -> bool:
        """Return whether a beginning is one of `with_label`."""
        index = self._indices[after_space][piece]
        return bool(self.with_label(label, after_space)[index])

    def with_label(self, label: str | None, after_space: bool) -> torch.Tensor:
        """Mark the beginnings that are whole words of a class, or all if there are none."""
        of_class = None if label is None else self.of_class(label, after_space)
        return self.beginnings[after_space].whole if of_class is None else of_class

    def _of_class(self, label: str, after_space: bool) -> torch.Tensor | None:
        """Mark the beginnings that are whole words of a class; None if there are none."""
        beginnings = self.beginnings[after_space]
        pairs = zip(beginnings.texts, beginnings.whole.tolist(), strict=True)
        of_class = torch.tensor([is_whole and fits_class(text, label) for text, is_whole in pairs])
        return of_class if bool(of_class.any()) else None

    def _outside_lists(self, lists: tuple[WordList, ...], after_space: bool) -> torch.Tensor:
        """Mark the beginnings that are whole words and in no list."""
        beginnings = self.beginnings[after_space]
        pairs = zip(beginnings.texts, beginnings.whole.tolist(), strict=True)
        return torch.tensor(
            [whole and not any(each.keeps(key_of(text)) for each in lists) for text, whole in pairs]
        )


def _beginnings(texts: dict[int, str], can_be_whole: Callable[[str], bool]) -> Beginnings:
    beginnings = {token: text for token, text in texts.items() if _FIRST.fullmatch(text)}
    whole = [is_fillable(text) and can_be_whole(text) for text in beginnings.values()]
    ids, flags = torch.tensor(list(beginnings)), torch.tensor(whole, dtype=torch.bool)
    return Beginnings(ids, list(beginnings.values()), flags)
