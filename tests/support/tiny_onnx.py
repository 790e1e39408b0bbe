"""Tiny taggers in ONNX, as transformers.js has them."""

import shutil
import warnings
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForTokenClassification


def tiny_onnx(folder: Path, out: Path) -> Path:
    """Export the tagger of transformers in a folder. Returns the new folder."""
    pytest.importorskip("onnx", reason="the export needs onnx")
    (out / "onnx").mkdir(parents=True)
    for file in ("config.json", "tokenizer.json"):
        shutil.copyfile(folder / file, out / file)
    model = AutoModelForTokenClassification.from_pretrained(folder, attn_implementation="eager")
    inputs = ["input_ids", "attention_mask"]
    if model.config.model_type == "bert":
        inputs.append("token_type_ids")
    ids = torch.full((2, 5), 7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the other exporter needs one more package
        torch.onnx.export(
            model.eval(),
            kwargs={each: torch.ones_like(ids) if each != "input_ids" else ids for each in inputs},
            f=str(out / "onnx/model.onnx"),
            input_names=inputs,
            output_names=["logits"],
            dynamic_axes={each: {0: "rows", 1: "length"} for each in (*inputs, "logits")},
            dynamo=False,
        )
    return out
