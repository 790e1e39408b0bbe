"""`privtool vocab`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions


class VocabInput(str, Enum):
    """What the lines of the input hold."""

    jsonl = "jsonl"
    text = "text"
    vocab = "vocab"


class VocabOutput(str, Enum):
    """What is written."""

    vocab = "vocab"


@streaming
def vocab(
    stream: StreamOptions,
    top: Annotated[
        int | None, typer.Option(min=1, help="Write only the N most frequent words [default: all]")
    ] = None,
    min_count: Annotated[
        int, typer.Option(min=1, help="Write only words that occur at least so often.")
    ] = 1,
    input_format: Annotated[
        VocabInput, typer.Option(help="Format of the input; vocab adds up earlier outputs.")
    ] = VocabInput.jsonl,
    output_format: Annotated[VocabOutput, typer.Option(hidden=True)] = VocabOutput.vocab,
) -> None:
    """Count the words of records.

    Reads records with a text and writes one line for each word: the word in lower case, a tab and
    its count, the most frequent first. What a word is, is the same for all commands.

    \b
    Examples, in data/sample:
      privtool vocab --top 20 raw.jsonl
      privtool vocab < raw.jsonl > part.tsv
      privtool vocab --input-format vocab part.tsv part.tsv | head -n 20
    """
    from privtool.core.reporting import print_summary
    from privtool.workflows.vocab import count_words

    counts, written = count_words(stream, top, min_count)
    shown = f"{counts['words']:,} words", f"{written:,} distinct words written"
    print_summary(stream, counts, *shown)
