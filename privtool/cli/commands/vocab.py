"""`privtool vocab`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.vocab import VocabConfig


@streaming
def vocab(stream: StreamOptions, config: VocabConfig) -> None:
    """Count the words of records.

    Reads records with a text and writes one line per word: the word in lower case, a tab and its
    count, most frequent first. All commands use the same definition of a word.

    With --private, reads the output of privtool mask --annotate, and releases labels and masked
    words that many units share, with noise (differential privacy).

    \b
    Examples, in data/sample:
      privtool vocab --top 20 raw.jsonl
      privtool vocab < raw.jsonl > part.tsv
      privtool vocab --input-format vocab part.tsv part.tsv | head -n 20
    """
    from privtool.workflows.vocab import run

    run(config, stream)
