"""Train `multi-ner`, the embedded tagger for other languages than English: Rampart trained further.

The authors of the lines say which group a private phrase is of, Rampart has finer labels: the loss
is that of the sum over the labels of a group, so that it keeps what it knows of them. A word is
private by the sum over all labels but `O`. Training resumes from the last checkpoint.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import torch
from multilingual_model import read_model, write_model
from multilingual_text import GROUPS, Line, Variation, lines
from torch.utils.data import Dataset
from training_options import training_arguments
from transformers import (
    DataCollatorForTokenClassification,
    PreTrainedTokenizerFast,
    Trainer,
)
from transformers.trainer_utils import get_last_checkpoint

_LONGEST = 160  # pieces
IGNORED = -100  # of the loss
_LETTERS = tuple(GROUPS)
_STEPS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5)  # thresholds that are reported


class GroupedLines(Dataset[dict[str, list[int]]]):
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
        groups = np.zeros(len(line.text) + 1, np.int64)
        for start, end, letter in line.spans():
            groups[start:end] = _LETTERS.index(letter) + 1
        places = zip(coded.word_ids(), coded["offset_mapping"], strict=True)
        labels = [IGNORED if word is None else int(groups[at]) for word, (at, _) in places]
        ids = coded["input_ids"]
        if self.vary and self.hidden:
            # A hidden word can only be labeled by its context, as an unseen name.
            words = {w for w in coded.word_ids() if w is not None}
            gone = {w for w in words if self.vary.rng.random() < self.hidden}
            mask = self.tokenizer.mask_token_id
            ids = [mask if w in gone else i for i, w in zip(ids, coded.word_ids(), strict=True)]
        return {"input_ids": ids, "labels": labels}


class GroupTrainer(Trainer):
    """Learns the sum of the probabilities of the labels of each group."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.member = membership(self.model.config.id2label)

    def compute_loss(self, model: Any, inputs: Any, return_outputs: bool = False, **_: Any) -> Any:
        """Return the mean loss of the pieces."""
        labels = inputs.pop("labels")
        logits = model(**inputs).logits.float().log_softmax(-1)
        groups = torch.logsumexp(logits[..., None, :] + self.member.to(logits.device), dim=-1)
        return torch.nn.functional.nll_loss(
            groups.flatten(0, 1), labels.flatten(), ignore_index=IGNORED
        )


def membership(id2label: dict[int, str]) -> torch.Tensor:
    """Return 0 where a label is of a group, else minus infinity: (groups, labels), `O` first."""
    bare = [id2label[number].partition("-")[2] for number in range(len(id2label))]
    rows = [[name in names for name in bare] for names in (("",), *GROUPS.values())]
    return torch.zeros(len(rows), len(bare)).masked_fill(~torch.tensor(rows), -torch.inf)


def scores(model: Any, source: list[Line], tokenizer: PreTrainedTokenizerFast) -> dict[str, Any]:
    """Return what is left and what is masked in lines, by threshold and group, in percent."""
    data = GroupedLines(source, tokenizer, None)
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
            letter: round(100 * float((score[group == n] < step).mean()), 1)
            for n, letter in enumerate(_LETTERS, 1)
        }
        report[str(step)] = {
            "left": round(100 * float((score[group > 0] < step).mean()), 2),
            "masked": round(100 * float((score[group == 0] >= step).mean()), 2),
            **left,
        }
    return report


@torch.no_grad()
def average(model: Any, start: Path, share: float) -> None:
    """Take the mean with the weights that training started from, except for the new head.

    `share` is the weight of the new ones. The mean keeps what both know. Source: Wortsman et
    al. 2022, WiSE-FT.
    """
    old = read_model(start).state_dict()
    for name, weights in model.state_dict().items():
        if not name.startswith("classifier") and weights.is_floating_point():
            weights.lerp_(old[name], 1 - share)


def parsed_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=Path, required=True, help="folder of Rampart")
    parser.add_argument("--out-dir", type=Path, required=True)
    parser.add_argument("--lines", type=Path, help="folder of the lines")
    parser.add_argument("--lr", type=float, default=3e-4)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--hidden", type=float, default=0.04, help="fraction of words masked")
    parser.add_argument("--max-steps", type=int, default=6000)
    parser.add_argument("--share", type=float, default=0.85, help="of the new in the mean")
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
        mask_token="[MASK]",
        pad_token="[PAD]",
    )
    where = {"folder": options.lines} if options.lines else {}
    source = list(lines(held_out=False, **where))
    model = read_model(options.start)
    print(json.dumps({"lines": len(source)}), flush=True)
    arguments = training_arguments(options)
    trainer = GroupTrainer(
        model=model,
        args=arguments,
        train_dataset=GroupedLines(source, tokenizer, Variation(source, rng), options.hidden),
        data_collator=DataCollatorForTokenClassification(tokenizer),
    )
    checkpoints = Path(arguments.output_dir)
    last = get_last_checkpoint(str(checkpoints)) if checkpoints.exists() else None
    trainer.train(resume_from_checkpoint=last)
    average(model, options.start, options.share)
    write_model(model, options.start, options.out_dir)
    for code in sorted({line.language for line in source}):
        held = [line for line in lines(held_out=True, **where) if line.language == code]
        print(json.dumps({code: scores(model, held, tokenizer)}), flush=True)


if __name__ == "__main__":
    main()
