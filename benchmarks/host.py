"""What reading, tokenizing, batching, drawing and writing can feed to a GPU, per core.

    python -m benchmarks.host > host.json

The pipelines of `fill`, `mask`, `lm-train` and `asr-train` with models of one layer of 32 units, or
without one: lines are read and written, batches are assembled. Rates are by CPU seconds, in one
thread. To score and rank the 30,522 entries of `mini` is a third of what `fill` does here, and work
of the GPU elsewhere: it is measured with 4,000 entries, and with all of them, too.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec
import torch
from transformers import BertConfig, BertForMaskedLM, BertForTokenClassification, BertTokenizerFast
from transformers.utils import logging

from benchmarks.asr.training import recordings
from benchmarks.lm.training import END, PADDING, sentences
from benchmarks.support.measure import report, seconds
from benchmarks.text.filling import masked_records
from privtool.core.blocks import FilterBlock, Format, Stage, lines_of
from privtool.core.device import ModelSource, Runtime
from privtool.core.reading import Block
from privtool.core.record import Record, decode
from privtool.models.asr.tokenizer import new_tokens
from privtool.models.asr.training.dataset import AsrBatches
from privtool.models.asr.training.index import TurnStore, make_examples
from privtool.models.catalog import EMBEDDED
from privtool.models.fillers.load import load_filler
from privtool.models.hub.resolve import resolve
from privtool.models.lm.dataset import LmBatches
from privtool.models.taggers.load import resolve_taggers
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.fill_job import TopKSampler
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.text.known_names import WordListRegistry
from privtool.workflows.config.taggers import load_tagger

_SAMPLE = Path("data/sample/raw.jsonl")
_BLOCK = 512  # records, as a stream reads them
_FEW = 4000  # entries of a vocabulary that costs little
_LABELS = {0: "O", 1: "B-PER", 2: "I-PER"}
_SMALL = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 1}


def _model(folder: Path, kind: Callable[[BertConfig], Any], entries: int | None = None) -> str:
    """Save a random model with the tokenizer of `mini`, and return its folder.

    With `entries` the tokenizer has only so many: the scores of all words are the model's part.
    """
    folder.mkdir()
    given = json.loads((EMBEDDED / "mini" / "tokenizer.json").read_text(encoding="utf-8"))
    vocabulary = given["model"]["vocab"].items()
    given["model"]["vocab"] = {
        each: n for each, n in vocabulary if n < (entries or len(vocabulary))
    }
    (folder / "tokenizer.json").write_text(json.dumps(given), encoding="utf-8")
    tokenizer = BertTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    config = BertConfig(**_SMALL, intermediate_size=64, vocab_size=len(tokenizer), id2label=_LABELS)
    torch.manual_seed(1)
    made: Any = kind(config)
    if kind is BertForTokenClassification:
        made.classifier.bias.data[0] = 9.0  # nothing is found: what follows is not the host's part
    made.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


def _rate(stage: Stage, records: list[Record], runs: int) -> float:
    """Return the CPU seconds of a stage with its reading and writing, the least of some runs."""
    lines = lines_of(records, "jsonl").splitlines()
    parts = [lines[at : at + _BLOCK] for at in range(0, len(lines), _BLOCK)]
    blocks = [Block("host", 1 + _BLOCK * number, [*part]) for number, part in enumerate(parts)]
    work = FilterBlock(stage, Format(), keep_going=False)
    return _least(lambda: [work(block) for block in blocks], runs)


def _least(action: Callable[[], object], runs: int) -> float:
    return min(seconds(action, time.process_time) for _ in range(runs + 1))


def fill(folder: Path, records: int, runs: int, entries: int | None = None) -> float:
    """Return the masks that `fill --topk 10` fills a second with so many entries."""
    chosen = islice(cycle(masked_records(_SAMPLE, 10**6)), records)
    masked = [msgspec.structs.replace(each, id=number) for number, each in enumerate(chosen)]
    files = resolve(_model(folder, BertForMaskedLM, entries), ModelSource(offline=True))
    stage = FillStage(
        FillSettings(TopKSampler(10), WordListRegistry([])), load_filler(files, Runtime("cpu"))
    )
    return sum(len(each.masks or ()) for each in masked) / _rate(stage, masked, runs)


def mask(folder: Path, records: int, runs: int) -> float:
    """Return the records that `mask` with a tagger masks a second."""
    sample = [decode(line) for line in _SAMPLE.open("rb")]
    tagger = load_tagger(
        resolve_taggers(_model(folder, BertForTokenClassification), ModelSource(True)),
        Runtime("cpu"),
    )
    stage = MaskStage(MaskSettings({}), tagger)
    return records / _rate(stage, list(islice(cycle(sample), records)), runs)


def lm_train(tokens: int, runs: int) -> float:
    """Return the tokens a second of the batches of `lm-train`."""
    batches = LmBatches(sentences(tokens, 85_000, 1), END, PADDING, 256, 32_768)
    return tokens / _least(lambda: [batches[number] for number in range(len(batches))], runs)


def asr_train(folder: Path, clips: int, runs: int) -> float:
    """Return the hours an hour of the batches of `asr-train`, read from files and augmented."""
    turns = recordings(folder, clips, 1)
    tokens = new_tokens(iter([turn.target for turn in turns]), "char", 1024, (), True, 1)
    store = TurnStore(())
    store.add("m", turns)
    examples, _ = make_examples(store, tokens)
    batches = AsrBatches(examples, 240, 1, augment=True)
    took = _least(lambda: [batches[number] for number in range(len(batches))], runs)
    return float(examples.seconds.sum()) / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=4000)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    torch.set_num_threads(1)
    logging.set_verbosity_error()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rates = {
            "fill, masks/s": fill(folder / "few", args.records, args.runs, _FEW),
            "fill with the words of mini, masks/s": fill(folder / "fill", args.records, args.runs),
            "mask, records/s": mask(folder / "mask", args.records, args.runs),
            "lm-train, tokens/s": lm_train(500 * args.records, args.runs),
            "asr-train, hours/h": asr_train(folder, args.records // 20, args.runs),
        }
    report("what the host can feed, per core", records=args.records, runs=args.runs, **rates)


if __name__ == "__main__":
    main()
