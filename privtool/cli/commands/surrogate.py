"""`privtool surrogate`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.surrogate import SurrogateConfig


@streaming
def surrogate(stream: StreamOptions, config: SurrogateConfig) -> None:
    """Replace private phrases with others of the same kind.

    Reads records with text and entities (start, end, label). Writes the new text, entities (where
    the surrogates are), id, speaker and audio_filepath under keyed names, offset, duration, and
    the words that are not private. All other fields are dropped unless named by --keep. A phrase
    gets the same surrogate wherever it occurs in the scope, drawn with the key; all dates of a
    scope shift by the same number of days. Further mentions of a phrase that no entity covers are
    also replaced. A phrase without a surrogate becomes a marker such as [PERSON].

    \b
    Examples, in data/sample:
      privtool surrogate --key-file key --make-key raw.jsonl
      privtool surrogate --scope-field genre --ids number < raw.jsonl
      privtool mask --method entityTagger --annotate raw.jsonl | privtool surrogate > safe.jsonl
    """
    config.run(stream)
