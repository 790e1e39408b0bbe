"""`privtool tts`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.tts import TtsConfig


@streaming
def tts(stream: StreamOptions, config: TtsConfig) -> None:
    """Insert surrogates into recordings with a synthetic voice.

    Reads the output of surrogate, in which entities with audio_start and audio_end mark the audio
    to replace. Replaces it with room tone and the spoken surrogate. Each turn gets its own file in
    --out-dir, so nothing in the output refers to the original recordings. A turn whose private
    audio cannot be located (drop_turn) is spoken as a whole. espeak speaks the language of
    the text.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl | privtool surrogate -q > surrogates.jsonl
      privtool tts --audio-root speech --out-dir spoken/ surrogates.jsonl > safe.jsonl
      privtool tts --mode turn --match level --audio-root speech --out-dir t/ surrogates.jsonl
    """
    config.run(stream)
