"""Score the packaged `mini`: accuracy at 15 % masked tokens.

Prints a JSON line for each set, text and masking. Text is single lines (`one line`) or, if the set
has document ids, neighboring lines of a document joined up to `--longest` words (`joined`). Masking
is `bert` (80 % `[MASK]`, 10 % a random token, 10 % unchanged: the usual measure), `mask` (all
`[MASK]`, as in filling), or `whole words` (all pieces of a word).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from filler_scores import token_accuracy
from filler_text import MaskedLines, MaskingCollator, join_lines, read_lines
from transformers import BertForMaskedLM, BertTokenizerFast

from privtool.core.device import ModelSource
from privtool.models.catalog import EMBEDDED
from privtool.models.fillers.load import load_filler_files
from privtool.models.hub.resolve import resolve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with text/*.jsonl.gz")
    parser.add_argument("--model", type=Path, help="a trained folder instead of the packaged model")
    parser.add_argument("--sets", nargs="+", default=["wiki.valid", "swda.valid"])
    parser.add_argument("--longest", type=int, default=90, help="words of joined lines")
    args = parser.parse_args()
    torch.set_grad_enabled(False)
    if args.model:
        model = BertForMaskedLM.from_pretrained(args.model).eval()
    else:
        model = load_filler_files(resolve("mini", ModelSource())).model.eval()
    folder = args.model or EMBEDDED / "mini"
    tokenizer = BertTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    maskings = {
        "bert": MaskingCollator(tokenizer, 0.15, 0.0, as_bert=True),
        "mask": MaskingCollator(tokenizer, 0.15, 0.0, as_bert=False),
        "whole words": MaskingCollator(tokenizer, 0.15, 1.0, as_bert=False),
    }
    for name in args.sets:
        lines = list(read_lines(args.data / "text" / f"{name}.jsonl.gz", 10**9))
        forms = {"one line": [text for _, text in lines]}
        joined = list(join_lines(lines, lambda: args.longest))
        if joined != forms["one line"]:
            forms["joined"] = joined
        for form, texts in forms.items():
            data = MaskedLines(texts, tokenizer, 512)
            for masking, collate in maskings.items():
                scores = token_accuracy(model, data, collate)
                row = {"set": name, "text": form, "hidden": masking, **scores}
                print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
