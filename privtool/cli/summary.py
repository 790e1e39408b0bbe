"""The one line that a filter prints on stderr when it is done."""

from __future__ import annotations

import sys

from privtool.core.blocks import Counts
from privtool.core.run import StreamOptions


def print_summary(options: StreamOptions, counts: Counts, *parts: str) -> None:
    """Print records, the given parts, rejects and the time taken, unless --quiet."""
    if options.quiet:
        return
    shown = [f"{counts['records']:,} records", *parts]
    if options.rejects is not None:
        shown.append(f"{counts['rejected']:,} rejected")
    seconds = counts["milliseconds"] / 1000
    shown.append(f"{seconds:.1f} s")
    if counts["words"]:
        shown.append(f"{counts['words'] / max(seconds, 1e-3):,.0f} words/s")
    print(f"{options.command}: " + ", ".join(shown), file=sys.stderr)


def percent(part: int, whole: int) -> str:
    """A share with one decimal, `0.0 %` of nothing."""
    return f"{100 * part / whole if whole else 0:.1f} %"


def hours_an_hour(counts: Counts) -> str:
    """How many hours of audio were worked on in an hour."""
    hours = counts["audio_milliseconds"] / max(counts["milliseconds"], 1)
    return f"{hours:,.1f} h of audio/h"
