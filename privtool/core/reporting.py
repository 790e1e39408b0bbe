"""Messages on stderr, such as the summary line at the end."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from privtool.core.blocks import Counts
from privtool.core.errors import shown_line
from privtool.core.pipeline import StreamOptions


def print_summary(options: StreamOptions, counts: Counts, *parts: str) -> None:
    """Print the number of records, the parts, rejects, the time taken and the rate."""
    seconds = counts["milliseconds"] / 1000
    rate = [f"{counts['words'] / max(seconds, 1e-3):,.0f} words/s"] if counts["words"] else []
    shown = [f"{counts['records']:,} records", *parts]
    print_end(options, shown, counts["rejected"], seconds, *rate)


def print_end(
    options: StreamOptions, parts: Sequence[str], rejected: int, seconds: float, *last: str
) -> None:
    """Print the parts, the number of rejects if they are set aside, the time, and `last`."""
    aside = [f"{rejected:,} rejected"] if options.rejects is not None else []
    say(options, ", ".join([*parts, *aside, f"{seconds:.1f} s", *last]))


def say(options: StreamOptions, message: str) -> None:
    """Print a line on stderr, unless --quiet."""
    if not options.quiet:
        print(f"{options.command}: {shown_line(message)}", file=sys.stderr)


def percent(part: int, whole: int) -> str:
    """Return a share with one decimal, `0.0 %` for 0 / 0."""
    return f"{100 * part / whole if whole else 0:.1f} %"


def audio_rate(counts: Counts) -> str:
    """Return the hours of audio processed per hour."""
    hours = counts["audio_milliseconds"] / max(counts["milliseconds"], 1)
    return f"{hours:,.1f} h of audio/h"
