"""The options of `privtool asr-eval` that say where scores go."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from privtool.cli.written_files import check_apart, check_not_read
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

    @property
    def asked_for(self) -> list[str]:
        """The options that --pool has no use for, where they are given."""
        given = {"--summary": self.summary, "--poolable": self.poolable, "--html": self.html}
        return [option for option, value in given.items() if value]

    def check(self, options: StreamOptions, *read: Path | None) -> None:
        """Raise `UsageError` where two outputs would go to one place, or to one that is read."""
        if self.poolable and self.summary is None:
            raise UsageError("--poolable needs --summary FILE")
        if self.html == "-":
            raise UsageError("--html needs a file: it is written for your eyes alone")
        scores = {"--summary": self.summary, "--html": self.html}
        written = {**scores, "--output": options.output, "--rejects": options.rejects}
        check_apart(written)
        check_not_read(scores, options.inputs)
        check_not_read(written, read)
