"""`privtool lm-train`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.lm_train import LmTrainConfig


@streaming
def lm_train(stream: StreamOptions, config: LmTrainConfig) -> None:
    """Train a language model and measure its perplexity.

    Reads records, each a sentence, and writes a model folder that transformers can load. Prints one
    JSON line with perplexities, counts and options. The model works on words in lower case, without
    punctuation or enclitics; --tokens bpe:FILE trains it on word pieces instead. Checkpoints are
    kept in DIR.part until training is done.

    \b
    Examples, in data/sample:
      privtool lm-train --out-dir lm/ --size tiny --epochs 1 raw.jsonl
      head raw.jsonl | privtool lm-train --out-dir m/ --size tiny --test t=<(tail -n 9 raw.jsonl)
      privtool mask raw.jsonl | privtool lm-train --out-dir n/ --size tiny --marker-loss ignore
    """
    config.run(stream)
