"""`fill` against transformers' fill-mask pipeline called from left to right.

The pipeline gets one record at a time: it fills the first mask with one of the K best words, then
gets the new text for the next mask. Same weights, K and thread count. bfloat16 is measured too if
the processor multiplies it.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import torch

from benchmarks.support.measure import report, side_by_side
from privtool.core.blocks import collect
from privtool.core.fields import text_of
from privtool.core.model_options import ModelSource, Runtime
from privtool.core.record import Record, decode
from privtool.models.fillers.files import load_filler_files
from privtool.models.fillers.load import load_filler
from privtool.models.hub.resolve import resolve
from privtool.models.runtime.precision import multiplies_bfloat16
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.sampling import TopKSampler
from privtool.text.word_list_registry import WordListRegistry
from privtool.text.word_lists import load_allow_list


def masked_records(path: Path, limit: int, merge: bool = True) -> list[Record]:
    """Records of a JSONL file masked by the embedded allow list, those with a mask only."""
    records = [decode(line) for line in path.open("rb")][:limit]
    stage = MaskStage(MaskSettings({"allowList": load_allow_list()}, merge=merge))
    return [record for record in collect(stage.process(records, Counter())) if record.masks]


def with_pipeline(pipe: Any, texts: list[str], k: int) -> None:
    """Fill every text one mask at a time."""
    draws = random.Random(1)
    for text in texts:
        while pipe.tokenizer.mask_token in text:
            found = pipe(text, top_k=k)
            first = found[0] if isinstance(found[0], list) else found
            word = draws.choice(first)["token_str"].strip()
            text = text.replace(pipe.tokenizer.mask_token, word or "it", 1)


def fill_all(stage: FillStage, records: list[Record]) -> list[Record]:
    """The filled records, all of them computed."""
    return collect(stage.process(records, Counter()))


def main() -> None:
    from transformers import pipeline

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("data/sample/raw.jsonl"))
    parser.add_argument("--records", type=int, default=400)
    parser.add_argument("--topk", type=int, default=10)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--model", default="mini")
    args = parser.parse_args()
    records = masked_records(args.corpus, args.records)
    settings = FillSettings(TopKSampler(args.topk), WordListRegistry([]))
    model = resolve(args.model, ModelSource(offline=True))
    native = multiplies_bfloat16(torch.device("cpu"))
    stages = {
        dtype: FillStage(settings, load_filler(model, Runtime("cpu", dtype)))
        for dtype in (("fp32", "bf16") if native else ("fp32",))
    }
    files = load_filler_files(model)
    files.backend.encode_special_tokens = False
    pipe = pipeline("fill-mask", model=files.model.eval(), tokenizer=files.tokenizer, device="cpu")
    texts = [text_of(record) for record in records]
    times = side_by_side({"pipeline": lambda: with_pipeline(pipe, texts, args.topk)}, 1)
    times |= side_by_side(
        {name: partial(fill_all, stage, records) for name, stage in stages.items()},
        args.runs,
    )
    results: dict[str, Any] = {f"ratio_{name}": times["pipeline"] / times[name] for name in stages}
    if native:
        filled = [fill_all(stage, records) for stage in stages.values()]
        same = sum(a.text == b.text for a, b in zip(*filled, strict=True))
        results["same_fillings_in_bf16"] = same / len(records)
    report(
        "fill against transformers' fill-mask pipeline",
        corpus=args.corpus.name,
        model=args.model,
        records=len(records),
        masks=sum(len(record.masks or ()) for record in records),
        records_per_second={name: round(len(records) / t, 1) for name, t in times.items()},
        topk=args.topk,
        **results,
    )


if __name__ == "__main__":
    main()
