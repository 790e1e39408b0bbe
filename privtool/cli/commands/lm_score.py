"""`privtool lm-score`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.lm_score import LmScoreConfig


@streaming
def lm_score(stream: StreamOptions, config: LmScoreConfig) -> None:
    """Add the log-probability and perplexity of each record.

    Adds logprob (natural log, summed over the text), tokens (their number) and perplexity (per
    token). For a model of lm-train, tokens are words (or its pieces) and the end of the record. For
    other models they are its pieces; the first one counts only if the model has a token for the
    start of a text. Up to 2,048 tokens are scored together (or the model's context length, if that
    is shorter; 512 for an LSTM or an unknown length), longer texts in windows that overlap by half.
    A record's result depends only on the model and its text.

    \b
    Examples, in data/sample:
      privtool lm-train --out-dir m --size tiny raw.jsonl; privtool lm-score --model m raw.jsonl
      head raw.jsonl | privtool lm-score --model m > scored.jsonl
    """
    config.run(stream)
