"""Reading the JSON results of shards, to add them up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from privtool.core.errors import DataError
from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions, watched_blocks


def results_to_pool(
    stream: StreamOptions, command: str, called: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the results of a command in the inputs, and the place of each for messages.

    Raise `DataError` for a line that is not one, by what it is `called`.
    """
    decode = msgspec.json.Decoder(dict[str, Any]).decode
    for block in watched_blocks(stream, LINES_PER_BLOCK):
        for number, line in enumerate(block.lines, block.first_line):
            if line is not None and not line.strip():
                continue
            row: dict[str, Any] = {}
            with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                row = decode(line or b"")
            place = f"{block.source}:{number}"
            if row.get("command") != command:
                raise DataError(f"{place}: not a {called} of privtool {command}")
            yield place, row
