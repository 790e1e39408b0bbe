"""Which words change when functions are left out, on the lines where they had found something."""

from __future__ import annotations

import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks.text.ablation.functions import Recorder, Target, left_out
from benchmarks.text.ablation.masking import (
    Action,
    Covered,
    Line,
    Run,
    Spans,
    changes,
    cover,
    limited,
)
from privtool.core.spans import Span

_WORKERS = 2
_MOST_FAILURES = 5


class Trace(NamedTuple):
    """Lines as they are masked; where each function found something (line -> parts), was called."""

    lines: Sequence[Line]
    spans: Sequence[Spans]
    covered: Sequence[Covered]
    found: Sequence[dict[int, frozenset[str]]]
    calls: Sequence[int]


class Effect(NamedTuple):
    """Words by source, mode and kind that differ without some functions.

    `lines` are those where the functions had found something, `share` how many of them were masked
    again, `failures` where that was not possible.
    """

    counts: Counter[tuple[str, str, str]]
    lines: int
    share: float
    failures: int


def record(lines: Sequence[Line], spans: Sequence[Spans], targets: Sequence[Target]) -> Trace:
    """Mask all lines, and note which functions find something in which part of it."""
    recorder = Recorder(targets)
    found: list[dict[int, frozenset[str]]] = [{} for _ in targets]
    calls = Counter[int]()
    covered = []
    for number, (line, of_line) in enumerate(zip(lines, spans, strict=True)):
        called: set[int] = set()
        covered.append(cover(line, of_line, run=_noting(recorder, found, number, called)))
        calls.update(called)
    return Trace(lines, spans, covered, found, [calls[at] for at in range(len(targets))])


def _noting(
    recorder: Recorder, found: list[dict[int, frozenset[str]]], line: int, called: set[int]
) -> Run:
    def run(action: Action, part: str) -> list[Span]:
        result, begun, hits = recorder(action)
        called.update(begun)
        for at in hits:
            found[at][line] = found[at].get(line, frozenset()) | {part}
        return result

    return run


def effect(trace: Trace, targets: Sequence[Target], group: Sequence[int], most: int) -> Effect:
    """Mask the lines again in which a group of functions found something, or `most` of them."""
    where: dict[int, frozenset[str]] = {}
    for number in group:
        for line, parts in trace.found[number].items() if targets[number].empty.expression else ():
            where[line] = where.get(line, frozenset()) | parts
    chosen = random.Random(0).sample(sorted(where), min(most, len(where)))
    counts = Counter[tuple[str, str, str]]()
    failures = 0
    with left_out([targets[number] for number in group]):
        for at in chosen:
            try:
                with limited():
                    after = cover(trace.lines[at], trace.spans[at], where[at], trace.covered[at])
            except Exception:  # whatever an unexpected result leads to
                failures += 1
                if failures == _MOST_FAILURES:
                    break
                continue
            counts.update(changes(trace.lines[at], trace.covered[at], after))
    return Effect(counts, len(where), len(chosen) / max(1, len(where)), failures)


_STATE: dict[str, Any] = {}  # what the forked processes share


def _effect(group: Sequence[int]) -> Effect:
    return effect(_STATE["trace"], _STATE["targets"], group, _STATE["most"])


def effects(
    trace: Trace, targets: Sequence[Target], groups: Sequence[Sequence[int]], most: int
) -> Iterator[Effect]:
    """Yield the effect of each group of functions."""
    _STATE.update(trace=trace, targets=targets, most=most)
    with multiprocessing.get_context("fork").Pool(_WORKERS) as pool:
        for done, each in enumerate(pool.imap(_effect, groups), start=1):
            yield each
            if done % 50 == 0:
                print(f"{done} of {len(groups)}", file=sys.stderr, flush=True)
