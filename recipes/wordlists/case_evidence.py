"""Counts of capitalized words where grammar does not require a capital."""

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
# After these, a capital may just start a sentence, a quotation or a title.
_OPENERS = frozenset(".?!:;\"“”‘'()[]*-–—/")


@dataclass
class CaseCounts:
    """Occurrences of each lower-cased word, except at the start of a sentence."""

    lower: Counter[str] = field(default_factory=Counter)
    """Written in lower case."""
    alone: Counter[str] = field(default_factory=Counter)
    """Capitalized between two lower-case words: "went to London by train"."""
    in_run: Counter[str] = field(default_factory=Counter)
    """Capitalized next to another capitalized word: "at Harvard University in"."""
    linking: Counter[str] = field(default_factory=Counter)
    """Lower case between two capitalized words: "Ludwig van Beethoven". Also in `lower`."""

    def capital_share(self, word: str) -> float:
        """Return the fraction of capitalized occurrences; 0 for an unseen word."""
        capitals = self.alone[word] + self.in_run[word]
        return capitals / max(1, capitals + self.lower[word])

    def alone_share(self, word: str) -> float:
        """Return the fraction of capitalized occurrences, ignoring those next to another capital.

        Ordinary words are capitalized in titles ("the Supreme Court of Canada"), names anywhere.
        """
        return self.alone[word] / max(1, self.alone[word] + self.lower[word])

    def linking_share(self, word: str) -> float:
        """Return the fraction of lower-case occurrences between two capitalized words."""
        return self.linking[word] / max(1, self.lower[word])


def read_texts(path: Path) -> Iterator[str]:
    """Read the `text` fields of a gzip JSONL file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)["text"]


def count_cases(texts: Iterable[str]) -> CaseCounts:
    """Count over `texts`, sentences or paragraphs in ordinary spelling."""
    counts = CaseCounts()
    for text in texts:
        _add_sentence(_TOKEN.findall(text), counts)
    return counts


def _add_sentence(tokens: list[str], counts: CaseCounts) -> None:
    capital = [token[0].isupper() for token in tokens]
    capital.append(False)
    for index in range(1, len(tokens)):
        token = tokens[index]
        if not token[0].isalpha() or tokens[index - 1] in _OPENERS:
            continue
        word = _ENCLITIC.sub("", token).lower()
        neighbors = (capital[index - 1], capital[index + 1])
        if capital[index]:
            (counts.in_run if any(neighbors) else counts.alone)[word] += 1
        else:
            counts.lower[word] += 1
            counts.linking[word] += all(neighbors)
