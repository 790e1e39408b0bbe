"""What the tests of asr-train say, and the options that make a training short."""

import json
from typing import Any

CANARY = "zqxwary"
PHRASES = (
    "anna called me",
    "seven lisbon road",
    "the tenth of june",
    "five five oh one",
    "my son drives",
    "no thank you",
    "doctor maria lee",
    "it is monday",
)
FAST = ("--preset", "conformer-tiny", "--layers", 1, "--token-kind", "char", "--device", "cpu")
PLAIN = ("--dtype", "fp32", "--batch-seconds", 3, "-q")


def lines(records: list[dict[str, Any]]) -> bytes:
    """Records as JSON lines."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)
