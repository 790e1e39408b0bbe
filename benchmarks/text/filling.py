"""`fill` against transformers' fill-mask pipeline called from left to right.

The pipeline gets one record at a time: it fills the first mask with one of the K best words, then
gets the new text for the next mask. Same weights, K and thread count; rates are by CPU seconds.
bfloat16 is measured too if the processor multiplies it. `auto` is what `fill` does by default: its
scores are compared with those of single precision, each token of some records being masked.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch

from benchmarks.support.measure import report, side_by_side
from privtool.core.blocks import collect
from privtool.core.device import ModelSource, Runtime
from privtool.core.record import Record, decode, text_of
from privtool.interfaces.filling import Wanted
from privtool.models.fillers.load import load_filler, load_filler_files
from privtool.models.fillers.masked.lm import MaskedLM
from privtool.models.hub.resolve import resolve
from privtool.models.runtime.numerics import multiplies_bfloat16
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.fill_job import TopKSampler
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.text.known_names import WordListRegistry
from privtool.text.word_lists import load_allow_list

DTYPES = ("fp32", "auto")


def masked_records(path: Path, limit: int) -> list[Record]:
    """Records of a JSONL file masked by the embedded allow list, those with a mask only."""
    records = [decode(line) for line in path.open("rb")][:limit]
    stage = MaskStage(MaskSettings({"allowList": load_allow_list()}))
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


def agreement(texts: list[str], exact: MaskedLM, fast: MaskedLM) -> dict[str, float]:
    """Compare two models at each token of texts.

    Return the share of slots with the same best word, the mean divergence (Kullback-Leibler, nats)
    of the distributions over words, and the perplexities of the masked tokens.
    """
    divergences: list[float] = []
    same, losses = 0, np.zeros(2)
    for draft, token in chain.from_iterable(map(exact.tokens.one_slot_drafts, texts)):
        found = []
        for number, model in enumerate((exact, fast)):
            losses[number] += model.losses([draft], [token])[0]
            ((best, _),) = model.rank([draft], [Wanted(None, ())], model.size)
            scores = best.scores[best.tokens.argsort()]
            found.append(scores - np.logaddexp.reduce(scores))
        same += found[0].argmax() == found[1].argmax()
        divergences.append(float(np.exp(found[0]) @ (found[0] - found[1])))
    perplexities = np.exp(losses / len(divergences))
    return {
        "scored_tokens": len(divergences),
        "same_best_word": same / len(divergences),
        "divergence": float(np.mean(divergences)),
        **{f"perplexity_{each}": float(p) for each, p in zip(DTYPES, perplexities, strict=True)},
    }


def main() -> None:
    from transformers import pipeline

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("data/sample/raw.jsonl"))
    parser.add_argument("--records", type=int, default=400)
    parser.add_argument("--topk", type=int, default=10)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--model", default="mini")
    parser.add_argument("--scored", type=int, default=50, help="records whose tokens are scored")
    args = parser.parse_args()
    records = masked_records(args.corpus, args.records)
    settings = FillSettings(TopKSampler(args.topk), WordListRegistry([]))
    model = resolve(args.model, ModelSource(offline=True))
    native = multiplies_bfloat16(torch.device("cpu"))
    fillers = {
        dtype: cast("MaskedLM", load_filler(model, Runtime("cpu", dtype)))
        for dtype in (*DTYPES, *(("bf16",) if native else ()))
    }
    stages = {dtype: FillStage(settings, filler) for dtype, filler in fillers.items()}
    files = load_filler_files(model)
    files.backend.encode_special_tokens = False
    pipe = pipeline("fill-mask", model=files.model.eval(), tokenizer=files.tokenizer, device="cpu")
    texts = [text_of(record) for record in records]
    action = partial(with_pipeline, pipe, texts, args.topk)
    times = side_by_side({"pipeline": action}, 1, time.process_time)
    times |= side_by_side(
        {name: partial(fill_all, stage, records) for name, stage in stages.items()},
        args.runs,
        time.process_time,
    )
    results: dict[str, Any] = {f"ratio_{name}": times["pipeline"] / times[name] for name in stages}
    filled = {dtype: fill_all(stage, records) for dtype, stage in stages.items()}
    for dtype, other in filled.items():
        pairs = zip(filled["fp32"], other, strict=True)
        results[f"same_fillings_{dtype}"] = sum(a.text == b.text for a, b in pairs) / len(records)
    with args.corpus.open("rb") as lines:
        originals = [text_of(decode(line)) for line in islice(lines, args.scored)]
    results |= agreement(originals, *(fillers[dtype] for dtype in DTYPES))
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
