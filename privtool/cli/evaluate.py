"""Running `privtool asr-eval`: records out as they come, and a fold over what they score."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from functools import partial
from typing import NamedTuple

import msgspec

from privtool.audio.clips import conversions_told
from privtool.cli.asr_eval_plan import AsrEvalPlan
from privtool.cli.summary import hours_an_hour, print_summary
from privtool.core.blocks import Counts
from privtool.core.errors import DataError, UsageError
from privtool.core.jobs import map_blocks
from privtool.core.output import Write, writing
from privtool.core.run import LINES_PER_BLOCK, Rejects, StreamOptions, watched_blocks
from privtool.stages.asr_eval import SPEAKER, EvalBlock, Evaluated, Scored
from privtool.text.scoring.alignment_page import page_end, page_start, turn_html
from privtool.text.scoring.rates import WER
from privtool.text.scoring.resampling import Paired, Resampling, Totals
from privtool.text.scoring.summary import Line, Part, summary_of
from privtool.text.scoring.table import table_of, with_interval

Results = Generator[Evaluated, None, None]
_MOST_VALUES = 1000  # of the field that scores are told by


class Outputs(NamedTuple):
    """Where scores go: a file of totals (with samples or not), a table, a page of errors."""

    summary: str | None
    poolable: bool
    table: bool
    html: str | None

    def check(self, options: StreamOptions) -> None:
        """Raise `UsageError` where two outputs would go to one place."""
        if self.poolable and self.summary is None:
            raise UsageError("--poolable needs --summary FILE")
        if self.html == "-":
            raise UsageError("--html needs a file: it is written for your eyes alone")
        named = [self.summary, self.html, options.output, options.rejects]
        places = [name for name in named if name is not None]
        if len(set(places)) < len(places):
            raise UsageError("--output, --summary, --html and --rejects must be different")


def evaluate(plan: AsrEvalPlan, options: StreamOptions, outputs: Outputs) -> None:
    """Recognise, score, and write records, totals, table and page."""
    outputs.check(options)
    started = time.perf_counter()
    counts: Counts = Counter()
    lines = _Lines(plan)
    size = LINES_PER_BLOCK if plan.recognition is None else plan.recognition.clips
    with ExitStack() as stack:
        set_aside = stack.enter_context(Rejects(options))
        write = stack.enter_context(writing(options.output))
        page = None
        if outputs.html is not None:
            page = _Page(stack.enter_context(writing(outputs.html, private=True)), plan.weighted)
        to_summary = None
        if outputs.summary is not None:
            to_summary = stack.enter_context(writing(outputs.summary))
        results: Results = map_blocks(
            partial(_block, plan), watched_blocks(options, size), options.jobs
        )
        for result, scored in stack.enter_context(closing(results)):
            if result.data:
                write(result.data)
            counts.update(result.counts)
            counts["rejected"] += set_aside.add(result.rejects)
            if result.error is not None:
                raise result.error
            for one in scored:
                lines.add(one)
                if page is not None:
                    page.add(one)
        counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
        if page is not None:
            page.end()
        if to_summary is not None:
            to_summary(_summaries(lines, plan, outputs.poolable))
    _tell(lines, plan, options, outputs, counts)


def _block(plan: AsrEvalPlan) -> EvalBlock:
    return plan()


class _Lines:
    """The totals of each weight, and of each value of a field."""

    def __init__(self, plan: AsrEvalPlan) -> None:
        self._how, self._plan = plan.how, plan
        self._found: dict[Part, Line] = {}
        self.speakers: set[str] = set()

    def add(self, scored: Scored) -> None:
        """Add what was counted in a record. Raises `DataError` for too many values."""
        weight = scored.weight if self._plan.weighted else None
        self._add(Part(weight), scored)
        if self._plan.settings.unit == SPEAKER and scored.unit is not None:
            self.speakers.add(scored.unit)
        if scored.value is not None:
            self._add(Part(weight, scored.value), scored)
            if len(self._found) > _MOST_VALUES * len(self._weights()):
                raise DataError(f"the field of --by has more than {_MOST_VALUES:,} values")

    def _weights(self) -> set[float | None]:
        return {part.weight for part in self._found}

    def _add(self, part: Part, scored: Scored) -> None:
        line = self._found.get(part)
        if line is None:
            line = _new_line(part, self._how, scored.other is not None)
            self._found[part] = line
        if line.paired is not None and scored.other is not None:
            line.paired.add(scored.counts, scored.other, scored.unit)
        else:
            line.totals.add(scored.counts, scored.unit)

    @property
    def all(self) -> list[Line]:
        """The lines by weight, all records first and then the values of the field."""

        def order(part: Part) -> tuple[float, bool, str]:
            return part.weight or 0.0, part.value is not None, part.value or ""

        if not self._found:
            return [_new_line(Part(), self._how, False)]
        return [self._found[part] for part in sorted(self._found, key=order)]


def _new_line(part: Part, how: Resampling, compared: bool) -> Line:
    if not compared:
        return Line(part, Totals(how))
    paired = Paired(how)
    return Line(part, paired.this, paired)


class _Page:
    """The page of errors, written as records come."""

    def __init__(self, write: Write, weighted: bool) -> None:
        self._write, self._weighted = write, weighted
        self._shown = self._turns = 0
        write(page_start("privtool asr-eval: errors").encode())

    def add(self, scored: Scored) -> None:
        if scored.aligned is None:
            return
        weight = f", LM weight {scored.weight:g}" if self._weighted else ""
        shown = turn_html(f"{scored.id}{weight}", scored.aligned)
        self._turns += 1
        self._shown += bool(shown)
        if shown:
            self._write(shown.encode("utf-8", "replace"))

    def end(self) -> None:
        self._write(page_end(self._shown, self._turns).encode())


def _summaries(lines: _Lines, plan: AsrEvalPlan, with_samples: bool) -> bytes:
    head = plan.head
    if plan.settings.unit == SPEAKER:
        head["speakers"] = len(lines.speakers)
    return rows_of(lines.all, lambda _: head, with_samples)


def rows_of(
    lines: list[Line], head_of: Callable[[Line], dict[str, object]], with_samples: bool
) -> bytes:
    """Totals as lines of JSON."""
    rows = (summary_of(line, head_of(line), with_samples) for line in lines)
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def _tell(
    lines: _Lines, plan: AsrEvalPlan, options: StreamOptions, outputs: Outputs, counts: Counts
) -> None:
    """Print the table that is asked for, and the one line."""
    if outputs.table:
        print(table_of(lines.all, plan.signature), end="", file=sys.stderr)
    best = [line for line in lines.all if line.part.value is None]
    parts = [
        f"WER {with_interval(WER, line.totals)} %"
        + (f" at LM weight {line.part.weight:g}" if line.part.weight is not None else "")
        for line in best[:1]
    ]
    if plan.settings.unit == SPEAKER:
        parts.append(f"{len(lines.speakers):,} speakers")
    told = {"unscored": "without text", "dropped": "dropped", "alone": "without speaker"}
    told["silent"] = "in which nothing was heard"
    parts += [f"{counts[name]:,} {what}" for name, what in told.items() if counts[name]]
    parts += conversions_told(counts)
    if plan.recognition is not None:
        parts.append(hours_an_hour(counts))
    print_summary(options, counts, *parts)
