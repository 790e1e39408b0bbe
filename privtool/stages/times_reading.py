"""Reading the private times of all records, before any is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache

from privtool.audio.intervals import Interval
from privtool.audio.io.decode import read_info
from privtool.audio.io.roots import AudioRoot
from privtool.core.blocks import Counts, Format, NewId, decode_lines
from privtool.core.errors import DataError
from privtool.core.given_entities import ReadEntities, refuse_cut
from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions, input_twice
from privtool.core.record import Record
from privtool.stages.private_times import PrivateTime, TimesReader

_KNOWN_LENGTHS = 1024  # recordings


def read_times(
    stream: StreamOptions,
    root: AudioRoot,
    of_clip: Callable[[Record, float], list[Interval]],
    new_id: NewId | None,
    entities: ReadEntities | None = None,
) -> Iterator[PrivateTime]:
    """Yield the private times of all records; `of_clip` is that of `TimesReader`.

    Bad lines are passed over as far as they do not name their audio: the stage reports them. Raise
    what `refuse_cut` raises.
    """
    counts: Counts = Counter()
    reader = TimesReader(root.path_of, lru_cache(maxsize=_KNOWN_LENGTHS)(read_info), of_clip)
    line_format = Format(stream.input_format, new_id=new_id)
    for block in input_twice(stream, LINES_PER_BLOCK):
        for _, record in decode_lines(block, line_format, keep_going=True)[0]:
            try:  # not while decoding: other records may overlap a bad line
                whole = record if entities is None else entities(record, counts)
            except DataError:
                yield from reader._replace(of_clip=_unknown).times(record)
            else:
                yield from reader.times(whole)
    refuse_cut(counts)


def _unknown(record: Record, seconds: float) -> list[Interval]:  # noqa: ARG001
    return [Interval(0.0, seconds)]
