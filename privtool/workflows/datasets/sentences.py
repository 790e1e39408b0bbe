"""Reading the texts of language models: records become the tokens of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from privtool.core.blocks import Format
from privtool.core.fields import text_of
from privtool.core.pipeline import Rejects, StreamOptions
from privtool.core.record import Record
from privtool.text.lm_words import LmWordSplitter
from privtool.text.words import words
from privtool.workflows.datasets.read_records import Convert, parsed_blocks


def _splitting(tokenizer: Path | None) -> Convert[tuple[Sequence[str], int]]:
    """Return what splits a text into words, or the pieces of a file, and counts its words."""
    if tokenizer is None:
        split = LmWordSplitter()

        def in_words(record: Record) -> tuple[Sequence[str], int]:
            tokens = split(text_of(record))
            return tokens, len(tokens)

        return in_words
    from privtool.models.lm.tokenizers import PieceSplitter

    pieces = PieceSplitter(tokenizer)
    return lambda record: (pieces(text_of(record)), len(words(text_of(record))))


class SentenceStore(Protocol):
    """Stores the tokens of sentences."""

    def add(self, sentences: Iterable[Sequence[str]], words: int) -> None:
        """Add sentences with `words` words in all."""


def read_sentences(
    options: StreamOptions, tokenizer: Path | None, store: SentenceStore, rejects: Rejects
) -> None:
    """Add the sentences of the inputs to a store. A text that cannot be split is a bad line."""
    make, line_format = partial(_splitting, tokenizer), Format(options.input_format)
    with parsed_blocks(make, options, rejects, line_format) as parts:
        for part in parts:
            store.add([tokens for tokens, _ in part.values], sum(n for _, n in part.values))
