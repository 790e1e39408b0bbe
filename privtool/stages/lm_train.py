"""Reading the text that a language model is trained on: records become the tokens of sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from privtool.core.blocks import Format, Reject, decoded
from privtool.core.lines import Block
from privtool.core.record import Record, require
from privtool.text.words import words

Split = Callable[[str], Sequence[str]]


class Sentences(NamedTuple):
    """The tokens of a block's records, how many words they are, and bad lines."""

    tokens: list[Sequence[str]]
    words: int
    rejects: list[Reject]


class SplitBlock:
    """Cuts the texts of a block of records into tokens: words, or the pieces of a tokenizer.

    What cuts them may raise `DataError`: that record is a bad line.
    """

    def __init__(self, split: Split, format: Format, keep_going: bool, in_words: bool) -> None:
        """`in_words` says that the tokens are words, which need not be counted again then."""
        self._split, self._format = split, format
        self._keep_going, self._in_words = keep_going, in_words

    def __call__(self, block: Block) -> Sentences:
        tokens: list[Sequence[str]] = []

        def check(record: Record) -> None:
            tokens.append(self._split(require(record, "text")))

        good, bad = decoded(block, self._format, check, self._keep_going)
        if self._in_words:
            counted = sum(map(len, tokens))
        else:
            counted = sum(len(words(str(record.text))) for record in good)
        return Sentences(tokens, counted, bad)
