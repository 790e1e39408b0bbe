"""Files of other tools, read by the readers of their formats."""

import json
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from privtool.audio.formats.reading import Reading
from privtool.audio.formats.utterances import reader
from privtool.core.record import Record


def read(name: str, content: object, **options: object) -> tuple[list[Record], Counter[str]]:
    """Return the records of a file `a.NAME` of a format, and what was counted."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"a.{name}"
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        reading = Reading(format=name, **options)
        return list(reader(name)(path, reading)), reading.counts


def turns_of(records: list[Record]) -> list[tuple[object, ...]]:
    return [(r.offset, round(r.offset + r.duration, 6), r.text, r.speaker) for r in records]
