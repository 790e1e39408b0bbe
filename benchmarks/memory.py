"""Resident memory of `privtool mask` over a short and a long stream: it must not grow."""

from __future__ import annotations

import argparse
import subprocess

from benchmarks.support.measure import PRIVTOOL_WATCHED, report

_RECORD = b'{"id":"%d","text":"please ask word%d to call back about it before %d o\'clock"}\n'


def peak(records: int) -> float:
    """The peak resident megabytes of masking so many records, each with words of its own."""
    command = [*PRIVTOOL_WATCHED, "mask", "-q"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stderr is not None
    for number in range(records):
        process.stdin.write(_RECORD % (number, number, number))
    process.stdin.close()
    return float(process.stderr.read().split()[-1]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1_000_000)
    args = parser.parse_args()
    report(
        "memory of mask allowList",
        records=args.records,
        megabytes_10k_records=peak(10_000),
        megabytes=peak(args.records),
    )


if __name__ == "__main__":
    main()
