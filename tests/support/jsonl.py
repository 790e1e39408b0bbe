"""JSON lines, written and read."""

import json
from pathlib import Path
from typing import Any


def jsonl(*records: Any) -> bytes:
    """Encode records as lines."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def read_jsonl(path: Path) -> list[Any]:
    """Decode the lines of a file."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]
