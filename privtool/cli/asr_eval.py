"""`privtool asr-eval`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.asr_eval_choices import Bootstrap, Fusion, Normalize
from privtool.cli.audio_options import Root
from privtool.cli.model_options import BatchSize, Device, Offline, Seed, TrustPickle
from privtool.cli.stream_options import streaming
from privtool.core.run import StreamOptions


@streaming
def asr_eval(
    stream: StreamOptions,
    model: Annotated[
        str,
        typer.Option(
            help="pocketsphinx, a folder of asr-train, or a CTC or Whisper-like model: a folder or "
            "hub id."
        ),
    ] = "pocketsphinx",
    hyp_field: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Recognise nothing: score what this field holds."),
    ] = None,
    audio_root: Root = None,
    beam: Annotated[
        int | None,
        typer.Option(min=1, help="Hypotheses that the search follows [default: 1, with --lm 4]."),
    ] = None,
    nbest: Annotated[
        int, typer.Option(min=1, help="Put so many hypotheses, with scores, into records.")
    ] = 1,
    lm: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Bring in a language model: of lm-train, or any for rescoring."
        ),
    ] = None,
    lm_weight: Annotated[
        str,
        typer.Option(
            metavar="W,...",
            help="Its weight, or several: each record comes out with each (0,0.1,...,0.6).",
        ),
    ] = "0.3",
    fusion: Annotated[
        Fusion,
        typer.Option(
            help="How: shallow (same pieces), lookahead (words), rescore (n-best); auto takes "
            "the first that fits."
        ),
    ] = Fusion.auto,
    lodr_weight: Annotated[
        float,
        typer.Option(min=0, help="Weight of the pieces' bigram that is taken off (LODR)."),
    ] = 0.0,
    normalize: Annotated[
        Normalize,
        typer.Option(
            help="What is compared: plain words, these with numbers as they are said (spoken), "
            "what stands between spaces in small letters (case) or as it is (none)."
        ),
    ] = Normalize.plain,
    roles: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="Roles of speakers, written <a> in texts: adds WDER and cpWER."
        ),
    ] = None,
    categories: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="F1 of words: numbers, dates, names, r10, r20, labels (entities)."
        ),
    ] = None,
    before: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="For r10, r20: training text before (records or .tsv)."),
    ] = None,
    after: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="For r10, r20: the same after de-identification."),
    ] = None,
    by: Annotated[
        str | None, typer.Option(metavar="FIELD", help="Scores for each value of a field, too.")
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Compare with another system's records (same ids)."),
    ] = None,
    against_field: Annotated[
        str, typer.Option(metavar="NAME", help="The field of --against that holds what it heard.")
    ] = "hyp",
    bootstrap: Annotated[
        Bootstrap, typer.Option(help="What is resampled for intervals and tests.")
    ] = Bootstrap.speaker,
    samples: Annotated[int, typer.Option(min=10, help="Samples of the bootstrap.")] = 1000,
    seed: Seed = 0,
    summary: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the totals, one JSON line a weight.")
    ] = None,
    poolable: Annotated[
        bool, typer.Option("--poolable", help="Keep in --summary what --pool needs for intervals.")
    ] = False,
    pool: Annotated[
        bool, typer.Option("--pool", help="The input is summaries: add them up and write the sum.")
    ] = False,
    table: Annotated[
        bool, typer.Option("--table", help="Print the scores on stderr, with --quiet too.")
    ] = False,
    html: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Show all errors; it holds text, for your eyes alone."),
    ] = None,
    device: Device = "auto",
    batch_size: BatchSize = "auto",
    offline: Offline = False,
    trust_pickle: TrustPickle = False,
) -> None:
    """Recognise the speech of records and score it.

    Adds hyp (what was recognised), hyp_words with times where the recogniser tells them, and
    nbest. Scores go to --summary and --table: word errors in parts, speaker errors, F1 of kinds
    of words; with 95 % intervals over speakers. Records without text are recognised, not scored.
    Fields that privtool does not know are dropped. Choose weights on a dev set, never on the test
    set.

    \b
    Examples, in data/sample:
      head -n 2 speech/manifest.jsonl | privtool asr-eval --audio-root speech --table > heard.jsonl
      privtool asr-eval --hyp-field hyp --html errors.html --summary totals.json heard.jsonl
      privtool asr-eval --pool totals.json totals.json
    """
    from privtool.cli.asr_eval_looks import Looks
    from privtool.cli.asr_eval_plan import AsrEvalPlan
    from privtool.cli.asr_eval_recognition import Recognition
    from privtool.cli.evaluate import Outputs, evaluate
    from privtool.cli.pool_summaries import pool_summaries

    outputs = Outputs(summary, poolable, table, html)
    if pool:
        pool_summaries(stream, outputs)
        return
    looks = Looks(
        normalize.value, roles, categories, before, after, by, against, against_field,
        bootstrap.value, samples, seed,
    )  # fmt: skip
    recognition = Recognition(
        model, beam, nbest, lm, lm_weight, fusion.value, lodr_weight,
        device, batch_size, offline, trust_pickle,
    )  # fmt: skip
    plan = AsrEvalPlan.of(stream, looks, recognition, hyp_field, audio_root, html is not None)
    plan.fetch(progress=not stream.quiet)
    evaluate(plan, stream, outputs)
