"""Train `multi-ner`, the embedded tagger for other languages than English.

It starts from multilingual-e5-small, which `unpack_e5.py` writes. A word is private by the sum over
all labels but `O`. The last steps see the matrices rounded to 4 bits. Training resumes from the
last checkpoint.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import torch
from export_multilingual import write_tagger
from multilingual_labels import labeled
from multilingual_model import LABELS, FourBits, read_model
from multilingual_text import Line, Variation, lines
from torch.utils.data import Dataset
from training_options import resumed, training_arguments
from transformers import (
    DataCollatorForTokenClassification,
    PreTrainedTokenizerFast,
    Trainer,
    TrainerCallback,
)

_LONGEST = 160  # pieces
IGNORED = -100  # of the loss
_STEPS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5)  # thresholds that are reported


class LabeledLines(Dataset[dict[str, list[int]]]):
    """Lines in a variation that is drawn at each access."""

    def __init__(
        self,
        source: list[Line],
        tokenizer: PreTrainedTokenizerFast,
        vary: Variation | None,
        hidden: float = 0.0,
    ) -> None:
        self.source, self.tokenizer, self.vary, self.hidden = source, tokenizer, vary, hidden

    def __len__(self) -> int:
        return len(self.source)

    def __getitem__(self, index: int) -> dict[str, list[int]]:
        line = self.source[index]
        if self.vary:
            line = self.vary(line)
        coded = self.tokenizer(
            line.text, truncation=True, max_length=_LONGEST, return_offsets_mapping=True
        )
        numbers = np.zeros(len(line.text) + 1, np.int64)
        for start, end, label in line.words():
            numbers[start:end] = LABELS.index(label) + 1
        places = zip(coded.word_ids(), coded["offset_mapping"], strict=True)
        labels = [IGNORED if word is None else int(numbers[at]) for word, (at, _) in places]
        ids = coded["input_ids"]
        if self.vary and self.hidden:
            # A hidden word can only be labeled by its context, as an unseen name.
            words = {w for w in coded.word_ids() if w is not None}
            gone = {w for w in words if self.vary.rng.random() < self.hidden}
            mask = self.tokenizer.mask_token_id
            ids = [mask if w in gone else i for i, w in zip(ids, coded.word_ids(), strict=True)]
        return {"input_ids": ids, "labels": labels}


class Rounding(TrainerCallback):
    """Has matrices rounded from some step on."""

    def __init__(self, first: int) -> None:
        self.first = first

    def on_step_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        FourBits.on = state.global_step >= self.first


def scores(model: Any, source: list[Line], tokenizer: PreTrainedTokenizerFast) -> dict[str, Any]:
    """Return what is left and what is masked in lines, by threshold and label, in percent."""
    data = LabeledLines(source, tokenizer, None)
    model.eval()
    mass: list[float] = []
    gold: list[int] = []
    for row in data:
        with torch.inference_mode():
            out = model(torch.tensor([row["input_ids"]])).logits[0].softmax(-1)
        gold += row["labels"]
        mass += (1 - out[:, 0]).tolist()
    group, score = np.array(gold), np.array(mass)
    report: dict[str, Any] = {}
    for step in _STEPS:
        left = {
            label: round(100 * float((score[group == n] < step).mean()), 1)
            for n, label in enumerate(LABELS, 1)
            if (group == n).any()
        }
        report[str(step)] = {
            "left": round(100 * float((score[group > 0] < step).mean()), 2),
            "masked": round(100 * float((score[group == 0] >= step).mean()), 2),
            **left,
        }
    return report


def parsed_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=Path, required=True, help="folder of unpack_e5.py")
    parser.add_argument("--rampart", type=Path, required=True, help="which labels addresses")
    parser.add_argument("--out-dir", type=Path, required=True)
    parser.add_argument("--lines", type=Path, help="folder of the lines")
    parser.add_argument("--lr", type=float, default=3e-4)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--hidden", type=float, default=0.04, help="fraction of words masked")
    parser.add_argument("--max-steps", type=int, default=9000)
    parser.add_argument("--rounded-from", type=int, default=5000, help="the first rounded step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def main() -> None:
    """Train, write the folder and print the scores of held-out lines."""
    options = parsed_options()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = random.Random(options.seed)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(options.start / "tokenizer.json"),
        mask_token="<mask>",
        pad_token="<pad>",
    )
    where = {"folder": options.lines} if options.lines else {}
    source = list(labeled(list(lines(held_out=False, **where)), options.rampart))
    model = read_model(options.start)
    print(json.dumps({"lines": len(source)}), flush=True)
    trainer = Trainer(
        model=model,
        args=training_arguments(options),
        train_dataset=LabeledLines(source, tokenizer, Variation(source, rng), options.hidden),
        data_collator=DataCollatorForTokenClassification(tokenizer),
        callbacks=[Rounding(options.rounded_from)],
    )
    resumed(trainer)
    write_tagger(model, options.start, options.out_dir)
    for code in sorted({line.language for line in source}):
        held = [line for line in lines(held_out=True, **where) if line.language == code]
        print(json.dumps({code: scores(model, held, tokenizer)}), flush=True)


if __name__ == "__main__":
    main()
