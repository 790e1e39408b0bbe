"""`privtool mix-train`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.mix_train import MixTrainConfig


@streaming
def mix_train(stream: StreamOptions, config: MixTrainConfig) -> None:
    """Train a language model on several corpora for one target domain.

    Reads a manifest, {"corpus": NAME, "path": FILE} per line, with paths relative to its folder,
    and writes a model folder like lm-train. Samples records from the corpora by weight. Weights are
    fixed (uniform, proportional, static) or optimized on --valid: ngram-opt (of n-gram models) or
    adaptive (Ma 2022: before each epoch, copies of the model are fine-tuned on each corpus and
    mixed). Prints one JSON line; curve.jsonl in the folder has one per epoch.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl > s
      privtool mix-train --out-dir m --size tiny --corpus a=raw.jsonl --corpus b=s --method uniform
      privtool mix-train --out-dir n --size tiny --corpus b=s --valid <(head raw.jsonl) --epochs 2
      echo '{"corpus":"b","path":"s"}' | privtool mix-train --out-dir o --size tiny --method uniform
    """
    config.run(stream)
