"""Reading the texts of language models: a fold over blocks, into the tokens of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from privtool.core.blocks import Format, Reject, parse_lines
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

    def __init__(self, split: Split, line_format: Format, keep_going: bool, in_words: bool) -> None:
        """With `in_words` the tokens are words, so words need not be counted separately."""
        self._split, self._format = split, line_format
        self._keep_going, self._in_words = keep_going, in_words

    def __call__(self, block: Block) -> Sentences:
        parsed, rejects = parse_lines(block, self._format, self._tokens, self._keep_going)
        tokens = [of_record for _, (of_record, _) in parsed]
        return Sentences(tokens, sum(count for _, (_, count) in parsed), rejects)

    def _tokens(self, record: Record) -> tuple[Sequence[str], int]:
        """Return the tokens of a record and the number of its words."""
        text = text_of(record)
        tokens = self._split(text)
        return tokens, len(tokens) if self._in_words else len(words(text))


class Splitting(NamedTuple):
    """Makes the function that cuts texts into tokens, in every process its own.

    Into words, or with the `tokenizer` in a file into its pieces.
    """

    tokenizer: Path | None = None

    def block(self, line_format: Format, keep_going: bool) -> SplitBlock:
        """A function of blocks of lines."""
        if self.tokenizer is None:
            return SplitBlock(LmWordSplitter(), line_format, keep_going, in_words=True)
        from privtool.models.lm.piece_tokenizer import PieceSplitter

        return SplitBlock(PieceSplitter(self.tokenizer), line_format, keep_going, in_words=False)


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
