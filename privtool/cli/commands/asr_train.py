"""`privtool asr-train`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.asr_train import AsrTrainConfig


@streaming
def asr_train(stream: StreamOptions, config: AsrTrainConfig) -> None:
    """Train a speech recognizer on records with audio.

    Reads records, each a turn with audio_filepath and text, and writes a model folder. Prints one
    JSON line with losses, word error rates, counts and options. Gaps that redact left in a text are
    not part of the targets; turns with drop_turn are excluded. Checkpoints are kept in DIR.part
    until training is done.

    \b
    Examples, in data/sample:
      privtool asr-train --out-dir a --preset conformer-tiny --epochs 2 speech/manifest.jsonl
      privtool asr-train --out-dir e --preset emformer-tiny --epochs 1 speech/manifest.jsonl
    """
    config.run(stream)
