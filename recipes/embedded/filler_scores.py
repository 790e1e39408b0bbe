"""Accuracy of a masked language model on masked tokens."""

from __future__ import annotations

import json

import numpy as np
import torch
from filler_text import IGNORED, MaskedLines, MaskingCollator
from transformers import BertForMaskedLM, TrainerCallback

from privtool.models.runtime.numerics import trains_in_bfloat16


@torch.inference_mode()
def token_accuracy(
    model: BertForMaskedLM, data: MaskedLines, collate: MaskingCollator
) -> dict[str, float]:
    """Return accuracy and mean loss on the tokens that a collator masks, and their number."""
    state = np.random.get_state()
    np.random.seed(1)
    model.eval()
    order = sorted(range(len(data)), key=data.lengths.__getitem__)
    right, loss, total = 0, 0.0, 0
    half = trains_in_bfloat16(model.device)
    for start in range(0, len(order), 128):
        examples = [data[i] for i in order[start : start + 128]]
        batch = {name: tensor.to(model.device) for name, tensor in collate(examples).items()}
        labels = batch["labels"].flatten()
        rows = (labels != IGNORED).nonzero().squeeze(1)
        with torch.autocast(model.device.type, torch.bfloat16, enabled=half):
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
    """Prints the accuracy on some of the validation text every `every` steps."""

    def __init__(self, data: MaskedLines, collate: MaskingCollator, every: int) -> None:
        self.data, self.collate, self.every = data, collate, every

    def on_step_end(self, args, state, control, model=None, **kwargs):  # type: ignore[no-untyped-def]
        if state.global_step % self.every == 0:
            scores = token_accuracy(model, self.data, self.collate)
            print(json.dumps({"step": state.global_step, **scores}), flush=True)
