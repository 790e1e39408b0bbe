"""Reading the texts of language models: a fold over blocks, into the tokens of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from privtool.core.blocks import Format
from privtool.core.run import Rejects, StreamOptions, results_of
from privtool.stages.lm_train import SplitBlock
from privtool.text.sentence_words import SentenceWords


class Splitting(NamedTuple):
    """Makes the function that cuts texts into tokens, in every process its own.

    Into words, or with the `tokenizer` in a file into its pieces.
    """

    tokenizer: Path | None = None

    def block(self, format: Format, keep_going: bool) -> SplitBlock:
        """A function of blocks of lines."""
        if self.tokenizer is None:
            return SplitBlock(SentenceWords(), format, keep_going, in_words=True)
        from privtool.models.piece_splitting import PieceSplitter

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
