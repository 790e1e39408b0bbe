"""`privtool align`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.align import AlignConfig


@streaming
def align(stream: StreamOptions, config: AlignConfig) -> None:
    """Find the times of words in audio (forced alignment).

    Adds words: word, start and end (seconds from the record's offset), score (mean log-likelihood
    of its frames) and confidence in its times (0 to 1, pocketsphinx only) for each word of the
    text, and align_status: aligned, empty (no words in the text), or the reason for failing.
    Numbers, symbols and out-of-vocabulary words are tried in all their usual readings. Audio is
    resampled and mixed down to one channel as needed. A record in a language that the aligner does
    not know is a bad line.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl > aligned.jsonl
      head -n 3 speech/manifest.jsonl | privtool align --audio-root speech --strict
    """
    config.run(stream)
