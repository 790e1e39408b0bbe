"""Score a trained tagger on held-out generated talk, kind by kind.

Prints a JSON line for each kind and view: recall of private words at the threshold of the tagger,
and the share of the other words that it masks.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tagger_corpora import unseen_talk
from tagger_model import load
from talk.kinds import KINDS
from train_tagger import evaluate_left_out
from transformers import BertTokenizerFast


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encoder", type=Path, required=True, help="folder of the masked LM")
    parser.add_argument("--tagger", type=Path, required=True, help="folder of train_tagger.py")
    args = parser.parse_args()
    tokenizer = BertTokenizerFast.from_pretrained(args.encoder)
    threshold = json.loads((args.tagger / "config.json").read_text(encoding="utf-8"))["threshold"]
    kinds = {kind: unseen_talk(kind) for kind in KINDS}
    evaluate_left_out(load(args.encoder, args.tagger), kinds, tokenizer, threshold)


if __name__ == "__main__":
    main()
