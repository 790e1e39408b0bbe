"""`mask` with the embedded tagger."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path

from benchmarks.gpu.clock import median_seconds, operations_of
from benchmarks.gpu.figures import FULL, Figure, PartResult, Setup
from privtool.core.device import ModelSource, Runtime
from privtool.core.record import decode
from privtool.models.taggers.load import resolve_taggers
from privtool.workflows.config.taggers import load_tagger

_SAMPLE = Path("data/sample/raw.jsonl")


def run(setup: Setup) -> PartResult:
    """Tag texts of the sample corpus."""
    count, budget = (8000, 8.0) if setup.size == FULL else (40, 1.0)
    sample = [str(decode(line).text) for line in _SAMPLE.open("rb")]
    texts = list(islice(cycle(sample), count))
    words = sum(len(text.split()) for text in texts)
    found = resolve_taggers("mini-ner", ModelSource(True), backend="torch")
    tagger = load_tagger(found, Runtime(setup.device))
    took = median_seconds(lambda: tagger.tag(texts), setup.place, budget)
    return PartResult(
        {"model": "mini-ner", "records": count, "words": words},
        {
            "records": Figure(count / took, "records/s"),
            "words": Figure(words / took, "words/s"),
            **setup.arithmetic(operations_of(lambda: tagger.tag(texts)), took),
        },
    )
