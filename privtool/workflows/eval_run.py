"""Running `privtool asr-eval`: records are written as they come, their scores added up."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import msgspec

from privtool.audio.io.clips import conversion_summary
from privtool.core.blocks import Counts
from privtool.core.errors import DataError, option
from privtool.core.pipeline import LINES_PER_BLOCK, Rejects, StreamOptions, results_of
from privtool.core.reading import Block
from privtool.core.record import encode
from privtool.core.reporting import audio_rate, print_summary
from privtool.core.writing import Write, writing
from privtool.stages.eval_scores import SPEAKER, Scored
from privtool.text.scoring.bootstrap import PairedTotals, Resampling, Totals
from privtool.text.scoring.html_report import PAGE_START, page_end, turn_html
from privtool.text.scoring.metrics import WER
from privtool.text.scoring.summary import SummaryLine, line_to_json
from privtool.text.scoring.table import table_of, with_interval
from privtool.workflows.asr_eval import AsrEvalConfig, AsrEvalWork
from privtool.workflows.datasets.text_pairs import format_of, paired

_MOST_WEIGHTS = 1000


class EvalLines:
    """The totals of each weight."""

    def __init__(self, work: AsrEvalWork) -> None:
        self._resampling, self._weighted = work.resampling, work.weighted
        self._lines: dict[float | None, SummaryLine] = {}
        self.speakers: set[str] = set()

    def add(self, scored: Scored) -> None:
        """Add the counts of a record. Raises `DataError` for too many weights."""
        if scored.of_speaker and scored.unit is not None:
            self.speakers.add(scored.unit)
        weight = scored.weight if self._weighted else None
        line = self._lines.get(weight)
        if line is None:
            line = _new_line(weight, self._resampling, scored.other is not None)
            self._lines[weight] = line
            if len(self._lines) > _MOST_WEIGHTS:
                raise DataError(f"field 'lm_weight' has more than {_MOST_WEIGHTS:,} values")
        if line.paired is not None and scored.other is not None:
            line.paired.add(scored.counts, scored.other, scored.unit)
        else:
            line.totals.add(scored.counts, scored.unit)

    @property
    def all(self) -> list[SummaryLine]:
        """The lines by weight, that without a weight first."""
        if not self._lines:
            return [_new_line(None, self._resampling, False)]
        return sorted(self._lines.values(), key=_weight_order)


def _weight_order(line: SummaryLine) -> tuple[bool, float]:
    return line.weight is not None, line.weight or 0.0


def _new_line(weight: float | None, resampling: Resampling, compared: bool) -> SummaryLine:
    if not compared:
        return SummaryLine(weight, Totals(resampling))
    paired = PairedTotals(resampling)
    return SummaryLine(weight, paired.this, paired)


def run(config: AsrEvalConfig, options: StreamOptions) -> None:
    """Write records as they come, then totals, table and page; report the scores."""
    config.check(options)
    with ExitStack() as stack:
        rejects = stack.enter_context(Rejects(options))
        write = stack.enter_context(writing(options.output))
        for data in evaluated(config, options, rejects):
            write(data)


def evaluated(config: AsrEvalConfig, options: StreamOptions, rejects: Rejects) -> Iterator[bytes]:
    """Yield the records of each block; at the end write totals and page, and report the scores."""
    work, report, started = config.fetch(options), config.report, time.perf_counter()
    if config.texts.ref is not None:
        options = replace(options, blocks=_blocks([encode(each) for each in paired(config.texts)]))
    counts: Counts = Counter()
    lines = EvalLines(work)
    size = LINES_PER_BLOCK if work.recognition is None else work.recognition.clips
    with ExitStack() as stack:
        page = None
        if report.html is not None:
            page = _Page(stack.enter_context(writing(report.html, private=True)), work.weighted)
        to_summary = None
        if report.summary is not None:
            to_summary = stack.enter_context(writing(report.summary))
        for result, scored in stack.enter_context(results_of(work.build, options, rejects, size)):
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
            to_summary(_summaries(lines, work))
    _report(lines, work, options, counts)


def _blocks(lines: list[bytes]) -> Iterator[Block]:
    for start in range(0, len(lines), LINES_PER_BLOCK):
        yield Block("references", start + 1, [*lines[start : start + LINES_PER_BLOCK]])


class _Page:
    """The page of errors, written as records come."""

    def __init__(self, write: Write, weighted: bool) -> None:
        self._write, self._weighted = write, weighted
        self._shown = self._turns = 0
        write(PAGE_START.encode())

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


def _summaries(lines: EvalLines, work: AsrEvalWork) -> bytes:
    head = work.head
    if work.settings.unit == SPEAKER:
        head["speakers"] = len(lines.speakers)
    return msgspec.json.Encoder().encode_lines([line_to_json(line, head) for line in lines.all])


def _word_error_rate(line: SummaryLine) -> str:
    if not line.totals.counts["words"]:
        return "no word to score"
    weight = f" at LM weight {line.weight:g}" if line.weight is not None else ""
    return f"WER {with_interval(WER, line.totals)} %{weight}"


def _report(lines: EvalLines, work: AsrEvalWork, options: StreamOptions, counts: Counts) -> None:
    """Print the table, if wanted, and the summary line."""
    if work.config.report.table:
        print(table_of(lines.all, work.signature), end="", file=sys.stderr)
    first = lines.all[0]
    parts = [_word_error_rate(first)]
    if work.settings.unit == SPEAKER:
        parts.append(f"{len(lines.speakers):,} speakers")
    if work.config.texts.ref is not None:
        parts.append(f"{option('ref')} read as {format_of(work.config.texts)}")
    shown = {"unscored": "without text", "dropped": "dropped", "alone": "without speaker"}
    shown["silent"] = "with an empty hypothesis"
    shown["markup"] = f"tags and choices scored as words (see {option('normalize')} sclite)"
    parts += [f"{counts[name]:,} {what}" for name, what in shown.items() if counts[name]]
    if work.settings.scoring.roles and not first.totals.counts["role_words"]:
        parts.append(f"no word has one of the {option('roles')}")
    parts += conversion_summary(counts)
    if work.recognition is not None:
        parts.append(audio_rate(counts))
    print_summary(options, counts, *parts)
