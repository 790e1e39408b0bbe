"""`audit guess` against `fill` on the same slots, with the same model.

Both get the same masked records, in turn, and fill or attack each marker by itself. CPU time
depends less on what else runs.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from benchmarks.support.measure import report, side_by_side
from benchmarks.text.filling import masked_records
from privtool.audit.raw_texts import RareNgrams, RawTexts
from privtool.core.blocks import collect
from privtool.core.device import ModelSource, Runtime
from privtool.core.record import decode, text_of
from privtool.models.fillers.load import load_filler
from privtool.models.fillers.masked.lm import MaskedLM
from privtool.models.hub.resolve import resolve
from privtool.stages.audit_guess import AuditGuessStage, GuessData
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.fill_job import TopKSampler
from privtool.stages.guess_attack import PriorWords
from privtool.text.known_names import WordListRegistry
from privtool.text.word_lists import VOCABULARY_FILE, read_vocabulary


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("data/sample/raw.jsonl"))
    parser.add_argument("--records", type=int, default=400)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--model", default="mini")
    parser.add_argument("--cpu", action="store_true", help="measure CPU time, not wall time")
    args = parser.parse_args()
    records = masked_records(args.corpus, args.records, merge=False)
    filler = load_filler(resolve(args.model, ModelSource(offline=True)), Runtime("cpu"))
    if not isinstance(filler, MaskedLM):
        raise SystemExit("a masked LM is needed")
    settings = FillSettings(TopKSampler(10), WordListRegistry([]), merge=False)
    fill = FillStage(settings, filler)
    raw = RawTexts(())
    for line in args.corpus.open("rb"):
        raw.add(decode(line))
    ngrams = RareNgrams(5, raw.words)
    for record in raw:
        ngrams.add(raw.keys(text_of(record)))
    prior = PriorWords(read_vocabulary(VOCABULARY_FILE))
    guess = AuditGuessStage(GuessData(raw, ngrams), settings, prior, {args.model: filler}, 0)
    actions: dict[str, Callable[[], object]] = {
        "fill": lambda: collect(fill.process(records, Counter())),
        "guess": lambda: list(guess.audit(records)),
    }
    times = side_by_side(actions, args.runs, time.process_time if args.cpu else time.perf_counter)
    report(
        "audit guess against fill",
        corpus=args.corpus.name,
        model=args.model,
        records=len(records),
        slots=sum(len(record.masks or ()) for record in records),
        clock="CPU" if args.cpu else "wall",
        seconds={name: round(t, 2) for name, t in times.items()},
        ratio=times["guess"] / times["fill"],
    )


if __name__ == "__main__":
    main()
