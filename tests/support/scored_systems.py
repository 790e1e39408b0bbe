"""What two systems heard, to be scored."""

from collections.abc import Sequence
from typing import Any

from tests.support.jsonl import jsonl

SYSTEMS: list[dict[str, Any]] = [
    {"id": "a", "speaker": "x", "text": "my name is anna", "hyp": "my name is anna", "old": "x"},
    {"id": "b", "speaker": "y", "text": "on may fifth", "hyp": "on monday fifth", "old": "on"},
    {"id": "c", "speaker": "x", "text": "call two two", "hyp": "call two", "old": "call two two"},
    {"id": "d", "speaker": "z", "text": "", "hyp": "uh", "old": ""},
]


def lines(records: Sequence[dict[str, Any]] = SYSTEMS) -> bytes:
    """Records as JSON lines."""
    return jsonl(*records)
