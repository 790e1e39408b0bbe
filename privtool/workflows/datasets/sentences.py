"""Reading the texts of language models: a fold over blocks, into the tokens of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from privtool.core.blocks import Format, Reject, decoded
from privtool.core.fields import text_of
from privtool.core.pipeline import Rejects, StreamOptions, results_of
from privtool.core.reading import Block
from privtool.core.record import Record
from privtool.text.lm_words import LmWordSplitter
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
            tokens.append(self._split(text_of(record)))

        good, bad = decoded(block, self._format, check, self._keep_going)
        if self._in_words:
            counted = sum(map(len, tokens))
        else:
            counted = sum(len(words(text_of(record))) for record in good)
        return Sentences(tokens, counted, bad)


class Splitting(NamedTuple):
    """Makes the function that cuts texts into tokens, in every process its own.

    Into words, or with the `tokenizer` in a file into its pieces.
    """

    tokenizer: Path | None = None

    def block(self, format: Format, keep_going: bool) -> SplitBlock:
        """A function of blocks of lines."""
        if self.tokenizer is None:
            return SplitBlock(LmWordSplitter(), format, keep_going, in_words=True)
        from privtool.models.lm.piece_tokenizer import PieceSplitter

        return SplitBlock(PieceSplitter(self.tokenizer), format, keep_going, in_words=False)


class Store(Protocol):
    """Takes in sentences of tokens."""

    def add(self, sentences: Iterable[Sequence[str]], words: int) -> None:
        """More sentences, which hold so many words."""


def read_sentences(
    options: StreamOptions, splitting: Splitting, store: Store, set_aside: Rejects
) -> None:
    """Put the sentences of the inputs into a store."""
    make = partial(splitting.block, Format(options.input_format), options.rejects is not None)
    with results_of(make, options, set_aside) as results:
        for result in results:
            store.add(result.tokens, result.words)
