"""`mini-ner` against transformers' token-classification pipeline with the same weights."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from benchmarks.support.measure import report, side_by_side
from privtool.core.device import ModelSource, Runtime
from privtool.core.record import decode
from privtool.models.catalog import EMBEDDED
from privtool.models.taggers.load import resolve_taggers
from privtool.models.taggers.torch_labeler import load_mini_ner
from privtool.workflows.config.taggers import load_tagger


def pipeline_of(folder: Path) -> Any:
    """Return the pipeline of transformers with its own model class and the packaged weights."""
    from transformers import BertTokenizerFast, pipeline

    return pipeline(
        "token-classification",
        model=load_mini_ner(folder),
        tokenizer=BertTokenizerFast(tokenizer_file=str(EMBEDDED / "mini" / "tokenizer.json")),
        aggregation_strategy="first",
        device="cpu",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("data/sample/raw.jsonl"))
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    texts = [str(decode(line).text) for line in args.corpus.open("rb")][: args.records]
    tagger: Any = load_tagger(resolve_taggers("mini-ner", ModelSource()), Runtime("cpu"))
    pipe = pipeline_of(EMBEDDED / "mini-ner")
    actions = {"pipeline": lambda: pipe(texts), "mini-ner": lambda: tagger.tag(texts)}
    times = side_by_side(actions, args.runs)
    report(
        "mini-ner against transformers' token-classification pipeline",
        corpus=args.corpus.name,
        records=len(texts),
        records_per_second={name: round(len(texts) / t, 1) for name, t in times.items()},
        ratio=times["pipeline"] / times["mini-ner"],
        runs=args.runs,
    )


if __name__ == "__main__":
    main()
