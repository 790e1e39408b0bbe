"""`privtool asr-eval`."""

from __future__ import annotations

from typing import Annotated

import typer

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.audio import Root
from privtool.workflows.config.recognition import Recognition
from privtool.workflows.config.scoring import Looks, Outputs


@streaming
def asr_eval(
    stream: StreamOptions,
    recognition: Recognition,
    looks: Looks,
    outputs: Outputs,
    hyp_field: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Recognize nothing: score what this field holds."),
    ] = None,
    audio_root: Root = None,
    pool: Annotated[
        bool, typer.Option("--pool", help="The input is summaries: add them up and write the sum.")
    ] = False,
) -> None:
    """Recognize the speech of records and score it.

    Adds hyp (what was recognized), hyp_words with times where the recognizer tells them, and
    nbest. Scores go to --summary and --table: word errors in parts, speaker errors, F1 of kinds
    of words; with 95 % intervals over speakers. Records without text are recognized, not scored.
    Fields that privtool does not know are dropped. Choose weights on a dev set, never on the test
    set.

    \b
    Examples, in data/sample:
      head -n 2 speech/manifest.jsonl | privtool asr-eval --audio-root speech --table > heard.jsonl
      privtool asr-eval --hyp-field hyp --html errors.html --summary totals.json heard.jsonl
      privtool asr-eval --pool totals.json totals.json
    """
    from privtool.workflows.asr_eval import AsrEvalPlan
    from privtool.workflows.eval_pool import pool_summaries
    from privtool.workflows.eval_run import evaluate

    if pool:
        of_own = {"--hyp-field": hyp_field, "--audio-root": audio_root}
        others = [option for option, value in of_own.items() if value is not None]
        pool_summaries(stream, outputs, [*recognition.asked_for, *looks.asked_for, *others])
        return
    looks.check()
    outputs.check(stream, looks.before, looks.after, looks.against)
    plan = AsrEvalPlan.of(
        stream, looks, recognition, hyp_field, audio_root, outputs.html is not None
    )
    plan.fetch(progress=not stream.quiet)
    evaluate(plan, stream, outputs)
