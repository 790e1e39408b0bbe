"""Reading the texts of language models: records become the tokens of sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from privtool.core.blocks import Format
from privtool.core.pipeline import Rejects, StreamOptions
from privtool.core.record import Record, text_of
from privtool.models.lm.words import LmWordSplitter
from privtool.text.words import words
from privtool.workflows.config.lm import LmStart
from privtool.workflows.datasets.read_records import Convert, parsed_records

if TYPE_CHECKING:
    from privtool.models.lm.checkpoint import LmTokens
    from privtool.models.lm.dataset import Corpus
    from privtool.models.lm.trainer import LmTexts


def read_lm_texts(
    inputs: Mapping[str, StreamOptions],
    valid: Path | None,
    clean: Mapping[str, Path],
    start: LmStart,
    stream: StreamOptions,
) -> tuple[LmTexts, LmTokens, int]:
    """Read training texts by name, and the clean files, that of `valid` being one of them.

    Return the texts, their vocabulary, and the number of rejected lines. Raise `DataError` for
    texts that cannot be used. A bad line of a clean file is an error.
    """
    from privtool.models.lm.trainer import LmTexts, check_texts

    with Rejects(stream) as rejects:
        train, tokens = _read(inputs, start.tokenizer, start.tokens, rejects)
    held_out: dict[str, Corpus] = {}
    for name, path in clean.items():
        options = stream.of_clean_file(path)
        with Rejects(options) as none:
            held_out |= _read({name: options}, start.tokenizer, lambda _: tokens, none)[0]
    texts = LmTexts(train, None if valid is None else held_out.pop("valid"), held_out)
    check_texts(texts, tokens)
    return texts, tokens, rejects.count


def _read(
    inputs: Mapping[str, StreamOptions],
    tokenizer: Path | None,
    tokens_of: Callable[[Callable[[], list[str]]], LmTokens],
    rejects: Rejects,
) -> tuple[dict[str, Corpus], LmTokens]:
    """Return texts by name and their vocabulary, which may depend on the words by frequency.

    A text that cannot be split is a bad line.
    """
    from privtool.models.lm.dataset import Numbering, TokenStore

    numbering = Numbering()
    stores = {name: TokenStore(numbering) for name in inputs}
    for name, options in inputs.items():
        make, line_format = partial(_splitting, tokenizer), Format(options.input_format)
        with parsed_records(make, options, rejects, line_format) as sentences:
            for sentence in sentences:
                stores[name].add(*sentence)
    tokens = tokens_of(numbering.by_frequency)
    table = numbering.ids(tokens.ids, tokens.specials.unknown)
    return {name: store.corpus(table) for name, store in stores.items()}, tokens


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
