"""How often a linear model finds the kind of a name by the words around it.

    python -m benchmarks.text.learned_kinds --data FOLDER
    python -m benchmarks.text.learned_kinds --data FOLDER --all-kinds --set heldout15

It learns from names and nouns of known kinds in public text (`kinds_of_names.tsv`), whose own words
it does not see. The sentences of `phrases/` are not part of the training. With `--set`, lines to be
read are printed: the likeliest kind of each name of a set, with its probability.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from benchmarks.text.kind_samples import Sample, features, labels_of_kinds, read_samples
from benchmarks.text.name_kinds import questions
from benchmarks.text.surrogate_phrases import examples
from privtool.text.labels import Label, canonical_label

_PHRASES = Path(__file__).parent / "phrases"
_FEWEST = 4  # samples with a feature
_BALANCE = 0.6  # 1 gives all kinds the same weight
_BATCH, _RATE, _DROPPED, _SMOOTHING, _DECAY = 1024, 0.1, 0.15, 0.05, 3e-6
_COVERED = (0.25, 0.4, 0.5, 0.75)
_LABELS = {Label.ORGANIZATION: "O", Label.MISC: "M"}


class Model:
    """Weights of features for kinds; scores are their sums."""

    def __init__(self, samples: list[Sample], rng: random.Random) -> None:
        """Train on samples, once over all of them."""
        self.kinds = sorted({each.kind for each in samples})
        found = [list(features(each.before, each.after)) for each in samples]
        counts = Counter(feature for each in found for feature in set(each))
        known = (feature for feature, count in counts.items() if count >= _FEWEST)
        self._index = {feature: at for at, feature in enumerate(sorted(known))}
        self._table = torch.nn.EmbeddingBag(
            len(self._index), len(self.kinds), mode="sum", sparse=True
        )
        torch.nn.init.zeros_(self._table.weight)
        self._bias = torch.zeros(len(self.kinds), requires_grad=True)
        self._train([self._known(each) for each in found], samples, rng)

    def probabilities(self, before: str, after: str, kinds: set[str]) -> list[tuple[float, str]]:
        """Return the probabilities of some kinds between two texts, the largest first."""
        found = self._known(features(before, after))
        scores = self._table.weight.detach()[found].sum(0) + self._bias.detach()
        at = [number for number, kind in enumerate(self.kinds) if kind in kinds]
        shares = torch.softmax(scores[at], 0).tolist()
        return sorted(zip(shares, (self.kinds[each] for each in at), strict=True), reverse=True)

    def _known(self, found: list[str] | Iterator[str]) -> list[int]:
        return [self._index[feature] for feature in found if feature in self._index]

    def _train(self, rows: list[list[int]], samples: list[Sample], rng: random.Random) -> None:
        wanted = torch.tensor([self.kinds.index(each.kind) for each in samples])
        worth = torch.tensor([each.weight for each in samples])
        sums = torch.zeros(len(self.kinds)).index_add_(0, wanted, worth)
        worth = worth * (sums.mean() / sums)[wanted] ** _BALANCE
        optimizer = torch.optim.Adagrad([self._table.weight, self._bias], lr=_RATE)
        order = [at for at, row in enumerate(rows) if row]
        rng.shuffle(order)
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            bags = [[each for each in rows[at] if rng.random() > _DROPPED] for at in batch]
            flat = torch.tensor([each for bag in bags for each in bag])
            scores = self._table(flat, _offsets(bags)) + self._bias
            losses = functional.cross_entropy(
                scores, wanted[batch], reduction="none", label_smoothing=_SMOOTHING
            )
            norm = functional.embedding(flat, self._table.weight, sparse=True).square().sum()
            optimizer.zero_grad()
            loss = (losses * worth[batch]).mean() + _DECAY * norm
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()


def _offsets(bags: list[list[int]]) -> torch.Tensor:
    lengths: NDArray[np.int64] = np.cumsum([0, *map(len, bags[:-1])])
    return torch.from_numpy(lengths)


def score(model: Model, kinds: set[str]) -> dict[str, object]:
    """Return how many names of known kinds are found, and how many of the surest ones."""
    ranked = [
        (model.probabilities(before, after, kinds), kind) for kind, before, after in questions()
    ]
    right = [(best[0][0], best[0][1] == kind) for best, kind in ranked]
    right.sort(reverse=True)
    surest = {share: right[: int(share * len(right))] for share in _COVERED}
    return {
        "names": len(ranked),
        "first": sum(found for _, found in right),
        "top 3": sum(kind in [name for _, name in best[:3]] for best, kind in ranked),
        "precision of the surest": {
            share: round(sum(found for _, found in each) / len(each), 3)
            for share, each in surest.items()
        },
    }


def show(model: Model, name: str) -> None:
    """Print the likeliest kind of each name of a set that is no person, place or number."""
    labels = labels_of_kinds()
    for example in examples(_PHRASES / f"{name}.txt"):
        short = _LABELS.get(canonical_label(example.label))
        if short is not None:
            pieces = example.sentence.replace("]", "[").split("[")
            kinds = {kind for kind, label in labels.items() if label == short}
            share, kind = model.probabilities(pieces[0], "".join(pieces[2:]), kinds)[0]
            print(f"{share:.2f} {kind:12} {example.label:12} {example.sentence}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the text corpora")
    parser.add_argument("--all-kinds", action="store_true", help="learn 84 kinds, not only 25")
    parser.add_argument("--set", help="print the kinds of the names of this set, to be read")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    asked = {kind for kind, *_ in questions()}
    learned = set(labels_of_kinds()) if args.all_kinds else asked
    samples = read_samples(args.data, learned, rng)
    model = Model(samples, rng)
    print(json.dumps({"samples": len(samples), "kinds": len(learned), **score(model, asked)}))
    if args.set:
        show(model, args.set)


if __name__ == "__main__":
    main()
