"""Score the packaged `mini-ner` as `privtool mask` uses it: int8 weights, windows, spans.

Prints a JSON line for each validation set and form of text: exact names by the most probable tags
(seqeval), and private words that the spans at the default threshold touch.
"""

from __future__ import annotations

import argparse
import json
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tagger_model import TAGS, tag
from tagger_scores import measures
from tagger_text import Sentence, read_sentences
from train_tagger import VIEWS, seen_as
from transformers import BertTokenizerFast

from privtool.core.model_options import ModelSource, Runtime
from privtool.models.catalog import EMBEDDED
from privtool.models.taggers.load import load_tagger, resolve_taggers
from privtool.text.words import Word, words

SETS = {"conll2003": tuple(VIEWS), "wnut17": ("written", "lower", "spoken")}


def touched(found: Sequence[Word], spans: Sequence[Any]) -> set[int]:
    """The numbers of the words that any span touches."""
    starts, ends = [word.start for word in found], [word.end for word in found]
    return {
        number
        for span in spans
        for number in range(bisect_right(ends, span.start), bisect_left(starts, span.end))
    }


def private_word_scores(tagger: Any, sentences: list[Sentence]) -> dict[str, float]:
    """Recall and precision of the words inside names."""
    right = private = called = 0
    spans = tagger.tag([sentence.text for sentence in sentences])
    for sentence, found in zip(sentences, spans, strict=True):
        every = words(sentence.text)
        gold, masked = touched(every, sentence.names), touched(every, found)
        right += len(gold & masked)
        private += len(gold)
        called += len(masked)
    return {
        "word_recall": round(right / private, 4),
        "word_precision": round(right / max(1, called), 4),
        "private_words": private,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ner/*.jsonl.gz")
    args = parser.parse_args()
    tagger: Any = load_tagger(resolve_taggers("mini-ner", ModelSource()), Runtime("cpu"))
    tokenizer = BertTokenizerFast(tokenizer_file=str(EMBEDDED / "mini" / "tokenizer.json"))
    for corpus, views in SETS.items():
        sentences = read_sentences(args.data / "ner" / f"{corpus}.valid.jsonl.gz")
        for view in views:
            seen = seen_as(view, sentences)
            names = measures(tag(tagger._model, seen, tokenizer), TAGS, tagger._threshold)
            scores = {"f1": names["f1"], **private_word_scores(tagger, seen)}
            print(json.dumps({"set": f"{corpus}.valid", "view": view, **scores}), flush=True)


if __name__ == "__main__":
    main()
