"""Training of `lm-train` against transformers' Trainer with GPT2LMHeadModel: tokens per second.

The same shape, batches, optimizer and arithmetic; sentences of invented words, as only their
lengths and frequencies count. On a GPU also the share of its dense bfloat16 rate that is reached.
"""

from __future__ import annotations

import argparse
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers.utils import logging

from benchmarks.support.chips import dense_bfloat16
from benchmarks.support.measure import report, side_by_side
from privtool.core.device import choose_device
from privtool.models.lm.dataset import Corpus, LmBatches
from privtool.models.lm.presets import TRANSFORMER, new_model, shape_of
from privtool.models.lm.tokenizers import Specials
from privtool.models.lm.trainer import NextToken
from privtool.models.runtime.numerics import trains_in_bfloat16
from privtool.models.training.run import train
from privtool.models.training.settings import TrainSettings

END, PADDING, UNKNOWN = SPECIALS = Specials(0, 1, 2)


def sentences(tokens: int, words: int, seed: int) -> Corpus:
    """Sentences of 3 to 60 words, on average 18, whose frequencies fall as those of a language."""
    draw = np.random.default_rng(seed)
    lengths = np.clip(draw.gamma(2.2, 8.0, tokens // 10).astype(np.int64), 3, 60)
    bounds = np.concatenate(([0], lengths.cumsum()))
    bounds = bounds[: int(np.searchsorted(bounds, tokens)) + 1]
    ranks = np.minimum(draw.zipf(1.1, int(bounds[-1])), words - 4) + 3
    return Corpus(ranks.astype(np.int32), bounds, int(bounds[-1]))


def ours(model: Any, batches: LmBatches, settings: TrainSettings) -> None:
    with tempfile.TemporaryDirectory() as work:
        train(settings, model, batches, NextToken(None, SPECIALS), Path(work))


def theirs(model: Any, batches: LmBatches, settings: TrainSettings) -> None:
    """Their model shifts the labels by itself: it is given those of the inputs."""
    from transformers import PrinterCallback, Trainer, TrainingArguments  # a second to load

    items = [batches[number] for number in range(len(batches))]
    shifted = [
        {"input_ids": i["input_ids"], "labels": i["input_ids"].masked_fill(i["labels"] < 0, -100)}
        for i in items
    ]
    with tempfile.TemporaryDirectory() as work:
        trainer = Trainer(
            model=model,
            args=TrainingArguments(
                output_dir=work,
                num_train_epochs=settings.epochs,
                per_device_train_batch_size=1,
                learning_rate=settings.learning_rate,
                optim="adamw_torch",
                use_cpu=settings.device.type == "cpu",
                bf16=settings.bfloat16,
                save_strategy="no",
                report_to=[],
                disable_tqdm=True,
                logging_strategy="no",
            ),
            train_dataset=shifted,
            data_collator=lambda rows: rows[0],
        )
        trainer.remove_callback(PrinterCallback)  # it writes to standard output
        trainer.train()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", choices=["paper", "small", "tiny"], default="small")
    parser.add_argument("--words", type=int, default=20_000, help="of the vocabulary")
    parser.add_argument("--tokens", type=int, default=40_000, help="to train on in a run")
    parser.add_argument("--batch-tokens", type=int, default=4096)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--device", default="auto")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.set_verbosity_error()

    device = choose_device(args.device)
    shape = shape_of(TRANSFORMER, args.size, None, None, None)
    batches = LmBatches(
        sentences(args.tokens, args.words, 1), END, PADDING, shape.positions, args.batch_tokens
    )
    settings = TrainSettings(
        epochs=1, learning_rate=1e-4, warmup=0.05, gradient_accumulation_steps=1,
        patience=1, eval_every=None,
        seed=1, device=device, bfloat16=trains_in_bfloat16(device),
    )  # fmt: skip
    model = new_model(shape, args.words, END, PADDING, 0.1, 1).to(device)
    found = side_by_side(
        {
            "ours": lambda: ours(model, batches, settings),
            "theirs": lambda: theirs(model, batches, settings),
        },
        args.runs,
    )
    targets = sum(int((batches[n]["labels"] >= 0).sum()) for n in range(len(batches)))
    values: dict[str, Any] = {
        "size": args.size,
        "words": args.words,
        "tokens": targets,
        "batch_tokens": args.batch_tokens,
        "dtype": "bf16" if settings.bfloat16 else "fp32",
        "tokens_per_second": round(targets / found["ours"]),
        "trainer_tokens_per_second": round(targets / found["theirs"]),
        "ratio": found["theirs"] / found["ours"],
    }
    if device.type == "cuda":
        rate = 6 * model.num_parameters() * targets / found["ours"]
        chip = torch.cuda.get_device_name(device)
        dense = dense_bfloat16(chip)
        values |= {"gpu": chip, "teraflops": rate / 1e12}
        values |= {"share_of_dense_rate": rate / dense} if dense else {}
    report("lm-train against Trainer with GPT2LMHeadModel", **values)


if __name__ == "__main__":
    main()
