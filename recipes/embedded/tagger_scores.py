"""How good a tagger is, and the threshold from which on it calls a word private."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from seqeval.metrics import f1_score, precision_score, recall_score

# The share of private words that must be found in documents apart from training. Each is the aim
# for new text and a margin: new text is always harder, social media much more so.
AIMS = {
    ("conll2003", "written"): 0.97,
    ("conll2003", "lower"): 0.93,
    ("wnut17", "written"): 0.80,
}


@dataclass(frozen=True)
class TaggedSentence:
    """Words, their gold BIO tags and the probabilities of all tags (words x tags, `O` first)."""

    words: list[str]
    gold: list[str]
    probabilities: np.ndarray


def private_words(tagged: Sequence[TaggedSentence]) -> tuple[np.ndarray, np.ndarray]:
    """Of all words but punctuation: whether they are in a name, and the probability of it."""
    gold, mass = [], []
    for sentence in tagged:
        rows = zip(sentence.words, sentence.gold, sentence.probabilities, strict=True)
        for word, name, row in rows:
            if any(letter.isalnum() for letter in word):
                gold.append(name != "O")
                mass.append(1.0 - row[0])
    return np.array(gold), np.array(mass)


def measures(
    tagged: Sequence[TaggedSentence], tags: Sequence[str], threshold: float
) -> dict[str, float]:
    """Exact names by the most probable tags (seqeval), and private words at the threshold."""
    gold = [sentence.gold for sentence in tagged]
    best = [[tags[n] for n in sentence.probabilities.argmax(1)] for sentence in tagged]
    private, mass = private_words(tagged)
    called = mass >= threshold
    right = float((private & called).sum())
    scores = {
        "f1": f1_score(gold, best),
        "precision": precision_score(gold, best),
        "recall": recall_score(gold, best),
        "word_recall": right / private.sum(),
        "word_precision": right / max(1, called.sum()),
        "words_called": called.mean(),
    }
    return {name: round(float(score), 4) for name, score in scores.items()}


def choose_threshold(
    tagged: Mapping[tuple[str, str], Sequence[TaggedSentence]],
) -> tuple[float, dict[str, float]]:
    """The highest threshold (in steps of 0.005) that meets all `AIMS`, and the recalls at it."""
    words = {key: private_words(sentences) for key, sentences in tagged.items()}
    threshold = 0.5
    for (corpus, view), aim in AIMS.items():
        private, mass = words[corpus, view]
        threshold = min(threshold, float(np.quantile(mass[private], 1.0 - aim)))
    threshold = max(0.005, np.floor(threshold * 200) / 200)
    recalls = {
        f"{corpus} {view}": round(float((mass[private] >= threshold).mean()), 4)
        for (corpus, view), (private, mass) in words.items()
    }
    return threshold, recalls
