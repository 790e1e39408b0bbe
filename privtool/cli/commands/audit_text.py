"""`privtool audit text`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.audit_text import AuditTextConfig


@streaming
def audit_text(stream: StreamOptions, config: AuditTextConfig) -> None:
    """Measure which private phrases survive in safe text.

    Compares safe records, from privtool or any other tool, with raw records of the same ids in
    which entities mark everything private. Writes one JSON object: the share of private words,
    phrases and records that survive, identifiers found in other fields, private values that
    replacements bring back, and public words that were masked. Every figure has counts and a 95 %
    interval over units. No figure contains text.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl | privtool audit text --gold raw.jsonl --table > audit-text.json
      privtool mask raw.jsonl > safe.jsonl; privtool audit text --gold raw.jsonl safe.jsonl
      privtool audit text --sample 20 --seed 1 raw.jsonl > to-mark.jsonl
    """
    if config.sample is not None:
        from privtool.workflows.audit_sample import run as draw_sample

        draw_sample(config, stream)
        return
    from privtool.workflows.audit_run import run

    run(config, stream)
