"""The summary of a run as one line of JSON: counts, time and options, never text or a file's name.

It holds what the line on stderr says. Whatever has no fixed name here or in the options of the
command is left out, so that anyone may see a summary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, Protocol

import msgspec

from privtool.core.blocks import Counts
from privtool.core.options import options_of, shown_values, values_of
from privtool.core.pipeline import StreamOptions
from privtool.core.writing import writing

ModelEntries = Mapping[str, Sequence[Mapping[str, str]]]
"""Models by the option that names them: their public name, and the digest of their weights."""
NO_MODELS: ModelEntries = {}


class Summarize(Protocol):
    """Writes the summary of what was counted (with `milliseconds`) and of the models used."""

    def __call__(self, counts: Counts, models: ModelEntries = NO_MODELS) -> None: ...


COUNTS: Mapping[str, str] = {
    "records": "records",
    "rejected": "records rejected",
    "ignored": "segments that scoring ignores",
    "joined": "rolling captions joined",
    "labeled": "cues or failed records that name their speaker in the text",
    "empty": "items without length that were left out",
    "overlapping": "overlapping entities that were joined",
    "unannotated": "texts that nobody annotated",
    "clipped": "records that end after their audio",
    "untimed": "records whose word times were dropped",
    "other speakers": "records with words of other speakers",
    "words": "words",
    "distinct": "distinct words written",
    "units": "units",
    "released": "labeled words released",
    "masked": "words masked",
    "entities": "entities",
    "cut entities": "entities that cut words",
    "filled": "markers filled",
    "typed": "phrases filled by their class",
    "listed": "filled with words of the list",
    "rare": "filled with words that the model has no token for",
    "written": "records written",
    "missing": "samples missing",
    "surrogates": "surrogates",
    "redrawn": "surrogates drawn again",
    "collisions": "collisions of surrogates",
    "markers": "surrogates that are markers",
    "restored": "originals restored",
    "not found": "originals not found",
    "unknown": "records that the map does not have",
    "dropped turns": "turns to drop",
    "unscoped": "records without a scope",
    "mentions": "further mentions of private phrases",
    "raw files": "audio files under their own name",
    "revealing files": "audio files with a private phrase in their name",
    "revealing speakers": "speakers with a private phrase in their name",
    "tokens": "tokens",
    "millinats": "negative log-probability in thousandths of a nat",
    "aligned": "records aligned",
    "unaligned": "records not aligned",
    "private": "private words removed",
    "intervals": "intervals removed",
    "others": "other words removed with them",
    "whole_turns": "whole turns removed",
    "doubtful": "turns with doubtful times",
    "without_confidence": "turns whose words have no confidence",
    "overlapped": "turns overlapped by private words of others",
    "heard_before": "private words heard before",
    "silenced": "turns removed as a whole as a private word could still be heard",
    "recalled": "private words heard again",
    "dropped": "turns dropped",
    "turns": "turns with surrogates",
    "whole turns": "turns spoken throughout",
    "spliced": "turns spliced",
    "completed": "turns completed by the fallback",
    "phrases missing": "surrogates not found",
    "words own": "words taken of the own speaker",
    "words other": "words taken of other speakers",
    "sources broken": "sources that cannot be read",
    "mixed": "clips mixed to mono",
    "resampled": "clips resampled",
    "audio_milliseconds": "milliseconds of audio",
    "speech milliseconds": "milliseconds of new speech",
}
"""All counts by name, with what they count; `label PERSON` and `rule br.cpf` are counts, too."""
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
    known = {k: n for k, n in counts.items() if k in COUNTS or k.startswith(prefixes)}
    return {
        "command": stream.command.removeprefix("privtool "),
        "version": __version__,
        "seconds": counts["milliseconds"] / 1000,
        "counts": dict(sorted(known.items())),
        "options": {**options, "jobs": stream.jobs},
        **({"models": models} if models else {}),
    }
