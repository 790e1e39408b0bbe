"""Where the loss of language models is: in the private words of a text or in the others.

Reads a text that `privtool mask --annotate` has marked and models of `lm-train` over words, and
prints for each model its perplexity and what each kind of word adds to the loss of a token, in
nats: private words that the vocabulary has, those that it has not, words that follow a private one,
other words, ends of sentences. A difference between two models is that of their losses: the log of
the ratio of their perplexities.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.fields import entities_of, text_of
from privtool.core.record import Record, check_spans, decode
from privtool.models.lm.checkpoint import WORDS, load_lm
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.perplexity import target_losses
from privtool.text.lm_words import LmWordSplitter
from privtool.text.words import overlapping_words, words

KINDS = ("private, known", "private, unknown", "after a private one", "other", "ends")


class Text(NamedTuple):
    """The words of sentences, one after another; `bounds` are where sentences begin and end.

    `private` says of each word whether an entity touches it, `after` whether one touches the word
    before it in its sentence.
    """

    words: list[str]
    private: NDArray[np.bool_]
    after: NDArray[np.bool_]
    bounds: NDArray[np.int64]


def read(records: Iterable[Record]) -> Text:
    """The words of annotated records, as a language model of `lm-train` knows them."""
    split = LmWordSplitter()
    found: list[str] = []
    private: list[bool] = []
    after: list[bool] = []
    bounds = [0]
    for record in records:
        text, entities = text_of(record), entities_of(record)
        check_spans(entities, len(text), "entities")
        places = overlapping_words(words(text), ((entity.start, entity.end) for entity in entities))
        hidden = set().union(*places)
        keys = split(text)
        found += keys
        private += (number in hidden for number in range(len(keys)))
        after += (number - 1 in hidden for number in range(len(keys)))
        bounds.append(len(found))
    return Text(found, np.array(private, bool), np.array(after, bool), np.array(bounds))


def parts(model: Path, text: Text) -> tuple[float, dict[str, tuple[int, float]]]:
    """The perplexity of a text, and of each kind the number of words and its part of the loss."""
    lm = load_lm(model)
    if lm.tokens.kind != WORDS:
        raise SystemExit(f"{model} is a model over pieces: only words can be told apart")
    end, padding, unknown = lm.tokens.specials
    number = lm.tokens.ids
    ids = np.array([number.get(word, unknown) for word in text.words], np.int32)
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
    """A line for each model, in Markdown."""
    lines = []
    for model in models:
        perplexity, found = parts(model, text)
        if not lines:
            heads = [f"{kind} ({found[kind][0]:,})" for kind in KINDS]
            lines = [f"| model | perplexity | {' | '.join(heads)} |", "|---" + "|---:" * 6 + "|"]
        cells = [f"{loss:.3f}" for _, loss in found.values()]
        lines.append(f"| {model.name} | {perplexity:.1f} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("annotated", type=Path, help="an annotated text, JSONL")
    parser.add_argument("models", type=Path, nargs="+", help="folders of lm-train")
    args = parser.parse_args()
    with args.annotated.open("rb") as lines:
        text = read(map(decode, lines))
    print("\n".join(table(args.models, text)))


if __name__ == "__main__":
    main()
