"""`privtool audit guess`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.audit_guess import AuditGuessConfig


@streaming
def audit_guess(stream: StreamOptions, config: AuditGuessConfig) -> None:
    """Measure what can be guessed back from masked and filled text.

    With --masked, attackers guess the words behind its markers: word counts, the fillers of
    --model, one tuned on the safe text (--tuned), a language model trained on it (--lm). With
    --holdout the same attack on records they never saw shows what is plain English. Inputs are
    filled records of the same ids, for whether fills can be told from kept words; standard input is
    read only without --masked or as -. Both kinds are searched for in the raw records, and with
    --background linked to their units. Writes one JSON object of figures with counts and 95 %
    intervals over units; no figure holds text.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl > m.jsonl; privtool audit guess --raw raw.jsonl --masked m.jsonl
      privtool mask raw.jsonl | privtool fill | privtool audit guess --table --raw raw.jsonl
    """
    from privtool.workflows.audit_run import run

    run(config, stream)
