"""Running `privtool asr-eval`: records out as they come, and a fold over what they score."""

from __future__ import annotations

import sys
import time
from collections import Counter
from contextlib import ExitStack
from functools import partial

from privtool.audio.clips import conversions_told
from privtool.cli.asr_eval_outputs import Outputs
from privtool.cli.asr_eval_plan import AsrEvalPlan
from privtool.cli.eval_lines import EvalLines, rows_of
from privtool.cli.summary import hours_an_hour, print_summary
from privtool.core.blocks import Counts
from privtool.core.output import Write, writing
from privtool.core.run import LINES_PER_BLOCK, Rejects, StreamOptions, results_of
from privtool.stages.asr_eval import EvalBlock
from privtool.stages.eval_scores import SPEAKER, Scored
from privtool.text.scoring.alignment_page import page_end, page_start, turn_html
from privtool.text.scoring.rates import WER
from privtool.text.scoring.table import table_of, with_interval


def evaluate(plan: AsrEvalPlan, options: StreamOptions, outputs: Outputs) -> None:
    """Recognise, score, and write records, totals, table and page."""
    started = time.perf_counter()
    counts: Counts = Counter()
    lines = EvalLines(plan)
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
        make = partial(_block, plan)
        for result in stack.enter_context(results_of(make, options, set_aside, size)):
            if result.data:
                write(result.data)
            counts.update(result.counts)
            for one in result.scored:
                lines.add(one)
                if page is not None:
                    page.add(one)
        counts["rejected"] = set_aside.count
        counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
        if page is not None:
            page.end()
        if to_summary is not None:
            to_summary(_summaries(lines, plan, outputs.poolable))
    _tell(lines, plan, options, outputs, counts)


def _block(plan: AsrEvalPlan) -> EvalBlock:
    return plan()


class _Page:
    """The page of errors, written as records come."""

    def __init__(self, write: Write, weighted: bool) -> None:
        self._write, self._weighted = write, weighted
        self._shown = self._turns = 0
        write(page_start("privtool asr-eval: errors").encode())

    def add(self, scored: Scored) -> None:
        if scored.aligned is None:
            return
        told = self._weighted and scored.weight is not None
        weight = f", LM weight {scored.weight:g}" if told else ""
        shown = turn_html(f"{scored.id}{weight}", scored.aligned)
        self._turns += 1
        self._shown += bool(shown)
        if shown:
            self._write(shown.encode("utf-8", "replace"))

    def end(self) -> None:
        self._write(page_end(self._shown, self._turns).encode())


def _summaries(lines: EvalLines, plan: AsrEvalPlan, with_samples: bool) -> bytes:
    head = plan.head
    if plan.settings.unit == SPEAKER:
        head["speakers"] = len(lines.speakers)
    return rows_of(lines.all, lambda _: head, with_samples)


def _tell(
    lines: EvalLines, plan: AsrEvalPlan, options: StreamOptions, outputs: Outputs, counts: Counts
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
    if plan.settings.scoring.roles and best and not best[0].totals.counts["role_words"]:
        parts.append("no word has one of the --roles")
    if plan.settings.by is not None and best and not any(line.part.value for line in lines.all):
        parts.append("no record has the field of --by")
    parts += conversions_told(counts)
    if plan.recognition is not None:
        parts.append(hours_an_hour(counts))
    print_summary(options, counts, *parts)
