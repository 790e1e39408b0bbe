"""`privtool asr-eval`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.asr_eval import AsrEvalConfig


@streaming
def asr_eval(stream: StreamOptions, config: AsrEvalConfig) -> None:
    """Recognize the speech of records and score it.

    Adds hyp (the hypothesis), hyp_words with times if the recognizer has them, and nbest. Scores go
    to --summary and --table: word error rate and its parts, speaker errors, F1 of word categories,
    with 95 % intervals over speakers. Records without text are recognized but not scored. Unknown
    fields are dropped. Tune weights on a development set, never on the test set.
    --ref and --hyp score files of text, without records and audio.

    \b
    Examples, in data/sample:
      head -n 2 speech/manifest.jsonl | privtool asr-eval --audio-root speech --table > hyp.jsonl
      privtool asr-eval --hyp-field hyp --html errors.html --summary totals.json hyp.jsonl
      privtool asr-eval --pool totals.json totals.json
      echo hi > ref.txt; echo ho > hyp.txt; privtool asr-eval --ref ref.txt --hyp hyp.txt
    """
    if config.pool:
        from privtool.workflows.eval_pool import pool_summaries

        pool_summaries(config, stream)
        return
    from privtool.workflows.eval_run import run

    run(config, stream)
