"""Reading the texts of language models: records become the tokens of sentences."""

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


class Sentences(NamedTuple):
    """The tokens of a block's records, their number of words, and bad lines."""

    tokens: list[Sequence[str]]
    words: int
    rejects: list[Reject]


class SentenceSplitter:
    """Splits the records of a block into words, or into the pieces of a `tokenizer` file.

    A text that cannot be split is a bad line.
    """

    def __init__(self, tokenizer: Path | None, line_format: Format, keep_going: bool) -> None:
        self._format, self._keep_going = line_format, keep_going
        self._in_words = tokenizer is None
        self._split: Callable[[str], Sequence[str]] = LmWordSplitter()
        if tokenizer is not None:
            from privtool.models.lm.piece_tokenizer import PieceSplitter

            self._split = PieceSplitter(tokenizer)

    def __call__(self, block: Block) -> Sentences:
        parsed, rejects = parse_lines(block, self._format, self._tokens, self._keep_going)
        tokens = [of_record for _, (of_record, _) in parsed]
        return Sentences(tokens, sum(count for _, (_, count) in parsed), rejects)

    def _tokens(self, record: Record) -> tuple[Sequence[str], int]:
        """Return the tokens of a record and the number of its words."""
        text = text_of(record)
        tokens = self._split(text)
        return tokens, len(tokens) if self._in_words else len(words(text))


class SentenceStore(Protocol):
    """Stores the tokens of sentences."""

    def add(self, sentences: Iterable[Sequence[str]], words: int) -> None:
        """Add sentences with `words` words in all."""


def read_sentences(
    options: StreamOptions, tokenizer: Path | None, store: SentenceStore, rejects: Rejects
) -> None:
    """Add the sentences of the inputs to a store."""
    line_format, keep_going = Format(options.input_format), options.rejects is not None
    make = partial(SentenceSplitter, tokenizer, line_format, keep_going)
    with results_of(make, options, rejects) as results:
        for result in results:
            store.add(result.tokens, result.words)
