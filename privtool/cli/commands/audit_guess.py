"""`privtool audit guess`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.audit_guess import AuditGuessConfig


@streaming
def audit_guess(stream: StreamOptions, config: AuditGuessConfig) -> None:
    """Measure what attackers can guess from masked and filled text.

    With --masked, attackers guess the words behind its markers: word counts, the fillers of
    --model, and one fine-tuned on the safe text (--tuned). With --holdout, the same attack on
    records they never saw shows how much is plain English. The inputs are filled records with the
    same ids, to measure whether fills can be distinguished from kept words; standard input is read
    only without --masked or as -. Masked and filled records are searched for in the raw records.
    Writes one JSON object of figures with counts and 95 % intervals over units; no figure contains
    text.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl > m.jsonl; privtool audit guess --raw raw.jsonl --masked m.jsonl
      privtool mask raw.jsonl | privtool fill | privtool audit guess --table --raw raw.jsonl
    """
    from privtool.workflows.audit_run import run

    run(config, stream)
