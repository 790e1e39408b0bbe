"""Running `privtool asr-eval --pool`: adding up the summaries of parts of a corpus."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from privtool.core.errors import DataError, UsageError, option
from privtool.core.pipeline import StreamOptions
from privtool.core.reporting import say
from privtool.core.writing import writing
from privtool.text.scoring.bootstrap import Resampling
from privtool.text.scoring.summary import SummaryLine, parse_line, pool
from privtool.text.scoring.table import table_of
from privtool.workflows.asr_eval import AsrEvalConfig
from privtool.workflows.eval_run import rows_of
from privtool.workflows.results_to_pool import results_to_pool

_SYSTEM = (
    *("model", "model_weights", "beam", "length_bonus", "ctc_weight", "lm", "lm_weights", "fusion"),
    *("hyp_field", "by", "against_field"),
)
_KEPT = ("command", "signature", "resampled", "seed", "key", *_SYSTEM)
_RESAMPLING = ("resampled", "seed")


def run(config: AsrEvalConfig, options: StreamOptions) -> None:
    """Add up the totals of the inputs and write the sum."""
    check_pooling(config, options)
    with writing(options.output) as write:
        for data in pooled(config, options):
            write(data)


def check_pooling(config: AsrEvalConfig, options: StreamOptions) -> None:
    """Raise `UsageError` for options that have no effect where summaries are added up."""
    idle = [*config.idle_when_pooling, *(["rejects"] if options.rejects is not None else [])]
    if idle:
        raise UsageError(f"{option('pool')} adds up summaries, so {option(idle[0])} has no effect")


def pooled(config: AsrEvalConfig, options: StreamOptions) -> Iterator[bytes]:
    """Yield the sum of the totals of the inputs, if any; report their number.

    Raises `DataError` for lines that are not totals, or were counted in different ways.
    """
    started = time.perf_counter()
    rows = [row for _, row in results_to_pool(options, "asr-eval", "summary")]
    heads = [{name: row[name] for name in _KEPT if name in row} for row in rows]
    if any(head.get("signature") != heads[0].get("signature") for head in heads):
        raise DataError("the summaries have different signatures: they cannot be pooled")
    for name in ("key", *_SYSTEM):
        if any(head.get(name) != heads[0].get(name) for head in heads):
            raise DataError(f"the summaries differ in '{name}': they cannot be pooled")
    same = {k: v for k, v in (heads or [{}])[0].items() if all(h.get(k) == v for h in heads)}
    lines: list[SummaryLine] = []
    if rows:
        samples, seed = (_as_count(rows[0].get(name)) for name in _RESAMPLING)
        resampling = Resampling(samples, seed)
        lines = pool(parse_line(row, resampling) for row in rows)
    if lines:
        yield rows_of(lines, lambda _: same, config.report.sums.poolable)
    if config.report.table and lines:
        print(table_of(lines, str(same.get("signature", ""))), end="", file=sys.stderr)
    seconds = time.perf_counter() - started
    say(options, f"{len(rows):,} summaries, {len(lines):,} written, {seconds:.1f} s")


def _as_count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise DataError("not a summary of privtool asr-eval")
    return value
