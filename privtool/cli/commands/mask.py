"""`privtool mask`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.mask import MaskConfig


@streaming
def mask(stream: StreamOptions, config: MaskConfig) -> None:
    """Replace private words with markers.

    Reads records with a text and writes id, text, masks (where the markers are and why) and
    word_lists (which word lists were used). All other fields are dropped unless named by --keep.
    Text that looks like a marker is masked too. With --annotate, the text does not change.

    \b
    Examples, in data/sample:
      privtool mask --method allowList raw.jsonl
      privtool mask --method vocabThres --top 5000 --marker class < raw.jsonl
      privtool mask --method allowList+entityTagger --tagger patterns --merge raw.jsonl
      privtool mask --method entityTagger --tagger patterns --annotate < raw.jsonl
      privtool mask --policy hipaa-safe-harbor raw.jsonl
    """
    config.run(stream)
