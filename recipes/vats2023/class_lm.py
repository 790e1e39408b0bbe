"""Perplexity of a language model of classes: entities are classes in its training text.

The model is adapted to text with class markers, such as [PERSON]. A word w after the words h has
the probability P(w | h) + sum over classes c of P(c | h) P(w | c), where P(w | c) is the share of w
among the words that the tagger finds for c in public text. The history is the words as they are,
not their classes. Turan et al. 2022 (LREC) combine such models with a neural one of words.

Writes one JSON object in the form of `lm-train`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.record import decode, text_of
from privtool.models.lm.checkpoint import WORDS, LoadedLm, load_lm
from privtool.models.lm.dataset import Corpus, LmBatches
from privtool.models.lm.loss import context_length
from privtool.models.lm.presets import hidden_states
from privtool.models.lm.words import LmWordSplitter
from privtool.models.training.batches import IGNORED

_MAX_TOKENS = 4096


def read_corpus(texts: Iterable[str], lm: LoadedLm) -> Corpus:
    """Split texts into words as `lm-train` does; words that the model lacks are unknown."""
    split = LmWordSplitter()
    ids, unknown = lm.tokens.ids, lm.tokens.specials.unknown
    sentences = [[ids.get(word, unknown) for word in split(text)] for text in texts]
    bounds = np.cumsum([0, *map(len, sentences)])
    return Corpus(np.array(list(chain(*sentences)), np.int32), bounds, int(bounds[-1]))


def class_words(lines: Iterable[str], lm: LoadedLm) -> tuple[list[int], torch.Tensor]:
    """Return the ids of the markers (classes) and P(word | class) (classes, vocabulary).

    `lines` are those of `vocab --labels`: label, word and count.
    """
    ids, unknown = lm.tokens.ids, lm.tokens.specials.unknown
    counts: dict[int, NDArray[np.float64]] = {}
    for line in lines:
        label, word, count = line.rstrip("\n").split("\t")
        marker = ids.get(f"[{label}]")
        if marker is not None:
            row = counts.setdefault(marker, np.zeros(lm.model.lm_head.weight.shape[0]))
            row[ids.get(word, unknown)] += int(count)
    shares = np.stack([row / row.sum() for row in counts.values()])
    return list(counts), torch.from_numpy(shares)


def class_losses(
    lm: LoadedLm, corpus: Corpus, markers: list[int], shares: torch.Tensor
) -> NDArray[np.float64]:
    """Return the negative natural log-probability of every word and end of sentence, in order.

    Markers without words in `shares` are no words, so that their probability is shared out.
    """
    end, padding, _ = lm.tokens.specials
    context = context_length(lm.model)
    batches = LmBatches(corpus, end, padding, context, _MAX_TOKENS, overlap=context // 2)
    without = [marker for marker in lm.tokens.markers if marker not in markers]
    losses = np.zeros(len(corpus.ids) + corpus.sentences)
    for number in range(len(batches)):
        batch = batches[number]
        kept = batch["labels"] != IGNORED
        with torch.no_grad():
            hidden = hidden_states(lm.model, batch["input_ids"])[kept]
            shown = torch.softmax((hidden @ lm.model.lm_head.weight.T).double(), dim=1)
        targets = batch["labels"][kept]
        direct = shown.gather(1, targets[:, None])[:, 0]
        by_class = (shown[:, markers] * shares[:, targets].T).sum(1)
        lost = shown[:, without].sum(1)
        losses[batches.target_indices(number)] = -torch.log((direct + by_class) / (1 - lost))
    return losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="model folder of lm-train")
    parser.add_argument("labels", type=Path, help="words by label, of vocab --labels")
    parser.add_argument("test", type=Path, help="raw text, gzip JSONL")
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    lm = load_lm(args.model)
    if lm.tokens.kind != WORDS:
        raise SystemExit(f"{args.model} is a subword model; a word-level model is needed")
    lm.model.eval()
    with args.labels.open(encoding="utf-8") as lines:
        markers, shares = class_words(lines, lm)
    with gzip.open(args.test) as lines:
        corpus = read_corpus((text_of(decode(line)) for line in lines), lm)
    losses = class_losses(lm, corpus, markers, shares)
    result = {"test": {"test": {"perplexity": math.exp(losses.mean())}}}
    args.output.write_text(json.dumps(result) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
