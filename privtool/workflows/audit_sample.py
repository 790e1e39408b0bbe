"""Drawing records for a person to mark: each record is as likely as any other."""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Iterator

from privtool.audit.gold import MARKED, with_marks
from privtool.audit.units import parse_unit
from privtool.core.blocks import Counts, Format, parse_lines
from privtool.core.fields import entities_or_empty, field_of, id_of, text_of
from privtool.core.given_entities import cut_summary, refuse_cut
from privtool.core.pipeline import LINES_PER_BLOCK, Rejects, StreamOptions, watched_blocks
from privtool.core.record import Record, check_spans, encode
from privtool.core.reporting import print_end, say
from privtool.core.rng import draw
from privtool.core.run_summary import counts_of, summarizing
from privtool.core.writing import writing
from privtool.workflows.audit_text import AuditTextConfig
from privtool.workflows.config.fields import read_entities

_PURPOSE = 3  # of the draw, so that it is no other draw with the same seed


def run(config: AuditTextConfig, stream: StreamOptions) -> None:
    """Write the drawn records in their order, each with its text again as `marked`.

    Entities that a record has are marked in it; a person corrects them. Only the id, the text and
    the fields of the unit are kept.
    """
    config.check(stream)
    started = time.perf_counter()
    with summarizing(stream, config) as summarize:
        with Rejects(stream) as rejects, writing(stream.output) as write:
            drawn = _drawn(config, stream, rejects)
            for record in drawn:
                write(encode(record) + b"\n")
        seconds = time.perf_counter() - started
        summarize(counts_of(seconds, rejects.count, records=len(drawn)))
    print_end(stream, [f"{len(drawn):,} records drawn"], rejects.count, seconds)


def _drawn(config: AuditTextConfig, stream: StreamOptions, rejects: Rejects) -> list[Record]:
    """The records with the lowest draws: the same whatever their order."""
    heap: list[tuple[int, int, Record]] = []
    for number, record in enumerate(_records(config, stream, rejects)):
        rank = -draw(config.audit.seed, id_of(record), _PURPOSE)
        entry = (rank, -number, record)
        if len(heap) < (config.sample or 0):
            heapq.heappush(heap, entry)
        elif entry[:2] > heap[0][:2]:
            heapq.heapreplace(heap, entry)
    return [record for _, _, record in sorted(heap, key=lambda entry: -entry[1])]


def _records(config: AuditTextConfig, stream: StreamOptions, rejects: Rejects) -> Iterator[Record]:
    fields = parse_unit(config.audit.unit)

    def marked(record: Record) -> Record:
        text, entities = text_of(record), entities_or_empty(record)
        check_spans(entities, len(text), "entities")
        extra = {name: field_of(record, name) for name in fields}
        extra[MARKED] = with_marks(text, entities)
        return Record(id=id_of(record), text=text, extra=extra)

    read = read_entities(config.offsets)
    line_format = Format(unknown_fields=True, require_ids=True, entities=read)
    counts: Counts = Counter()
    for block in watched_blocks(stream, LINES_PER_BLOCK):
        parsed, bad = parse_lines(block, line_format, marked, stream.rejects is not None, counts)
        yield from (record for _, record in parsed)
        rejects.add(bad)
    refuse_cut(counts)
    for warning in cut_summary(counts):
        say(stream, warning)
