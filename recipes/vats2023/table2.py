"""The share of words that each masking method masks, and some filled lines, for several corpora.

Takes the first `--records` records of `NAME.train.jsonl.gz`. Writes `table2.md` and, for every
corpus and method, `NAME.METHOD.filled.txt` into the run folder.
"""

from __future__ import annotations

import argparse
import gzip
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

METHODS = {
    "allowList": ["--method", "allowList"],
    "vocabThres": ["--method", "vocabThres"],
    "entityTagger": ["--method", "entityTagger"],
}
_SUMMARY = re.compile(rb"([\d,]+) words, ([\d,]+) masked")
_FILLED_LINES = 20


def privtool(arguments: list[str], data: bytes) -> tuple[bytes, bytes]:
    """What a command writes on stdout and stderr."""
    command = [sys.executable, "-m", "privtool", *arguments]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    return done.stdout, done.stderr


def masked_share(lines: bytes, method: str) -> tuple[int, float]:
    """The number of words and the percentage that a method masks."""
    found = _SUMMARY.search(privtool(["mask", *METHODS[method]], lines)[1])
    if found is None:
        raise SystemExit("privtool mask printed no summary")
    words, masked = (int(number.replace(b",", b"")) for number in found.groups())
    return words, 100 * masked / words


def write_filled(lines: list[bytes], method: str, file: Path) -> None:
    """Write the first records that the method masks something in, filled."""
    masked, _ = privtool(["mask", "-q", *METHODS[method]], b"".join(lines[:1000]))
    chosen = [line for line in masked.splitlines(keepends=True) if b'"masks":[{' in line]
    some = b"".join(chosen[:_FILLED_LINES])
    file.write_bytes(privtool(["fill", "-q", "--output-format", "text"], some)[0])


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
