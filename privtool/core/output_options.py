"""Options of output that commands share, also those that stream no records."""

from __future__ import annotations

from typing import Annotated

from privtool.core.options import Opt

Output = Annotated[str, Opt("Output file, written atomically.", short="-o")]
Summary = Annotated[
    str | None,
    Opt(
        "When done, write counts, time and options to this file: one JSON line without text.",
        "FILE",
    ),
]
Quiet = Annotated[bool, Opt("Print only errors on stderr.", short="-q")]
