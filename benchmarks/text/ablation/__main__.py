"""Which functions of the taggers find private words in sets that are younger than they are.

    python -m benchmarks.text.ablation --corpus public.jsonl.gz > ablation.tsv

Each function of `privtool/text/detection` is left out in turn: it finds nothing, and a filter
returns what it was given. The lines where it had found something are masked again. A function has
the date of its middle line by `git blame`, which follows lines that moved; a set that of its first
commit, before any rule met it. A row without a function leaves out a whole file. With `--together
FILE`, whose rows begin with a file and a function, the only row leaves out all of them: functions
that replace each other seem superfluous one by one.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import pickle
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.text.ablation.ages import line_dates
from benchmarks.text.ablation.effects import Trace, effects, record
from benchmarks.text.ablation.functions import Target, functions_of
from benchmarks.text.ablation.masking import Line, make_line, model_spans
from benchmarks.text.ablation.table import row
from benchmarks.text.named_talk import MANNERS, sentence
from benchmarks.text.talk_sets import talk_sets

PACKAGE = "privtool.text.detection"


def read_sets() -> Iterator[Line]:
    """Yield the lines of all sets in all manners."""
    for name, one in talk_sets().items():
        for text in one.lines:
            for manner in MANNERS:
                yield make_line(name, *sentence(text, manner))


def read_corpora(paths: Iterable[Path], most: int) -> Iterator[Line]:
    """Yield a sample of the records of each file; what their entities touch is private."""
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            records = [json.loads(line) for line in file]
        for one in random.Random(0).sample(records, min(most, len(records))):
            private = [(each["start"], each["end"]) for each in one.get("entities", ())]
            yield make_line(path.name, one["text"], private)


def traced(lines: Sequence[Line], targets: Sequence[Target], cache: Path | None) -> Trace:
    """Return the trace of the lines, kept in a file for the next run."""
    if cache and cache.exists():
        kept: Trace = pickle.loads(cache.read_bytes())
        return kept
    trace = record(lines, model_spans([line.text for line in lines]), targets)
    if cache:
        cache.write_bytes(pickle.dumps(trace))
    return trace


def groups_of(targets: Sequence[Target], together: Path | None) -> list[tuple[str, list[int]]]:
    """Return what is left out at once: a file and the numbers of its functions."""
    if together:
        rows = csv.reader(together.open(encoding="utf-8"), delimiter="\t")
        named = {tuple(each[:2]) for each in rows}
        chosen = [n for n, each in enumerate(targets) if (each.path, each.name) in named]
        return [(together.name, chosen)]
    by_file: dict[str, list[int]] = {}
    for number, target in enumerate(targets):
        by_file.setdefault(target.path, []).append(number)
    return [*((each.path, [n]) for n, each in enumerate(targets)), *by_file.items()]


def rows_of(
    trace: Trace, targets: Sequence[Target], together: Path | None, most: int
) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table."""
    groups = groups_of(targets, together)
    sets = {name: int(one.date.timestamp()) for name, one in talk_sets().items()}
    blamed = {path: line_dates(path) for path in {target.path for target in targets}}
    found = effects(trace, targets, [group for _, group in groups], most)
    for (path, group), one in zip(groups, found, strict=True):
        yield row(path, {n: targets[n] for n in group}, one, trace, blamed, sets)


def main() -> None:
    """Leave out each function, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument("--corpus-lines", type=int, default=1000, help="of each corpus")
    parser.add_argument("--most", type=int, default=2500, help="lines masked again for a function")
    parser.add_argument("--cache", type=Path, help="what was found; written if it does not exist")
    parser.add_argument("--together", type=Path, help="functions to leave out at once")
    args = parser.parse_args()
    lines = [*read_sets(), *read_corpora(args.corpus, args.corpus_lines)]
    targets = functions_of(PACKAGE)
    trace = traced(lines, targets, args.cache)
    rows = rows_of(trace, targets, args.together, args.most)
    first = next(rows)
    writer = csv.DictWriter(sys.stdout, first, delimiter="\t", lineterminator="\n")
    writer.writeheader()
    writer.writerows((first, *rows))


if __name__ == "__main__":
    main()
