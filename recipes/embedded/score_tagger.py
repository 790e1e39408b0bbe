"""Score the packaged `mini-ner` as `privtool mask` uses it: int8 weights, windows, spans.

Prints a JSON line for each validation set and view of the text: exact names by the most probable
tags (seqeval), and private words that overlap the spans at the default threshold.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tagger_model import TAGS, tag
from tagger_scores import measures
from tagger_text import Sentence, read_sentences
from train_tagger import VIEWS, in_view
from transformers import BertTokenizerFast

from privtool.core.device import ModelSource, Runtime
from privtool.models.catalog import EMBEDDED
from privtool.models.taggers.load import resolve_taggers
from privtool.models.taggers.torch_labeler import load_mini_ner
from privtool.text.words import Word, overlapping_words, words
from privtool.workflows.config.taggers import load_tagger

SETS = {"conll2003": tuple(VIEWS), "wnut17": ("written", "lower", "spoken")}


def private_indices(text_words: Sequence[Word], spans: Iterable[Any]) -> set[int]:
    """Return the indices of the words that overlap any span."""
    overlaps = overlapping_words(text_words, ((span.start, span.end) for span in spans))
    return set().union(*overlaps)


def private_word_scores(tagger: Any, sentences: list[Sentence]) -> dict[str, float]:
    """Return recall and precision of the words inside names."""
    correct = private = predicted = 0
    spans = tagger.tag([sentence.text for sentence in sentences])
    for sentence, predictions in zip(sentences, spans, strict=True):
        every = words(sentence.text)
        gold = private_indices(every, sentence.names)
        masked = private_indices(every, predictions)
        correct += len(gold & masked)
        private += len(gold)
        predicted += len(masked)
    return {
        "word_recall": round(correct / private, 4),
        "word_precision": round(correct / max(1, predicted), 4),
        "private_words": private,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ner/*.jsonl.gz")
    args = parser.parse_args()
    tagger: Any = load_tagger(resolve_taggers("mini-ner", ModelSource()), Runtime("cpu"))
    folder = EMBEDDED / "mini-ner"
    model = load_mini_ner(folder)
    threshold = json.loads((folder / "config.json").read_text(encoding="utf-8"))["threshold"]
    tokenizer = BertTokenizerFast(tokenizer_file=str(EMBEDDED / "mini" / "tokenizer.json"))
    for corpus, views in SETS.items():
        sentences = read_sentences(args.data / "ner" / f"{corpus}.valid.jsonl.gz")
        for view in views:
            seen = in_view(view, sentences)
            names = measures(tag(model, seen, tokenizer), TAGS, threshold)
            scores = {"f1": names["f1"], **private_word_scores(tagger, seen)}
            print(json.dumps({"set": f"{corpus}.valid", "view": view, **scores}), flush=True)


if __name__ == "__main__":
    main()
