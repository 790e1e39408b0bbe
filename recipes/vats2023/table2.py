"""Write the percentage of words that each method masks, and some filled lines, for corpora.

Reads the first `--records` records of `NAME.train.jsonl.gz`. Writes `table2.md` and, for every
corpus and method, `NAME.METHOD.filled.txt` to the run folder.
"""

from __future__ import annotations

import argparse
import gzip
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

from settings import mask_options

METHODS = ("allowList", "vocabThres", "entityTagger")
_SUMMARY = re.compile(rb"([\d,]+) words, ([\d,]+) masked")
_FILLED_LINES = 20


def privtool(arguments: list[str], data: bytes) -> tuple[bytes, bytes]:
    """Run a command and return its stdout and stderr."""
    command = [sys.executable, "-m", "privtool", *arguments]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    return done.stdout, done.stderr


def masked_share(lines: bytes, method: str) -> tuple[int, float]:
    """Return the number of words and the percentage that a method masks."""
    summary = _SUMMARY.search(privtool(["mask", *mask_options(method)], lines)[1])
    if summary is None:
        raise SystemExit("privtool mask printed no summary")
    words, masked = (int(number.replace(b",", b"")) for number in summary.groups())
    return words, 100 * masked / words


def write_filled(lines: list[bytes], method: str, file: Path) -> None:
    """Fill and write the first records with a masked word."""
    masked, _ = privtool(["mask", "-q", *mask_options(method)], b"".join(lines[:1000]))
    with_masks = [line for line in masked.splitlines(keepends=True) if b'"masks":[{' in line]
    sample = b"".join(with_masks[:_FILLED_LINES])
    file.write_bytes(privtool(["fill", "-q", "--paper", "--output-format", "text"], sample)[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="+")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--records", type=int, default=20_000)
    args = parser.parse_args()
    args.run.mkdir(parents=True, exist_ok=True)
    rows = [
        f"| corpus | words | {' | '.join(METHODS)} |",
        "|---|---:" + "|---:" * len(METHODS) + "|",
    ]
    for corpus in args.corpora:
        with gzip.open(args.data / f"{corpus}.train.jsonl.gz") as records:
            lines = list(islice(records, args.records))
        shares: list[str] = []
        words = 0
        for method in METHODS:
            words, share = masked_share(b"".join(lines), method)
            shares.append(f"{share:.1f} %")
            write_filled(lines, method, args.run / f"{corpus}.{method}.filled.txt")
        rows.append(f"| {corpus} | {words:,} | {' | '.join(shares)} |")
        print(rows[-1], flush=True)
    (args.run / "table2.md").write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
