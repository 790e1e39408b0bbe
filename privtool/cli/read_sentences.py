"""Reading the texts of language models: a fold over blocks, into the tokens of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from privtool.core.blocks import Format
from privtool.core.jobs import map_blocks
from privtool.core.run import LINES_PER_BLOCK, Rejects, StreamOptions, watched_blocks
from privtool.stages.lm_train import SplitBlock
from privtool.text.sentence_words import SentenceWords


class Splitting(NamedTuple):
    """Makes the function that cuts texts into tokens, in every process its own.

    Into words, or with the `folder` of a tokenizer into its pieces.
    """

    folder: Path | None = None

    def block(self, format: Format, keep_going: bool) -> SplitBlock:
        """A function of blocks of lines."""
        if self.folder is None:
            return SplitBlock(SentenceWords(), format, keep_going, in_words=True)
        from privtool.models.piece_splitting import PieceSplitter

        return SplitBlock(PieceSplitter(self.folder), format, keep_going, in_words=False)


class Store(Protocol):
    """Takes in sentences of tokens."""

    def add(self, sentences: Iterable[Sequence[str]], words: int) -> None:
        """More sentences, which hold so many words."""


def read_sentences(
    options: StreamOptions, splitting: Splitting, store: Store, set_aside: Rejects
) -> int:
    """Put the sentences of the inputs into a store; returns how many lines were rejected."""
    rejected = 0
    make = partial(splitting.block, Format(options.input_format), options.rejects is not None)
    blocks = watched_blocks(options, LINES_PER_BLOCK)
    with closing(map_blocks(make, blocks, options.jobs)) as results:
        for result in results:
            if result.error is not None:
                raise result.error
            store.add(result.tokens, result.words)
            rejected += set_aside.add(result.rejects)
    return rejected
