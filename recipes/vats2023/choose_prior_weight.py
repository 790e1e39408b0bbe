"""Choose the weight of `fill --prior` on words that are not masked.

Words that allowList keeps, outside the most frequent ones, are taken as if they were masked. They
are released by records, as `vocab --private` does, and the filler is asked for them in places
before which nothing is masked. Prints the mean number of bits per word for each weight; the least
is best. No word that a method masks is looked at.
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from privtool.core.device import ModelSource, Runtime
from privtool.core.record import decode, id_of, text_of
from privtool.interfaces.filling import Wanted
from privtool.models.differential_privacy import mechanism
from privtool.models.fillers.load import load_filler
from privtool.models.fillers.masked.lm import MaskedLM
from privtool.models.hub.resolve import resolve
from privtool.stages.rare_words import PublicWords, SlotPriors, drawable
from privtool.stages.vocab import may_release_word, most_keys, unscaled, weights_of
from privtool.stages.word_priors import LabeledWord
from privtool.text.labels import Label
from privtool.text.markers import shape_label
from privtool.text.word_lists import WordList, load_allow_list, load_vocabulary, read_vocabulary
from privtool.text.words import Word, words

WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25)


class Slot(NamedTuple):
    """A kept word taken as if masked: the text around it and later masked words."""

    segments: list[str]
    label: str
    key: str


class KeptWords:
    """Words that a list keeps, outside the most frequent ones."""

    def __init__(self, frequent: int) -> None:
        self.kept, self.frequent = load_allow_list(), load_vocabulary(None, frequent)

    def in_text(self, text: str) -> Iterator[Word]:
        """Yield the words of a text that are taken as if masked."""
        for word in words(text):
            if self.kept.keeps(word.key) and not self.frequent.keeps(word.key):
                yield word

    def slot(self, text: str, known: frozenset[str]) -> Slot | None:
        """Return a word that the filler knows, in front of all that is masked in the text."""
        masked = [word for word in words(text) if not self.kept.keeps(word.key)]
        end = masked[0].start if masked else len(text)
        found = [word for word in self.in_text(text) if word.start < end and word.key in known]
        if not found:
            return None
        word = found[len(found) // 2]
        segments, at = [], 0
        for start, stop in [word[:2], *((each.start, each.end) for each in masked)]:
            segments.append(text[at:start])
            at = stop
        return Slot([*segments, text[at:]], shape_label(word.key, "").value, word.key)

    @property
    def lists(self) -> tuple[tuple[WordList, ...], tuple[WordList, ...]]:
        """The lists that "masked" the words and those that kept them."""
        return (self.frequent,), (self.kept,)


def release(
    kept: KeptWords, texts: dict[str, str], epsilon: float, most: int
) -> dict[LabeledWord, float]:
    """Return a release of the kept words, each record a unit."""
    units = {
        unit: {
            (shape_label(word.key, "").value, word.key)
            for word in kept.in_text(text)
            if may_release_word(word.key)
        }
        for unit, text in texts.items()
    }
    noise = mechanism(epsilon, 1e-6, most_keys(most, len(Label)))
    weights = weights_of(units, most, at_least=2)
    noisy = noise.release({"\t".join(key): weight for key, weight in weights.items()})
    return unscaled({(k.split("\t")[0], k.split("\t")[1]): w for k, w in noisy.items()}, most)


def mean_bits(
    filler: MaskedLM, slots: Sequence[Slot], priors: SlotPriors, kept: KeptWords
) -> float:
    """Return the mean -log2 p of the words of slots."""
    by_length: dict[int, list[Slot]] = {}
    for slot in slots:
        by_length.setdefault(filler.batch_key(filler.draft(slot.segments)), []).append(slot)
    bits = []
    for length, group in by_length.items():
        size = filler.batch_size(length)
        for part in (group[at : at + size] for at in range(0, len(group), size)):
            wanted = [
                Wanted(None, *kept.lists, priors.of(slot.label, *kept.lists).bias) for slot in part
            ]
            drafts = [filler.draft(slot.segments) for slot in part]
            for guess in filler.guess(drafts, wanted, [[slot.key] for slot in part]):
                bits += [rank.bits for rank in guess.ranks if rank is not None]
    return sum(bits) / len(bits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, help="records, .jsonl.gz")
    parser.add_argument("public", type=Path, help="vocabulary of public text")
    parser.add_argument("--epsilon", type=float, default=4)
    parser.add_argument("--words-per-unit", type=int, default=8)
    parser.add_argument("--frequent", type=int, default=1000)
    parser.add_argument("--every", type=int, default=6, help="take a slot of every Nth record")
    args = parser.parse_args()
    kept = KeptWords(args.frequent)
    with gzip.open(args.corpus) as lines:
        texts = {str(id_of(record)): text_of(record) for record in map(decode, lines)}
    weights = release(kept, texts, args.epsilon, args.words_per_unit)
    filler = load_filler(resolve("mini", ModelSource(offline=True)), Runtime())
    assert isinstance(filler, MaskedLM)
    known = filler.known_words()
    found = [kept.slot(text, known) for text in list(texts.values())[:: args.every]]
    slots = [slot for slot in found if slot is not None]
    public = PublicWords(drawable(read_vocabulary(args.public)))
    print(f"{len(weights):,} released, {len(slots):,} slots\n\n| weight | bits |\n| -: | -: |")
    for weight in WEIGHTS:
        bits = mean_bits(filler, slots, SlotPriors(weights, weight, public), kept)
        print(f"| {weight} | {bits:.2f} |", flush=True)


if __name__ == "__main__":
    main()
