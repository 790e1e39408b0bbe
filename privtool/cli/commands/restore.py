"""`privtool restore`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.restore import RestoreConfig


@streaming
def restore(stream: StreamOptions, config: RestoreConfig) -> None:
    """Give masked text or surrogates their originals back.

    Reads safe records and the encrypted map of privtool mask --map or privtool surrogate --map;
    writes the records with their private text, without the fields that are about the safe one. A
    text that was edited, or an answer to it, gets back what is found in it: surrogates by their
    value, in any letter case; markers by their order, if there are as many as before. The summary
    says what was not found. Records belong together by their id, or by their line number if they
    have none.

    \b
    Examples, in data/sample:
      privtool mask --map map --key-file key --make-key raw.jsonl > safe.jsonl
      privtool restore --map map --key-file key safe.jsonl
      privtool restore --map map --key-file key < safe.jsonl > restored.jsonl
    """
    config.run(stream)
