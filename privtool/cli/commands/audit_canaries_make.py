"""`privtool audit canaries make`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.audit_canaries_make import AuditCanariesMakeConfig


@streaming
def audit_canaries_make(stream: StreamOptions, config: AuditCanariesMakeConfig) -> None:
    """Insert canaries into training records.

    Reads training records and inserts canaries: secrets made of words that the model knows. A coin
    flip decides whether a canary is inserted; it then appears 1, 2, 4, 8 or 16 times. A model that
    is trained on the output can be audited with the key file: audit model --canaries KEYFILE.
    Unknown words would make every canary look safe, so the words are those of --model (the one that
    training starts from) or --vocab (of the training text). The input is read twice.

    \b
    Examples, in data/sample:
      privtool vocab raw.jsonl > v.tsv
      privtool audit canaries make --vocab v.tsv --key-file canaries.key raw.jsonl > train.jsonl
      privtool vocab raw.jsonl > w; privtool audit canaries make --vocab w --key-file k raw.jsonl
    """
    from privtool.workflows.audit_canaries_make import run

    run(config, stream)
