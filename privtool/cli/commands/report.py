"""`privtool report`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.report import ReportConfig


@streaming
def report(stream: StreamOptions, config: ReportConfig) -> None:
    """Show the results of runs on one page that is safe to share.

    Reads the JSON lines of audits and trainers, curve.jsonl of mix-train, and the --summary files
    of other commands; each file is a run. Writes one HTML file without scripts or external links:
    verdicts, input and output counts, privacy figures, utility, privacy against utility, curves,
    versions and seeds, and what was not measured. It contains only numbers and fixed names.

    \b
    Examples, in data/sample:
      privtool mask --summary mask.json raw.jsonl > safe.jsonl
      privtool audit text --gold raw.jsonl --gate default safe.jsonl > audit.json || true
      privtool report --name masked --name masked mask.json audit.json > report.html
      cat mask.json audit.json | privtool report --json report.json > report.html
    """
    from privtool.api import options_of_command
    from privtool.workflows.report import run

    run(config, stream, options_of_command)
