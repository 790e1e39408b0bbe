"""Fit the weights of the scorer of names, and write them to `privtool/data/en/name_weights.tsv`.

    python -m tools.name_weights [FILE ...]

It learns from the sets of talk in `benchmarks/text/blind_talk.tsv` as written, in lower case and as
spoken, and from FILEs: gzip JSONL with `text` and `entities` (`start`, `end`, `label`), of which
PERSON is a name, other entities are left out, and the rest is none; without `entities`, only words
that no list of names has are none. Use text whose license allows to publish what is learned from
it; the packaged weights are learned from WNUT 2017, Wikigold and MTS-Dialog (all CC BY 4.0).
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from benchmarks.text.named_talk import MANNERS, sentence
from benchmarks.text.talk_sets import talk_sets
from privtool.text.detection.names.features import Features, Names
from privtool.text.detection.names.kinds import NO, CasedWords
from privtool.text.detection.tagger import PatternTagger

FILE = Path(__file__).parent.parent / "privtool" / "data" / "en" / "name_weights.tsv"
HEADER = "# Weights of the features of names (text/detection/names/features.py).\n"
_MEASURING = "all-kinds-"  # sets that only measure: nothing learns from them
_LEAST_COUNT = 9  # of a feature; each line comes in three manners
_SPARSITY, _RIDGE = 6.0, 0.01  # penalties of weights: the first makes most of them zero
_STEPS, _ROUNDS = 200, 3
_LEAST_WEIGHT = 0.02
_PERSON = "PERSON"
Ranges = list[tuple[int, int]]


class Example(NamedTuple):
    """The words of a text that may be names, whether they are, and those of which nobody knows."""

    features: Features
    near: dict[int, list[str]]
    names: dict[int, bool]  # but those that nobody knows, and that patterns find


def talk() -> Iterator[tuple[str, Ranges, Ranges]]:
    """Yield the lines of the sets in each manner, with what is private and what is unknown."""
    for name, each in talk_sets().items():
        if name.startswith(_MEASURING):
            continue
        for line in each.lines:
            for manner in MANNERS:
                one = sentence(line, manner)
                yield one.text, list(one.private), []


def annotated(path: Path) -> Iterator[tuple[str, Ranges, Ranges]]:
    """Yield the texts of a file with its persons, and with what is unknown."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            text, entities = record["text"], record.get("entities")
            if entities is None:
                words = CasedWords(text)
                listed = [i for i, kind in enumerate(Features(words).kinds) if kind[:2] != NO]
                yield text, [], [(words.start[i], words.end[i]) for i in listed]
                continue
            persons = [(e["start"], e["end"]) for e in entities if e["label"] == _PERSON]
            others = [(e["start"], e["end"]) for e in entities if e["label"] != _PERSON]
            yield text, persons, others


def _overlaps(ranges: Ranges, start: int, end: int) -> bool:
    return any(first < end and start < stop for first, stop in ranges)


def examples(texts: Sequence[tuple[str, Ranges, Ranges]]) -> list[Example]:
    """Return the texts with the features of their words."""
    found = PatternTagger().tag([text for text, _, _ in texts])
    made = []
    for (text, private, unknown), spans in zip(texts, found, strict=True):
        features = Features(CasedWords(text))
        words, out = features.text, unknown + [(span.start, span.end) for span in spans]
        places = filter(features.is_candidate, range(len(features.text)))
        near = {index: list(features.near(index)) for index in places}
        names = {
            index: _overlaps(private, words.start[index], words.end[index])
            for index in near
            if not _overlaps(out, words.start[index], words.end[index])
        }
        made.append(Example(features, near, names))
    return made


def fitted(texts: Sequence[Example]) -> dict[str, float]:
    """Return the weights of the features.

    Which words next to a word are names is what the weights of the round before say.
    """
    labels = np.array([is_name for one in texts for is_name in one.names.values()], float)
    weights: dict[str, float] = {}
    for _ in range(_ROUNDS):
        rows = [row for one in texts for row in _rows(one, weights)]
        counts = Counter(feature for row in rows for feature in row)
        known = sorted(feature for feature in counts if counts[feature] >= _LEAST_COUNT)
        values = _solved(_matrix(rows, known), labels)
        weights = {
            feature: round(float(value), 2)
            for feature, value in zip(("any", *known), values, strict=True)
            if abs(value) >= _LEAST_WEIGHT
        }
        print(f"{len(weights)} weights", file=sys.stderr)
    return weights


def _rows(one: Example, weights: dict[str, float]) -> Iterator[set[str]]:
    """Yield the features of the words of a text, given the names that weights find."""
    start = weights.get("any", 0.0) + 0.5
    found = [
        index
        for index, near in one.near.items()
        if weights and start + sum(weights.get(feature, 0.0) for feature in near) >= 0
    ]
    names = Names(one.features.text, one.features.kinds, found)
    for index in one.names:
        yield {*one.near[index], *(one.features.far(index, names) if weights else ())}


def _matrix(rows: Sequence[set[str]], known: Sequence[str]) -> Any:
    """Return which rows have which features, after a column of ones."""
    columns = {feature: number for number, feature in enumerate(known, 1)}
    inside = [[0, *(columns[each] for each in row if each in columns)] for row in rows]
    ends = np.cumsum([0, *map(len, inside)])
    flat = np.concatenate(inside)
    return csr_matrix((np.ones(len(flat)), flat, ends), (len(rows), len(known) + 1))


def _solved(matrix: Any, labels: Any) -> Any:
    """Return the weights of a sparse logistic regression, found by FISTA; the first is free."""
    transposed = matrix.T.tocsr()
    steepness = 1.5 * np.asarray(matrix.sum(axis=0)).ravel() + _RIDGE
    penalty = np.r_[0.0, np.full(matrix.shape[1] - 1, _SPARSITY)] / steepness
    weights = ahead = np.zeros(matrix.shape[1])
    momentum = 1.0
    for _ in range(_STEPS):
        error = 1 / (1 + np.exp(-np.clip(matrix @ ahead, -30, 30))) - labels
        stepped = ahead - (transposed @ error + _RIDGE * ahead) / steepness
        stepped = np.sign(stepped) * np.maximum(np.abs(stepped) - penalty, 0)
        following = (1 + np.sqrt(1 + 4 * momentum * momentum)) / 2
        ahead = stepped + (momentum - 1) / following * (stepped - weights)
        weights, momentum = stepped, following
    return weights


if __name__ == "__main__":
    learned = fitted(
        examples([*talk(), *(x for path in sys.argv[1:] for x in annotated(Path(path)))])
    )
    lines = [f"{feature}\t{weight:g}\n" for feature, weight in sorted(learned.items())]
    FILE.write_text(HEADER + "".join(lines), encoding="utf-8")
