"""The corpora of a mixing experiment: the first words of each source, and a target domain.

Writes into the run folder `NAME.jsonl` for every corpus, `in-domain.jsonl` that names them, and the
target cut in two by the ids of its records: `valid.jsonl`, which weights and the best model are
chosen by, and `test.jsonl`, which is only measured.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from privtool.text.lm_words import LmWordSplitter


def records(file: Path, most_words: int) -> Iterator[dict[str, str]]:
    """The id and text of the first records, until they hold so many words."""
    split = LmWordSplitter()
    words = 0
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield {"id": record["id"], "text": record["text"]}
            words += len(split(record["text"]))
            if words >= most_words:
                return


def write(file: Path, found: Iterator[dict[str, str]] | list[dict[str, str]]) -> None:
    """Write records as JSON lines."""
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in found)
    file.write_text("".join(lines), encoding="utf-8")


def is_for_choosing(record_id: str) -> bool:
    """Whether a record of the target goes to the validation half: a coin that its id throws."""
    return hashlib.sha256(f"ma2022:{record_id}".encode()).digest()[0] % 2 == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="+", help="names of NAME.train.jsonl.gz")
    parser.add_argument("--target", required=True, help="name of NAME.train and NAME.valid")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--words", type=int, required=True, help="of each corpus, at most")
    args = parser.parse_args()
    args.run.mkdir(parents=True, exist_ok=True)
    names = [*args.sources, args.target]
    for name in names:
        write(args.run / f"{name}.jsonl", records(args.data / f"{name}.train.jsonl.gz", args.words))
    target = list(records(args.data / f"{args.target}.valid.jsonl.gz", 1 << 60))
    write(args.run / "valid.jsonl", [r for r in target if is_for_choosing(r["id"])])
    write(args.run / "test.jsonl", [r for r in target if not is_for_choosing(r["id"])])
    manifest = [{"corpus": name, "path": f"{name}.jsonl"} for name in names]
    write(args.run / "in-domain.jsonl", manifest)


if __name__ == "__main__":
    main()
