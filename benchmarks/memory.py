"""Resident memory of `privtool mask` over a short and a long stream: it must not grow."""

from __future__ import annotations

import argparse
import io
import subprocess
from collections.abc import Iterator

from benchmarks.support.measure import PRIVTOOL_WATCHED, report

_TEXT = "please ask word%d to call back about it before %d o'clock"
_ROWS = 1 << 14  # of a group of rows
_OPTIONS = {
    "jsonl": (),
    "csv": ("--input-format", "csv", "--field", "text"),
    "parquet": ("--input-format", "parquet", "--field", "text"),
}


def peak(records: int, form: str) -> float:
    """The peak resident megabytes of masking so many records, each with words of its own."""
    command = [*PRIVTOOL_WATCHED, "mask", "-q", *_OPTIONS[form]]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stderr is not None
    for data in _parquet(records) if form == "parquet" else _lines(records, form):
        process.stdin.write(data)
    process.stdin.close()
    return float(process.stderr.read().split()[-1]) / 1024


def _lines(records: int, form: str) -> Iterator[bytes]:
    row = '{"id":"%d","text":"' + _TEXT + '"}\n' if form == "jsonl" else "%d," + _TEXT + "\n"
    if form == "csv":
        yield b"id,text\n"
    for number in range(records):
        yield (row % (number, number, number)).encode()


def _parquet(records: int) -> Iterator[bytes]:
    import pyarrow
    from pyarrow import parquet

    data = io.BytesIO()
    schema = pyarrow.schema([("id", pyarrow.int64()), ("text", pyarrow.string())])
    with parquet.ParquetWriter(data, schema) as out:
        for start in range(0, records, _ROWS):
            numbers = range(start, min(start + _ROWS, records))
            columns = [[*numbers], [_TEXT % (number, number) for number in numbers]]
            out.write_table(pyarrow.table(columns, schema=schema))
    yield data.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--format", choices=_OPTIONS, default="jsonl")
    args = parser.parse_args()
    report(
        f"memory of mask allowList ({args.format})",
        records=args.records,
        megabytes_10k_records=peak(10_000, args.format),
        megabytes=peak(args.records, args.format),
    )


if __name__ == "__main__":
    main()
