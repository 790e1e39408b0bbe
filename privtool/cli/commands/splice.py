"""`privtool splice`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.splice import SpliceConfig


@streaming
def splice(stream: StreamOptions, config: SpliceConfig) -> None:
    """Assemble surrogates from words spoken elsewhere in the corpus.

    Reads the output of surrogate, with word times. Searches the corpus for the longest runs of
    words of each surrogate, cuts them out, matches the level of the turn and crossfades them into
    the turn. Never takes a word from a place where it is private. Each turn gets its own file
    in --out-dir; words get their new times.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl | privtool surrogate -q > surrogates.jsonl
      privtool splice --fallback tts --audio-root speech --out-dir s/ surrogates.jsonl > safe.jsonl
      privtool splice --only speaker --index i --audio-root speech --out-dir d/ < surrogates.jsonl
    """
    config.run(stream)
