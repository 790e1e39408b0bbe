"""Choose the scores from which words are private for `multi-ner`, and write their table.

Each case of a word (what the dictionary says of it, where it stands, what the tagger takes it for)
gets the score of the lowest cost on lines that the tagger was not trained on. The cost is, in each
set, the share of private words that are left, times `--weight`, and that of public words that are
masked. Words that `patterns` masks do not count. The sets are held-out lines, the marked ones of
benchmarks/text, and corpora of names, in which persons are private, and other names are neither
private nor public.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from multilingual_text import lines

import privtool
from benchmarks.text.languages import judged, marked_sets, sets_of
from privtool.models.catalog import EMBEDDED
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.taggers.onnx_labeler import load_onnx_tagger
from privtool.text.lexicon import DATA
from privtool.text.word_scores import KINDS, PLACES, TAKEN_FOR, Case, WordScores

_TABLE = DATA / "intl" / "word_scores.tsv"
_TEST = "blind_lines_3", "blind_lines_4", "blind_lines_5"  # which nothing is fitted to
_NEVER = 1.1
_LOW = 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5
_GRID = np.array([*_LOW, 0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99, _NEVER])
_UNSEEN = 0.5  # of a case that no set has
_NEITHER = "name"
_HEAD = """\
# The score that makes a word private, by its kind (word: a common one of the language; other: all
# else), its place (middle: with a capital inside a sentence; noun: the same where nouns have
# capitals; start: with one at its start; small: without one; spoken: in text without capitals, or
# in capitals alone), and what the tagger takes it for.
# Written by recipes/embedded/fit_scores.py.
"""


class Word(NamedTuple):
    """A word of a set; one that `patterns` masks has the score 2."""

    source: str
    case: Case
    score: float
    private: bool


def held_out(folder: Path | None) -> Iterator[tuple[str, str, list[Any]]]:
    """Yield a name, the language and the records of the held-out lines of each language."""
    found = defaultdict(list)
    for line in lines(held_out=True, **({"folder": folder} if folder else {})):
        entities = [{"start": a, "end": b, "label": "PERSON"} for a, b, _ in line.spans()]
        found[line.language].append({"text": line.text, "entities": entities})
    for language, records in found.items():
        yield f"held out.{language}", language, records


def words_of(source: str, language: str, records: list[Any], tagger: Any) -> Iterator[Word]:
    """Yield the words of a set that are private or public."""
    scores = WordScores(language)
    texts = ({"id": number, "text": each["text"]} for number, each in enumerate(records))
    options = {"method": "entityTagger", "tagger": "patterns", "annotate": True}
    found = privtool.mask(texts, language=language, **options)
    words = tagger.words([each["text"] for each in records])
    for record, masked, scored in zip(records, found, words, strict=True):
        cases = scores.cases(
            record["text"], [(w.start, w.end) for w in scored], [w.label for w in scored]
        )
        at = {
            place: (word.score, case)
            for word, case in zip(scored, cases, strict=True)
            for place in range(word.start, word.end)
        }
        for word in judged(record, masked):
            if word.role != _NEITHER and (hits := [at[p] for p in range(*word.place) if p in at]):
                score, case = min(hits)
                yield Word(source, case, 2.0 if word.masked else score, word.role == "person")


def fitted(words: Iterable[Word], weight: float) -> dict[Case, float]:
    """Return the score of the lowest cost for each case, the highest of several."""
    by_case: dict[Case, list[Word]] = defaultdict(list)
    totals = Counter[tuple[str, bool]]()
    for word in words:
        totals[word.source, word.private] += 1
        if word.score <= 1:
            by_case[word.case].append(word)
    table = {}
    for case in map(Case, *zip(*product(KINDS, PLACES, TAKEN_FOR), strict=True)):
        some = by_case.get(case, [])
        scores = np.array([word.score for word in some])
        private = np.array([word.private for word in some], bool)
        costs = np.array(
            [(weight if w.private else 1.0) / totals[w.source, w.private] for w in some]
        )
        total = [
            costs[private & (scores < at)].sum() + costs[~private & (scores >= at)].sum()
            for at in _GRID
        ]
        best = float(_GRID[len(_GRID) - 1 - int(np.argmin(total[::-1]))])
        table[case] = best if some else _UNSEEN
    return table


def rates(words: Iterable[Word], table: dict[Case, float]) -> dict[str, str]:
    """Return what is left and what is masked in each set, in percent."""
    counts = Counter[tuple[str, bool, bool]]()
    for word in words:
        counts[word.source, word.private, word.score >= table[word.case]] += 1
    found = {}
    for source in dict.fromkeys(source for source, _, _ in counts):
        left, masked = (
            100
            * counts[source, private, not private]
            / max(1, counts[source, private, True] + counts[source, private, False])
            for private in (True, False)
        )
        found[source] = f"{left:.1f} left, {masked:.1f} masked"
    return found


def main() -> None:
    """Write the table and print its rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ner/")
    parser.add_argument("--tagger", type=Path, default=EMBEDDED / "multi-ner")
    parser.add_argument("--lines", type=Path, help="folder of the lines")
    parser.add_argument("--weight", type=float, default=0.5)
    parser.add_argument("--limit", type=int, default=500, help="records of each corpus")
    parser.add_argument("--out", type=Path, default=_TABLE)
    options = parser.parse_args()
    tagger = load_onnx_tagger(ResolvedModel("multi-ner", options.tagger), batch_size=64)
    sets = chain(
        held_out(options.lines),
        (each for each in marked_sets() if not each[0].startswith(_TEST)),
        sets_of(options.data / "ner", "valid", options.limit),
    )
    words = [word for each in sets for word in words_of(*each, tagger)]
    table = fitted(words, options.weight)
    rows = ["\t".join((*case, f"{score:g}")) for case, score in table.items()]
    options.out.write_text(_HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    print(json.dumps(rates(words, table), indent=1))


if __name__ == "__main__":
    main()
