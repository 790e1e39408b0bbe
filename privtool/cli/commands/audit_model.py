"""`privtool audit model`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.audit_model import AuditModelConfig


@streaming
def audit_model(stream: StreamOptions, config: AuditModelConfig) -> None:
    """Measure what a language model memorizes of its training records.

    With --canaries: the exposure of the secrets of audit canaries make by number of insertions.
    With --holdout: how well an attacker distinguishes the training records (the inputs) from
    records that the model never saw, by the loss alone and, with --reference, by ratios. Draw
    training records and --holdout at random from one source. Writes one JSON object. Every figure
    has its baseline, its control where there is one, and a 95 % interval. No figure contains text.

    \b
    Examples, in data/sample:
      privtool lm-train -q --out-dir m/ --size tiny --epochs 1 raw.jsonl
      head -n 9 raw.jsonl | privtool audit model --model m/ --holdout <(tail -n 9 raw.jsonl) --table
      privtool vocab raw.jsonl > v; privtool audit canaries make --vocab v --key-file k raw.jsonl >t
      privtool lm-train -q --out-dir n/ --size tiny --epochs 1 t
      privtool audit model --model n/ --reference m/ --canaries k > audit-model.json
    """
    from privtool.workflows.audit_run import run

    run(config, stream)
