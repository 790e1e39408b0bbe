"""How many words of each table of the taggers occur in no set, and in no text of corpora either.

    python -m benchmarks.text.ablation.word_tables --corpus public.jsonl.gz > words.tsv

A table is a set or mapping of eight words or more at the top of a module. Its place is the first
module that has it. Whether a word that occurs changes what is masked is not known.
"""

from __future__ import annotations

import argparse
import ast
import csv
import gzip
import json
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType

from benchmarks.text.ablation.__main__ import PACKAGE
from benchmarks.text.named_talk import sentence
from benchmarks.text.talk_sets import talk_sets
from privtool.text.tokens import Tokens

_FEWEST = 8


def tables_of(module: ModuleType) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the names and words of the tables that a module itself defines."""
    for node in ast.parse(Path(module.__file__ or "").read_text("utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Name) and _is_table(getattr(module, target.id)):
                yield target.id, frozenset(getattr(module, target.id))


def _is_table(value: object) -> bool:
    if not isinstance(value, frozenset | set | dict) or len(value) < _FEWEST:
        return False
    return all(isinstance(each, str) for each in value)


def words_of(texts: Iterable[str]) -> set[str]:
    """Return all tokens of texts, in lower case."""
    return {word for text in texts for word in Tokens(text.lower()).word}


def _corpus(path: Path, most: int) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from (json.loads(line)["text"] for line in islice(file, most))


def _unseen(table: frozenset[str], seen: set[str]) -> set[str]:
    """Return the words of a table of which a part occurs nowhere."""
    return {each for each in table if not seen.issuperset(Tokens(each).word)}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument("--corpus-lines", type=int, default=20_000, help="of each corpus")
    args = parser.parse_args()
    in_sets = words_of(
        sentence(line, "lower").text for one in talk_sets().values() for line in one.lines
    )
    anywhere = in_sets.union(*(words_of(_corpus(each, args.corpus_lines)) for each in args.corpus))
    writer = csv.writer(sys.stdout, delimiter="\t", lineterminator="\n")
    writer.writerow(("module", "table", "words", "in no set", "nowhere", "these"))
    root = import_module(PACKAGE)
    for info in pkgutil.walk_packages(root.__path__, f"{PACKAGE}."):
        for name, table in tables_of(import_module(info.name)):
            nowhere = _unseen(table, anywhere)
            figures = (len(table), len(_unseen(table, in_sets)), len(nowhere))
            writer.writerow((info.name, name, *figures, " ".join(sorted(nowhere))))


if __name__ == "__main__":
    main()
