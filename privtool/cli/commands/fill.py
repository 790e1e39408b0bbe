"""`privtool fill`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.fill import FillConfig


@streaming
def fill(stream: StreamOptions, config: FillConfig) -> None:
    """Replace markers with plausible words.

    Reads the output of privtool mask. Fills the markers of a record from left to right with whole
    words that a language model proposes; words of the list used for masking only if --topk 1 or
    --fallback allows them. No other character changes. Drops masks and other fields that no longer
    fit. A record's result depends only on the model, the seed and the record. Words of a record in
    another language than English need a multilingual model.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl | privtool fill --topk 10
      privtool mask raw.jsonl | privtool fill --topk 5 --samples 2 --provenance
      echo 'she lives in [MASK] .' | privtool fill --input-format text --marker-text '[MASK]'
    """
    config.run(stream)
