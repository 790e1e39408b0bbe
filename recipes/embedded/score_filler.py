"""Score the packaged `mini`: accuracy at 15 % masked tokens, all replaced by `[MASK]`.

Prints a JSON line for each set, for single tokens and for whole words masked.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from train_filler import MaskedLines, read_texts, token_accuracy
from transformers import BertForMaskedLM, BertTokenizerFast

from privtool.models.embedded import FOLDER
from privtool.models.fillers import load_filler


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with text/*.jsonl.gz")
    parser.add_argument("--model", type=Path, help="a trained folder instead of the packaged model")
    parser.add_argument("--sets", nargs="+", default=["wiki.valid", "swda.valid"])
    args = parser.parse_args()
    torch.set_grad_enabled(False)
    if args.model:
        model = BertForMaskedLM.from_pretrained(args.model).eval()
    else:
        model = load_filler("mini", None, "cpu", "fp32", "auto", True, False).model
    folder = args.model or FOLDER / "mini"
    tokenizer = BertTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    for name in args.sets:
        texts = list(read_texts(args.data / "text" / f"{name}.jsonl.gz", 10**9))
        data = MaskedLines(texts, tokenizer, 512)
        for whole in (False, True):
            accuracy, loss, masked = token_accuracy(model, data, tokenizer, whole)
            scores = {"accuracy": round(accuracy, 4), "loss": round(loss, 4), "masked": masked}
            print(json.dumps({"set": name, "whole_words": whole, **scores}), flush=True)


if __name__ == "__main__":
    main()
