"""What commands say on stderr: above all the one line when they are done."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from privtool.core.blocks import Counts
from privtool.core.errors import with_flags
from privtool.core.pipeline import StreamOptions


def print_summary(options: StreamOptions, counts: Counts, *parts: str) -> None:
    """Say how many records there were, the given parts, rejects and the time taken."""
    seconds = counts["milliseconds"] / 1000
    rate = [f"{counts['words'] / max(seconds, 1e-3):,.0f} words/s"] if counts["words"] else []
    shown = [f"{counts['records']:,} records", *parts]
    print_end(options, shown, counts["rejected"], seconds, *rate)


def print_end(
    options: StreamOptions, parts: Sequence[str], rejected: int, seconds: float, *last: str
) -> None:
    """Say the parts, how many lines were set aside if any could be, the time taken, the last."""
    aside = [f"{rejected:,} rejected"] if options.rejects is not None else []
    say(options, ", ".join([*parts, *aside, f"{seconds:.1f} s", *last]))


def say(options: StreamOptions, message: str) -> None:
    """Print a line on stderr, unless --quiet."""
    if not options.quiet:
        print(f"{options.command}: {with_flags(message)}", file=sys.stderr)


def percent(part: int, whole: int) -> str:
    """A share with one decimal, `0.0 %` of nothing."""
    return f"{100 * part / whole if whole else 0:.1f} %"


def audio_rate(counts: Counts) -> str:
    """How many hours of audio were worked on in an hour."""
    hours = counts["audio_milliseconds"] / max(counts["milliseconds"], 1)
    return f"{hours:,.1f} h of audio/h"
