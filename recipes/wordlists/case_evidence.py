"""How often each word is written with a capital where grammar does not ask for one."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

_TOKEN = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*|[^\w\s]|_")
_ENCLITIC = re.compile(r"['’](?:s|re|ve|ll|d|m)$", re.IGNORECASE)
# After these a capital may only mark the start of a sentence, a quotation or a title.
_OPENERS = frozenset(".?!:;\"“”‘'()[]*-–—/")


@dataclass
class CaseCounts:
    """Occurrences of each lower-cased word away from the start of a sentence."""

    lower: Counter[str] = field(default_factory=Counter)
    """Written in lower case."""
    alone: Counter[str] = field(default_factory=Counter)
    """Capitalized between two words that are not: "went to London by train"."""
    in_run: Counter[str] = field(default_factory=Counter)
    """Capitalized beside another capitalized word: "at Harvard University in"."""
    linking: Counter[str] = field(default_factory=Counter)
    """Lower case between two capitalized words: "Ludwig van Beethoven". Also in `lower`."""

    def capital_share(self, word: str) -> float:
        """Share of capitalized occurrences; 0 for a word that was not seen."""
        capitals = self.alone[word] + self.in_run[word]
        return capitals / max(1, capitals + self.lower[word])

    def alone_share(self, word: str) -> float:
        """Share of capitalized occurrences, those beside another capital not counted.

        Ordinary words are capitalized in titles ("the Supreme Court of Canada"), names anywhere.
        """
        return self.alone[word] / max(1, self.alone[word] + self.lower[word])

    def linking_share(self, word: str) -> float:
        """Share of the lower-case occurrences that stand between two capitalized words."""
        return self.linking[word] / max(1, self.lower[word])


def read_texts(path: Path) -> Iterator[str]:
    """The `text` fields of a gzip JSONL file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)["text"]


def count_cases(texts: Iterable[str]) -> CaseCounts:
    """Counts over `texts`, each one a sentence or a paragraph in ordinary spelling."""
    counts = CaseCounts()
    for text in texts:
        _add_sentence(_TOKEN.findall(text), counts)
    return counts


def _add_sentence(tokens: list[str], counts: CaseCounts) -> None:
    capital = [token[0].isupper() for token in tokens]
    capital.append(False)
    for place in range(1, len(tokens)):
        token = tokens[place]
        if not token[0].isalpha() or tokens[place - 1] in _OPENERS:
            continue
        word = _ENCLITIC.sub("", token).lower()
        beside = (capital[place - 1], capital[place + 1])
        if capital[place]:
            (counts.in_run if any(beside) else counts.alone)[word] += 1
        else:
            counts.lower[word] += 1
            counts.linking[word] += all(beside)
