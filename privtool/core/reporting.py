"""What a command says when it is done: lines on stderr, and the file of `--summary`.

A summary is one line of JSON with what the line on stderr says: counts, time and options, never
text or a file's name. Whatever has no fixed name here or in the options of the command is left out,
so that anyone may see it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import Any, Protocol

import msgspec

from privtool.core.blocks import Counts
from privtool.core.errors import shown_line
from privtool.core.options import options_of, shown_values, values_of
from privtool.core.own_files import read_table
from privtool.core.pipeline import StreamOptions
from privtool.core.writing import writing


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


def nonzero(counts: Counts, titles: Mapping[str, str]) -> list[str]:
    """Return the parts of a summary on counts, a number and a title each; none for 0."""
    return [f"{counts[name]:,} {title}" for name, title in titles.items() if counts[name]]


CONVERTED = {
    "clipped": "end after their audio",
    "mixed": "mixed to mono",
    "resampled": "resampled",
}
"""What is counted of clips, see `audio/io/clips.py`."""


def audio_summary(counts: Counts) -> list[str]:
    """Return the parts of a summary on converted clips, and on the hours processed per hour."""
    hours = counts["audio_milliseconds"] / max(counts["milliseconds"], 1)
    return [*nonzero(counts, CONVERTED), f"{hours:,.1f} h of audio/h"]


ModelEntries = Mapping[str, Sequence[Mapping[str, str]]]
"""Models by the option that names them: their public name, and the digest of their weights."""
NO_MODELS: ModelEntries = {}


class Summarize(Protocol):
    """Writes the summary of what was counted (with `milliseconds`) and of the models used."""

    def __call__(self, counts: Counts, models: ModelEntries = NO_MODELS) -> None: ...


@cache
def count_titles() -> Mapping[str, str]:
    """Return what each count counts; `label PERSON` and `rule br.cpf` are counts, too."""
    return read_table("counts", dict[str, str])


LABEL_COUNT, RULE_COUNT = "label ", "rule "


def counts_of(seconds: float, rejected: int, **counts: int) -> Counts:
    """Return the counts of a command that has no stage."""
    return Counter({**counts, "rejected": rejected, "milliseconds": round(1000 * seconds)})


@contextmanager
def summarizing(stream: StreamOptions, config: object) -> Iterator[Summarize]:
    """Open the file of `--summary`; gives what writes the summary to it, if there is one."""
    with nullcontext() if stream.summary is None else writing(stream.summary) as write:

        def summarize(counts: Counts, models: ModelEntries = NO_MODELS) -> None:
            if write is not None:
                row = _summary_of(stream, config, counts, models)
                write(msgspec.json.encode(row) + b"\n")

        yield summarize


def _summary_of(
    stream: StreamOptions, config: object, counts: Counts, models: ModelEntries
) -> dict[str, Any]:
    from privtool import __version__

    options = shown_values(options_of(type(config)), values_of(config))
    prefixes = LABEL_COUNT, RULE_COUNT
    known = {k: n for k, n in counts.items() if k in count_titles() or k.startswith(prefixes)}
    return {
        "command": stream.command.removeprefix("privtool "),
        "version": __version__,
        "seconds": counts["milliseconds"] / 1000,
        "counts": dict(sorted(known.items())),
        "options": {**options, "jobs": stream.jobs},
        **({"models": models} if models else {}),
    }
