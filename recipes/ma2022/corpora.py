"""Prepare the corpora of a mixing experiment: the beginning of each source, and a target domain.

Writes to the run folder `NAME.jsonl` for every corpus, `in-domain.jsonl`, which lists them, and the
target split in two by record id: `valid.jsonl` selects weights and the best model, `test.jsonl` is
for the final evaluation only.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from privtool.models.lm.words import LmWordSplitter


def read_records(file: Path, max_words: int) -> Iterator[dict[str, str]]:
    """Yield id and text of the first records, up to the one that reaches `max_words`."""
    split = LmWordSplitter()
    words = 0
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield {"id": record["id"], "text": record["text"]}
            words += len(split(record["text"]))
            if words >= max_words:
                return


def write_records(file: Path, records: Iterable[dict[str, str]]) -> None:
    """Write records as JSON lines."""
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    file.write_text("".join(lines), encoding="utf-8")


def is_validation(record_id: str) -> bool:
    """Return whether a target record is in the validation half, by a hash of its id."""
    return hashlib.sha256(f"ma2022:{record_id}".encode()).digest()[0] % 2 == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="+", help="names of NAME.train.jsonl.gz")
    parser.add_argument("--target", required=True, help="name of NAME.train and NAME.valid")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--words", type=int, required=True, help="maximum per corpus")
    args = parser.parse_args()
    args.run.mkdir(parents=True, exist_ok=True)
    names = [*args.sources, args.target]
    for name in names:
        write_records(
            args.run / f"{name}.jsonl",
            read_records(args.data / f"{name}.train.jsonl.gz", args.words),
        )
    target = list(read_records(args.data / f"{args.target}.valid.jsonl.gz", 1 << 60))
    write_records(args.run / "valid.jsonl", [r for r in target if is_validation(r["id"])])
    write_records(args.run / "test.jsonl", [r for r in target if not is_validation(r["id"])])
    manifest = [{"corpus": name, "path": f"{name}.jsonl"} for name in names]
    write_records(args.run / "in-domain.jsonl", manifest)


if __name__ == "__main__":
    main()
