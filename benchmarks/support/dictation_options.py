"""The options of the benchmarks of dictated values."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path


def dictation_parser(
    doc: str, count: int, wordings: Sequence[str], corpora: str
) -> argparse.ArgumentParser:
    """Return a parser whose help is the first line of `doc`; `corpora` says what files are taken.

    `count` is the default number of values of a kind, `wordings` are the names of held-out ones.
    """
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    add = parser.add_argument
    add("--count", type=int, default=count, help=f"values of a kind (default {count})")
    add("--seed", type=int, default=0, help="seed of the generated values")
    add("--wording", choices=wordings, help="a held-out one (default: our own)")
    add("--corpus", type=Path, action="append", default=[], help=corpora)
    add("--records", type=int, default=20000, help="of a corpus (default 20000)")
    add("--show", type=int, default=0, help="print so many survivors or costs")
    return parser
