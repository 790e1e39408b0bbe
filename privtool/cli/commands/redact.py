"""`privtool redact`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.redact import RedactConfig


@streaming
def redact(stream: StreamOptions, config: RedactConfig) -> None:
    """Remove private words from audio and text.

    Needs entities (what is private in the text) and words (their times, from privtool align).
    Writes the audio of each record into a folder, and id, text, audio_filepath, duration, words
    (the remaining ones) and masks. All other samples stay unchanged. The whole turn is replaced if
    the time of a private word, or the content of the turn, is unknown. What is private in one
    record is also removed from overlapping records of the same file.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl -o speech/a; privtool redact --out-dir w/ speech/a
      privtool redact --out-dir turns/ --drop-turn --keep speaker speech/manifest.jsonl
    """
    config.run(stream)
