"""Canaries in a private release: words of one unit, and names of one document in many records.

Reads records of `privtool mask --annotate`. Plants a word of its own in every record, and names
that a number of records in a row share, as those of one article do. Prints for each epsilon how
many words `vocab --private --unit record` releases, and how many canaries are among them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from privtool.core.record import decode, id_of
from privtool.models.differential_privacy import mechanism
from privtool.stages.vocab import masked_words, most_keys, weights_of
from privtool.stages.word_priors import TOTAL, LabeledWord
from privtool.text.labels import Label

NAMES_OF = (2, 5, 10, 20, 40)  # records in a row with the same name
NAMES = 50  # of each kind
DELTA = 1e-6


def with_canaries(found: Iterable[set[LabeledWord]]) -> Iterator[tuple[str, set[LabeledWord]]]:
    """Yield units with a word of their own, the first ones also with a name that they share."""
    shared = [f"name{records}n{n}" for records in NAMES_OF for n in range(NAMES)]
    names = iter([name for name in shared for _ in range(int(name[4:].partition("n")[0]))])
    for number, words in enumerate(found):
        name = next(names, None)
        more = {("PERSON", f"own{number}")} | ({("PERSON", name)} if name else set())
        yield str(number), words | more


def released(
    units: dict[str, set[LabeledWord]], epsilon: float, most: int, at_least: int
) -> set[str]:
    """Return the words of a release."""
    noise = mechanism(epsilon, DELTA, most_keys(most, len(Label)))
    weights = weights_of(units, most, at_least)
    noisy = noise.release({"\t".join(key): weight for key, weight in weights.items()})
    return {key.partition("\t")[2] for key in noisy} - {TOTAL}


def row(words: set[str], units: int) -> list[str]:
    """Return the cells of a release: other words, and the canaries of each kind."""
    own = sum(word.startswith("own") for word in words)
    shares = [
        f"{sum(word.startswith(f'name{records}n') for word in words)} of {NAMES}"
        for records in NAMES_OF
    ]
    others = sum(not word.startswith(("own", "name")) for word in words)
    return [f"{others:,}", f"{own} of {units:,}", *shares]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("annotated", type=Path, help="records with entities, JSONL")
    parser.add_argument("--epsilon", type=float, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--words-per-unit", type=int, default=8)
    parser.add_argument("--at-least", type=int, default=1)
    args = parser.parse_args()
    found: dict[str | int, set[LabeledWord]] = {}
    with args.annotated.open("rb") as lines:
        for record in map(decode, lines):
            found.setdefault(id_of(record), set()).update(masked_words(record))
    units = dict(with_canaries(found.values()))
    heads = ["epsilon", "words", "of one record", *(f"name in {n} records" for n in NAMES_OF)]
    print(f"| {' | '.join(heads)} |\n|{' -: |' * len(heads)}")
    for epsilon in args.epsilon:
        words = released(units, epsilon, args.words_per_unit, args.at_least)
        print(f"| {' | '.join([f'{epsilon:g}', *row(words, len(units))])} |", flush=True)


if __name__ == "__main__":
    main()
