"""The options of `privtool asr-eval` that say where scores go."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer

from privtool.core.errors import UsageError
from privtool.core.run import StreamOptions


class Outputs(NamedTuple):
    """Where scores go: a file of totals (with samples or not), a table, a page of errors."""

    summary: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the totals, one JSON line a weight.")
    ] = None
    poolable: Annotated[
        bool, typer.Option("--poolable", help="Keep in --summary what --pool needs for intervals.")
    ] = False
    table: Annotated[
        bool, typer.Option("--table", help="Print the scores on stderr, with --quiet too.")
    ] = False
    html: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Show all errors; it holds text, for your eyes alone."),
    ] = None

    def check(self, options: StreamOptions) -> None:
        """Raise `UsageError` where two outputs would go to one place."""
        if self.poolable and self.summary is None:
            raise UsageError("--poolable needs --summary FILE")
        if self.html == "-":
            raise UsageError("--html needs a file: it is written for your eyes alone")
        named = [self.summary, self.html, options.output, options.rejects]
        places = [name for name in named if name is not None]
        if len(set(places)) < len(places):
            raise UsageError("--output, --summary, --html and --rejects must be different")
