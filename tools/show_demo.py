"""Shows some records of the demo, each as it was and as it became, one under the other."""

from __future__ import annotations

import json
import sys

SHOWN = (
    *("call-001-02", "call-001-04", "call-001-06", "call-001-09"),
    *("call-001-11", "call-002-03", "call-003-06"),
)
NAMES = ("raw", "masked", "filled", "surrogate")


def texts(path: str) -> dict[str, str]:
    """Return the texts of a file of records, by id."""
    with open(path, encoding="utf-8") as lines:
        return {record["id"]: record["text"] for record in map(json.loads, lines)}


columns = [texts(path) for path in sys.argv[1:]]
for record in SHOWN:
    print()
    for name, column in zip(NAMES, columns, strict=True):
        print(f"{name:<9}  {column[record]}")
