"""Split the loss of language models between private and other words of a text.

Reads a text annotated by `privtool mask --annotate` and word-level models of `lm-train`. Prints for
each model its perplexity and the contribution of each kind of word to the loss per token, in nats:
private words in the vocabulary, private words outside it, words after a private one, other words,
ends of sentences. The losses of two models differ by the log of the ratio of their perplexities.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.record import Record, check_spans, decode, entities_of, text_of
from privtool.models.lm.checkpoint import WORDS, load_lm
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.loss import target_losses
from privtool.models.lm.words import LmWordSplitter
from privtool.text.words import overlapping_words, words

KINDS = ("private, known", "private, unknown", "after a private one", "other", "ends")


class Text(NamedTuple):
    """The concatenated words of sentences, with the bounds of the sentences.

    `private` flags words that overlap an entity, `after` words that follow one in their sentence.
    """

    words: list[str]
    private: NDArray[np.bool_]
    after: NDArray[np.bool_]
    bounds: NDArray[np.int64]


def read_annotated(records: Iterable[Record]) -> Text:
    """Split annotated records into words as `lm-train` does."""
    split = LmWordSplitter()
    tokens: list[str] = []
    private: list[bool] = []
    after: list[bool] = []
    bounds = [0]
    for record in records:
        text, entities = text_of(record), entities_of(record)
        check_spans(entities, len(text), "entities")
        spans = ((entity.start, entity.end) for entity in entities)
        hidden = set().union(*overlapping_words(words(text), spans))
        keys = split(text)
        tokens += keys
        private += (index in hidden for index in range(len(keys)))
        after += (index - 1 in hidden for index in range(len(keys)))
        bounds.append(len(tokens))
    return Text(tokens, np.array(private, bool), np.array(after, bool), np.array(bounds))


def loss_parts(model: Path, text: Text) -> tuple[float, dict[str, tuple[int, float]]]:
    """Return the perplexity of a text, and the count and the part of the loss of each kind."""
    lm = load_lm(model)
    if lm.tokens.kind != WORDS:
        raise SystemExit(f"{model} is a subword model; a word-level model is needed")
    end, padding, unknown = lm.tokens.specials
    word_ids = lm.tokens.ids
    ids = np.array([word_ids.get(word, unknown) for word in text.words], np.int32)
    losses = target_losses(lm.model.eval(), Corpus(ids, text.bounds, len(ids)), end, padding)
    ends = text.bounds[1:] + np.arange(len(text.bounds) - 1)  # of each sentence, among the targets
    of_words = np.delete(losses, ends)
    known = ids != unknown
    by_kind = (
        text.private & known,
        text.private & ~known,
        ~text.private & text.after,
        ~text.private & ~text.after,
    )
    counted = [(int(kind.sum()), float(of_words[kind].sum()) / len(losses)) for kind in by_kind]
    counted.append((len(ends), float(losses[ends].sum()) / len(losses)))
    return math.exp(losses.mean()), dict(zip(KINDS, counted, strict=True))


def table(models: Iterable[Path], text: Text) -> list[str]:
    """Return a Markdown table with a line per model."""
    lines = []
    for model in models:
        perplexity, parts = loss_parts(model, text)
        if not lines:
            heads = [f"{kind} ({parts[kind][0]:,})" for kind in KINDS]
            lines = [f"| model | perplexity | {' | '.join(heads)} |", "|---" + "|---:" * 6 + "|"]
        cells = [f"{loss:.3f}" for _, loss in parts.values()]
        lines.append(f"| {model.name} | {perplexity:.1f} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("annotated", type=Path, help="annotated text, JSONL")
    parser.add_argument("models", type=Path, nargs="+", help="model folders of lm-train")
    args = parser.parse_args()
    with args.annotated.open("rb") as lines:
        text = read_annotated(map(decode, lines))
    print("\n".join(table(args.models, text)))


if __name__ == "__main__":
    main()
