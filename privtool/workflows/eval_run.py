"""Running `privtool asr-eval`: records are written as they come, their scores added up."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import msgspec

from privtool.core.blocks import Counts
from privtool.core.errors import DataError, option
from privtool.core.pipeline import LINES_PER_BLOCK, Rejects, StreamOptions, results_of
from privtool.core.reading import Block
from privtool.core.record import encode
from privtool.core.reporting import audio_summary, nonzero, print_summary
from privtool.core.writing import Write, writing
from privtool.stages.asr_eval import OF_SPEAKER, SPEAKER, EvalSettings, Scored
from privtool.text.scoring.bootstrap import WER, PairedTotals, Resampling
from privtool.text.scoring.report import (
    PAGE_START,
    SummaryLine,
    line_to_json,
    page_end,
    table_of,
    turn_html,
    with_interval,
)
from privtool.workflows.asr_eval import AsrEvalConfig
from privtool.workflows.datasets.text_pairs import TextPairs, read_pairs

_MOST_WEIGHTS = 1000
_SHOWN = {
    "unscored": "without text",
    "dropped": "dropped",
    "alone": "without speaker",
    "silent": "with an empty hypothesis",
    "markup": f"tags and choices scored as words (see {option('normalize')} sclite)",
}


class EvalLines:
    """The totals of each weight."""

    def __init__(
        self, config: AsrEvalConfig, settings: EvalSettings, pairs: TextPairs | None
    ) -> None:
        self._config, self._settings, self._pairs = config, settings, pairs
        self._lines: dict[float | None, SummaryLine] = {}
        self._speakers: set[str] = set()

    def add(self, scored: Scored) -> None:
        """Add the counts of a record. Raises `DataError` for too many weights."""
        if scored.unit is not None and scored.unit.startswith(OF_SPEAKER):
            self._speakers.add(scored.unit)
        weight = scored.weight if self._config.is_weighted else None
        line = self._lines.get(weight)
        if line is None:
            line = self._new_line(weight, scored.other is not None)
            self._lines[weight] = line
            if len(self._lines) > _MOST_WEIGHTS:
                raise DataError(f"field 'lm_weight' has more than {_MOST_WEIGHTS:,} values")
        if line.paired is not None and scored.other is not None:
            line.paired.add(scored.counts, scored.other, scored.unit)
        else:
            line.totals.add(scored.counts, scored.unit)

    def _new_line(self, weight: float | None, compared: bool) -> SummaryLine:
        paired = PairedTotals(Resampling(self._config.samples, self._config.seed))
        return SummaryLine(weight, paired.this, paired if compared else None)

    @property
    def _all(self) -> list[SummaryLine]:
        """The lines by weight, that without a weight first."""
        lines = self._lines.values() or [self._new_line(None, False)]
        return sorted(lines, key=lambda line: (line.weight is not None, line.weight or 0.0))

    def to_json(self) -> bytes:
        """Return the lines of totals: each begins with signature and recognizer, no data."""
        config, settings = self._config, self._settings
        head: dict[str, object] = {
            "command": "asr-eval",
            "signature": config.signature(settings),
            "resampled": config.samples,
            "seed": config.seed,
        }
        if self._pairs is not None:
            head["ref_format"] = self._pairs.format
        elif config.recognizes:
            head |= config.recognition.describe()
        else:
            head["hyp_field"] = settings.hyp_field
        if settings.unit == SPEAKER:
            head["speakers"] = len(self._speakers)
        return msgspec.json.Encoder().encode_lines([line_to_json(line, head) for line in self._all])

    def report(self, options: StreamOptions, counts: Counts) -> None:
        """Print the table, if wanted, and the summary line."""
        config, settings = self._config, self._settings
        if config.table:
            print(table_of(self._all, config.signature(settings)), end="", file=sys.stderr)
        first = self._all[0]
        parts = ["no word to score"]
        if first.totals.counts["words"]:
            weight = f" at LM weight {first.weight:g}" if first.weight is not None else ""
            parts = [f"WER {with_interval(WER, first.totals)} %{weight}"]
        if settings.unit == SPEAKER:
            parts.append(f"{len(self._speakers):,} speakers")
        if self._pairs is not None:
            parts.append(f"{option('ref')} read as {self._pairs.format}")
        parts += nonzero(counts, _SHOWN)
        if settings.scoring.roles and not first.totals.counts["role_words"]:
            parts.append(f"no word has one of the {option('roles')}")
        if config.recognizes:
            parts += audio_summary(counts)
        print_summary(options, counts, *parts)


def run(config: AsrEvalConfig, options: StreamOptions) -> None:
    """Write records as they come, then totals, table and page; report the scores."""
    config.check(options)
    with Rejects(options) as rejects, writing(options.output) as write:
        for data in evaluated(config, options, rejects):
            write(data)


def evaluated(config: AsrEvalConfig, options: StreamOptions, rejects: Rejects) -> Iterator[bytes]:
    """Yield the records of each block; at the end write totals and page, and report the scores."""
    pairs = None if config.ref is None else read_pairs(*config.how_to_read)
    settings, build = config.fetch(options, pairs)
    started = time.perf_counter()
    if pairs is not None:
        options = replace(options, blocks=_blocks(list(map(encode, pairs.to_records()))))
    counts: Counts = Counter()
    lines = EvalLines(config, settings, pairs)
    size = config.recognition.clips if config.recognizes else LINES_PER_BLOCK
    with ExitStack() as stack:
        page = None
        if config.html is not None:
            write = stack.enter_context(writing(config.html, private=True))
            page = _Page(write, config.is_weighted)
        to_summary = None
        if config.summary is not None:
            to_summary = stack.enter_context(writing(config.summary))
        for result, scored in stack.enter_context(results_of(build, options, rejects, size)):
            if result.data:
                yield result.data
            counts.update(result.counts)
            for one in scored:
                lines.add(one)
                if page is not None:
                    page.add(one)
        counts["rejected"] = rejects.count
        counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
        if page is not None:
            page.end()
        if to_summary is not None:
            to_summary(lines.to_json())
    lines.report(options, counts)


def _blocks(lines: list[bytes]) -> Iterator[Block]:
    for start in range(0, len(lines), LINES_PER_BLOCK):
        yield Block("references", start + 1, [*lines[start : start + LINES_PER_BLOCK]])


class _Page:
    """The page of errors, written as records come."""

    def __init__(self, write: Write, weighted: bool) -> None:
        self._write, self._weighted = write, weighted
        self._shown = self._turns = 0
        write(PAGE_START.read_bytes())

    def add(self, scored: Scored) -> None:
        if scored.aligned is None:
            return
        shows_weight = self._weighted and scored.weight is not None
        weight = f", LM weight {scored.weight:g}" if shows_weight else ""
        shown = turn_html(f"{scored.id}{weight}", scored.aligned)
        self._turns += 1
        self._shown += bool(shown)
        if shown:
            self._write(shown.encode("utf-8", "replace"))

    def end(self) -> None:
        self._write(page_end(self._shown, self._turns).encode())
