"""`privtool fill`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.fill import FillConfig


@streaming
def fill(stream: StreamOptions, config: FillConfig) -> None:
    """Replace markers by plausible words.

    Reads what privtool mask writes. Fills the markers of a record from left to right with whole
    words that a language model proposes; words of the list used for masking only where --topk 1 or
    --fallback allow them. No other character changes. Drops masks and other fields that no longer
    fit. A record's result depends on the model, the seed and the record alone.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl | privtool fill --topk 10
      privtool mask raw.jsonl | privtool fill --topk 5 --samples 2 --provenance
      echo 'she lives in [MASK] .' | privtool fill --input-format text --marker-text '[MASK]'
    """
    config.run(stream)
