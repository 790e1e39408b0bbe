"""`privtool models`."""

from __future__ import annotations

from privtool.cli.stream_options import plain
from privtool.workflows.models import ModelsConfig


@plain
def models(config: ModelsConfig) -> None:
    """List the models with short names.

    Writes name, kind, source, license, state and a note for each. The state is embedded (part of
    privtool), cached (downloaded), absent (will be downloaded when used), or missing (should be
    part of privtool but is not). Any other model can be named by its hub id or folder. Uses no
    network.

    \b
    Examples:
      privtool models
      privtool models --output-format jsonl | grep embedded
    """
    from privtool.workflows.models import run

    run(config)
