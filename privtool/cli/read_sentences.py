"""Reading the texts of `privtool lm-train`: a fold over blocks, into the tokens of sentences."""

from __future__ import annotations

from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from privtool.core.blocks import Format
from privtool.core.jobs import map_blocks
from privtool.core.run import LINES_PER_BLOCK, Rejects, StreamOptions, watched_blocks
from privtool.stages.lm_train import SplitBlock
from privtool.text.sentence_words import SentenceWords

if TYPE_CHECKING:
    from privtool.models.lm_data import TokenStore


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


def read_sentences(options: StreamOptions, splitting: Splitting) -> tuple[TokenStore, int]:
    """The sentences of the inputs and how many lines were rejected."""
    from privtool.models.lm_data import TokenStore

    store = TokenStore()
    rejected = 0
    make = partial(splitting.block, Format(options.input_format), options.rejects is not None)
    with ExitStack() as stack:
        set_aside = stack.enter_context(Rejects(options))
        blocks = watched_blocks(options, LINES_PER_BLOCK)
        results = map_blocks(make, blocks, options.jobs)
        for result in stack.enter_context(closing(results)):
            if result.error is not None:
                raise result.error
            store.add(result.tokens, result.words)
            rejected += set_aside.add(result.rejects)
    return store, rejected
