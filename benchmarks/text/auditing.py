"""Speed and memory of `audit text`: records a minute on one core, masked sentences against gold.

    python -m benchmarks.text.auditing

The records are the sample corpus, repeated with new ids.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path

from benchmarks.support.measure import peak_child_megabytes, report, shell, side_by_side

FOLDER = Path("build/benchmarks")
SAMPLE = Path("data/sample/raw.jsonl")


def corpus(records: int) -> tuple[Path, Path]:
    """Return gold records and masked records with the same ids."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    raw, safe = FOLDER / f"gold-{records}.jsonl", FOLDER / f"masked-{records}.jsonl"
    rows = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    with raw.open("w", encoding="utf-8") as out:
        for number in range(records):
            row = rows[number % len(rows)]
            out.write(json.dumps({**row, "id": number, "speaker": number // 20}) + "\n")
    shell(f"{sys.executable} -m privtool mask {raw} > {safe}")
    return raw, safe


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    raw, safe = corpus(args.records)
    audit = f"{sys.executable} -m privtool audit text -q --gold {raw} {safe} > /dev/null"
    lines = {"record": audit, "speaker": f"{audit} --unit speaker"}
    times = side_by_side({unit: partial(shell, line) for unit, line in lines.items()}, args.runs)
    for unit, seconds in times.items():
        report(
            f"audit text --unit {unit}",
            records=args.records,
            seconds=seconds,
            records_per_minute=60 * args.records / seconds,
            megabytes=peak_child_megabytes(),
        )


if __name__ == "__main__":
    main()
