"""Options of the Trainer that both taggers are trained with."""

from __future__ import annotations

import argparse
from typing import Any

import torch
from transformers import TrainingArguments

from privtool.models.runtime.numerics import trains_in_bfloat16

# The first is the name until transformers 4, the second since 5.
_BY_LENGTH: dict[str, Any] = (
    {"group_by_length": True}
    if hasattr(TrainingArguments, "group_by_length")
    else {"train_sampling_strategy": "group_by_length"}
)


def training_arguments(options: argparse.Namespace, **more: Any) -> TrainingArguments:
    """Return the options of the Trainer: checkpoints to resume from, a GPU if available."""
    gpu = torch.cuda.is_available()
    return TrainingArguments(
        output_dir=str(options.out_dir / "checkpoints"),
        max_steps=options.max_steps,
        per_device_train_batch_size=options.batch,
        learning_rate=options.lr,
        warmup_ratio=0.05,
        lr_scheduler_type="linear",
        weight_decay=0.01,
        adam_beta2=0.98,
        bf16=trains_in_bfloat16(torch.device("cuda" if gpu else "cpu")),
        use_cpu=not gpu,
        logging_steps=100,
        save_steps=500,
        save_total_limit=1,
        seed=options.seed,
        report_to=[],
        remove_unused_columns=False,
        disable_tqdm=True,
        optim="adamw_torch_fused",
        **_BY_LENGTH,
        **more,
    )
