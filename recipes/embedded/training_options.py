"""Options of the Trainer that all models are trained with, and runs that go on."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch
from transformers import Trainer, TrainingArguments
from transformers.trainer_utils import get_last_checkpoint

from privtool.models.runtime.numerics import trains_in_bfloat16

# The first is the name until transformers 4, the second since 5.
_BY_LENGTH: dict[str, Any] = (
    {"group_by_length": True}
    if hasattr(TrainingArguments, "group_by_length")
    else {"train_sampling_strategy": "group_by_length"}
)


def shared_arguments(options: argparse.Namespace, folder: Path, **more: Any) -> TrainingArguments:
    """Return the options of the Trainer: checkpoints in a folder, a GPU if available."""
    gpu = torch.cuda.is_available()
    return TrainingArguments(
        output_dir=str(folder),
        per_device_train_batch_size=options.batch,
        bf16=trains_in_bfloat16(torch.device("cuda" if gpu else "cpu")),
        use_cpu=not gpu,
        seed=options.seed,
        report_to=[],
        remove_unused_columns=False,
        disable_tqdm=True,
        **_BY_LENGTH,
        **more,
    )


def training_arguments(options: argparse.Namespace, **more: Any) -> TrainingArguments:
    """Return the options of the Trainer for both taggers."""
    return shared_arguments(
        options,
        options.out_dir / "checkpoints",
        max_steps=options.max_steps,
        learning_rate=options.lr,
        warmup_ratio=0.05,
        lr_scheduler_type="linear",
        weight_decay=0.01,
        adam_beta2=0.98,
        logging_steps=100,
        save_steps=500,
        save_total_limit=1,
        optim="adamw_torch_fused",
        **more,
    )


def resumed(trainer: Trainer) -> None:
    """Train from the last checkpoint on, if there is one."""
    folder = Path(trainer.args.output_dir)
    last = get_last_checkpoint(str(folder)) if folder.exists() else None
    trainer.train(resume_from_checkpoint=last)
