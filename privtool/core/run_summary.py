"""The summary of a run as one line of JSON: counts, time and options, never text or a file's name.

It holds what the line on stderr says. Whatever has no fixed name here or in the options of the
command is left out, so that anyone may see a summary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import Any, Protocol

import msgspec

from privtool.core.blocks import Counts
from privtool.core.data_tables import read_table
from privtool.core.options import options_of, shown_values, values_of
from privtool.core.pipeline import StreamOptions
from privtool.core.writing import writing

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
