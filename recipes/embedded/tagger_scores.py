"""Scores of a tagger, and the choice of the threshold above which a word is private."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from seqeval.metrics import f1_score, precision_score, recall_score

# Required recall of private words in held-out documents: the aim for new text plus a margin, as
# new text is always harder, social media much more so.
AIMS = {
    ("conll2003", "written"): 0.97,
    ("conll2003", "lower"): 0.93,
    ("wnut17", "written"): 0.80,
    ("talk", "written"): 0.97,
    ("talk", "lower"): 0.95,
    ("written", "written"): 0.966,
    ("written", "lower"): 0.955,
}
UNSURE = "?"  # the gold tag of words that are neither right nor wrong


@dataclass(frozen=True)
class TaggedSentence:
    """Words, their gold BIO tags and the probabilities of all tags (words x tags, `O` first)."""

    words: list[str]
    gold: list[str]
    probabilities: np.ndarray


def private_words(tagged: Sequence[TaggedSentence]) -> tuple[np.ndarray, np.ndarray]:
    """Return for all sure words but punctuation whether they are in a name, and the probability."""
    gold, mass = [], []
    for sentence in tagged:
        rows = zip(sentence.words, sentence.gold, sentence.probabilities, strict=True)
        for word, name, row in rows:
            if name != UNSURE and any(letter.isalnum() for letter in word):
                gold.append(name != "O")
                mass.append(1.0 - row[0])
    return np.array(gold), np.array(mass)


def masking(tagged: Sequence[TaggedSentence], threshold: float) -> dict[str, float]:
    """Return the recall of private words and the share of the others that is masked, if any."""
    private, mass = private_words(tagged)
    predicted = mass >= threshold
    groups = {"word_recall": private, "over_masking": ~private}
    return {
        name: round(float(predicted[group].mean()), 4)
        for name, group in groups.items()
        if group.any()
    }


def measures(
    tagged: Sequence[TaggedSentence], tags: Sequence[str], threshold: float
) -> dict[str, float]:
    """Score exact names by the most probable tags (seqeval), and words at the threshold."""
    gold = [sentence.gold for sentence in tagged]
    best = [[tags[n] for n in sentence.probabilities.argmax(1)] for sentence in tagged]
    private, mass = private_words(tagged)
    predicted = mass >= threshold
    correct = float((private & predicted).sum())
    scores = {
        "f1": f1_score(gold, best),
        "precision": precision_score(gold, best),
        "recall": recall_score(gold, best),
        "word_recall": correct / private.sum(),
        "word_precision": correct / max(1, predicted.sum()),
        "words_called": predicted.mean(),
    }
    return {name: round(float(score), 4) for name, score in scores.items()}


def choose_threshold(
    tagged: Mapping[tuple[str, str], Sequence[TaggedSentence]],
) -> tuple[float, dict[str, float]]:
    """Return the highest threshold (in steps of 0.005) that meets all `AIMS`, and its recalls.

    Aims for text that is not among the tagged do not count.
    """
    words = {key: private_words(sentences) for key, sentences in tagged.items()}
    threshold = 0.5
    for key in AIMS.keys() & words.keys():
        private, mass = words[key]
        threshold = min(threshold, float(np.quantile(mass[private], 1.0 - AIMS[key])))
    threshold = max(0.005, np.floor(threshold * 200) / 200)
    recalls = {
        f"{corpus} {view}": round(float((mass[private] >= threshold).mean()), 4)
        for (corpus, view), (private, mass) in words.items()
    }
    return threshold, recalls
