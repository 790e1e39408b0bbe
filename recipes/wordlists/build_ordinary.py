"""Build privtool's embedded list of ordinary words that are no names: `ordinary-en.txt`.

Reads the other lists. `mask` keeps these words where no name stands and only a model takes them for
private, so the rules fail closed: an encyclopedia has them in lower case, and no list knows them as
a name.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Set
from pathlib import Path

from build_lists import write_whole
from case_evidence import CaseCounts, count_cases, read_texts

MIN_LOWER = 4
"""Minimum occurrences in lower case; fewer are not evidence."""
MAX_CAPITAL_SHARE = 0.2
"""Maximum fraction of capitals."""
MAX_LINKING_SHARE = 0.4
"""Maximum fraction of lower-case occurrences between two capitals ("von")."""
_PLAIN = re.compile("[a-z]{4,}")


def is_ordinary(word: str, cases: CaseCounts) -> bool:
    """Return whether the cased text shows that a word is hardly ever a name."""
    return (
        _PLAIN.fullmatch(word) is not None
        and cases.lower[word] >= MIN_LOWER
        and cases.capital_share(word) <= MAX_CAPITAL_SHARE
        and cases.linking_share(word) <= MAX_LINKING_SHARE
    )


def ordinary_words(cases: CaseCounts, others: Set[str]) -> list[str]:
    """Return the ordinary words, sorted, without the others: names and common words."""
    return sorted(word for word in cases.lower if word not in others and is_ordinary(word, cases))


def main() -> None:
    """Build the list and print its size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="gzip JSONL of cased sentences")
    parser.add_argument("--lists-dir", type=Path, required=True, help="folder of the lists")
    arguments = parser.parse_args()
    lists: Path = arguments.lists_dir
    others = set((lists / "common-en.txt").read_text(encoding="utf-8").splitlines())
    for name in ("persons.tsv", "names-en.tsv"):
        rows = (lists / name).read_text(encoding="utf-8").splitlines()
        others.update(row.partition("\t")[0] for row in rows)
    words = ordinary_words(count_cases(read_texts(arguments.data)), others)
    print(f"{len(words):,} ordinary words")
    write_whole(lists / "ordinary-en.txt", "".join(f"{word}\n" for word in words))


if __name__ == "__main__":
    main()
