"""`fill --topk 10` with `mini`, a model shaped like RoBERTa-large, and a 7B causal model."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.gpu.clock import median_seconds, operations_of
from benchmarks.gpu.figures import FULL, Figure, PartResult, Setup
from benchmarks.text.filling import fill_all, masked_records
from privtool.core.device import ModelSource, Runtime
from privtool.core.record import Record, decode, text_of
from privtool.models.hub.resolve import resolve
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.fill_job import TopKSampler
from privtool.text.known_names import WordListRegistry

_SAMPLE = Path("data/sample/raw.jsonl")
_TOPK = 10


def mini(setup: Setup) -> PartResult:
    """Fill with the embedded model."""
    from privtool.models.fillers.load import load_filler

    filler = load_filler(
        resolve("mini", ModelSource(offline=True)), Runtime(setup.device, _dtype(setup))
    )
    return _measured(setup, filler, "mini", 2000 if setup.size == FULL else 10)


def roberta(setup: Setup) -> PartResult:
    """Fill with a random model shaped like RoBERTa-large."""
    from benchmarks.gpu.random_models import roberta as make
    from privtool.models.fillers.masked.lm import MaskedLM
    from privtool.models.fillers.masked.slot_model import TorchSlotModel

    model, tokenizer, mask = make(setup, _texts())
    name = "RoBERTa-large-shaped" if setup.size == FULL else "RoBERTa-shaped, tiny"
    filler = MaskedLM(TorchSlotModel(model), tokenizer, mask)
    return _measured(setup, filler, name, 4000 if setup.size == FULL else 10)


def causal(setup: Setup) -> PartResult:
    """Fill with a random model shaped like LLaMA-2 7B."""
    from benchmarks.gpu.random_models import llama as make
    from privtool.models.fillers.causal.lm import CausalFiller

    model, tokenizer = make(setup, _texts())
    name = "LLaMA-2-7B-shaped" if setup.size == FULL else "LLaMA-shaped, tiny"
    filler = CausalFiller(model, tokenizer)
    return _measured(setup, filler, name, 16 if setup.size == FULL else 2)


def _measured(setup: Setup, filler: Any, name: str, count: int) -> PartResult:
    records = _records(count)
    masks = sum(len(record.masks or ()) for record in records)
    stage = FillStage(FillSettings(TopKSampler(_TOPK), WordListRegistry([]), setup.seed), filler)
    budget = 10.0 if setup.size == FULL else 1.0
    took = median_seconds(lambda: fill_all(stage, records), setup.place, budget)
    return PartResult(
        {
            "model": name,
            "dtype": "bf16" if name != "mini" else _dtype(setup),
            "topk": _TOPK,
            "records": count,
            "masks": masks,
        },
        {
            "records": Figure(count / took, "records/s"),
            "masks": Figure(masks / took, "masks/s"),
            **setup.arithmetic(operations_of(lambda: fill_all(stage, records)), took),
            "peak memory": setup.peak_memory(),
        },
    )


def _dtype(setup: Setup) -> Any:
    return "bf16" if setup.on_cuda else "fp32"


def _texts() -> list[str]:
    return [text_of(decode(line)) for line in _SAMPLE.open("rb")]


def _records(count: int) -> list[Record]:
    """Return masked records of the sample corpus, as often as needed, each with its own id."""
    sample = masked_records(_SAMPLE, 10**6)
    chosen = islice(cycle(sample), count)
    return [msgspec.structs.replace(record, id=number) for number, record in enumerate(chosen)]
