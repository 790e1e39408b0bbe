"""`privtool audit text`: its options, the gold records, and what is known across records.

With `--sample` it draws records for a person to mark: each is as likely as any other.
"""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

from privtool.audit.counts import Key, names_of, parse_unit
from privtool.core.blocks import Counts, Format, parse_lines
from privtool.core.errors import UsageError, option
from privtool.core.named_fields import NamedFields
from privtool.core.options import Only, Opt, changed_options
from privtool.core.pipeline import LINES_PER_BLOCK, Rejects, StreamOptions, watched_blocks
from privtool.core.record import Id, Record, check_spans, encode, field_of, id_of, text_of
from privtool.core.reporting import counts_of, print_end, say, summarizing
from privtool.core.rng import draw
from privtool.core.spans import cut_summary, refuse_cut
from privtool.core.writing import writing
from privtool.workflows.auditing import Audit, AuditConfig, AuditOptions, Findings
from privtool.workflows.config.fields import Offsets, read_entities
from privtool.workflows.config.terms import chosen_policy
from privtool.workflows.config.texts import FieldOptions
from privtool.workflows.datasets.read_records import add_records, by_id

if TYPE_CHECKING:
    from privtool.audit.kept_records import Gold
    from privtool.text.scoring.bootstrap import Totals

_RECORDS = names_of(Key("document_leak"))[1]
_PURPOSE = 3  # of the draw of a sample, so that it is no other draw with the same seed


@dataclass(frozen=True, kw_only=True)
class AuditTextConfig(AuditConfig):
    """Measure which private phrases survive in safe text.

    Compares safe records, from privtool or any other tool, with raw records of the same ids in
    which entities mark everything private. Writes one JSON object: the share of private words,
    phrases and records that survive, identifiers found in other fields, private values that
    replacements bring back, and public words that were masked. Every figure has counts and a 95 %
    interval over units. No figure contains text.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl | privtool audit text --gold raw.jsonl --table > audit-text.json
      privtool mask raw.jsonl > safe.jsonl; privtool audit text --gold raw.jsonl safe.jsonl
      privtool audit text --sample 20 --seed 1 raw.jsonl > to-mark.jsonl
    """

    gold: Annotated[Path | None, Opt("Raw records in which entities mark all that is private.")] = (
        None
    )
    compare: Annotated[
        Path | None, Opt("Compare with another system's safe records (same ids).")
    ] = None
    sample: Annotated[
        int | None,
        Opt("Instead of an audit, draw N raw records to annotate by hand.", "N", min=1),
    ] = None
    policy: Annotated[
        str | None,
        Opt("Also count what is left against this policy: see privtool rules --policy.", "NAME"),
    ] = None
    offsets: Offsets = None
    fields: Annotated[FieldOptions, Only("field", "input_format")] = FieldOptions()
    audit: AuditOptions = AuditOptions()
    command: ClassVar[str] = "audit text"

    @property
    def read(self) -> Mapping[str, Path | str | None]:
        return {"gold": self.gold, "compare": self.compare}

    def check(self, stream: StreamOptions) -> None:
        self.fields.check(stream)
        if self.sample is not None:
            used = {"sample", "seed", "unit", "offsets"}
            idle = [name for name in changed_options(self) if name not in used]
            if idle:
                raise UsageError(
                    f"{option('sample')} draws records, so {option(idle[0])} has no effect"
                )
        elif self.gold is None:
            raise UsageError(f"{option('gold')} FILE is required: it marks what is private")
        super().check(stream)

    def run(self, stream: StreamOptions) -> None:
        """Write the result of the audit, or the drawn records, each with its text as `marked`.

        Entities that a record has are marked in it; a person corrects them. Only the id, the text
        and the fields of the unit are kept. Raises what `AuditConfig.run` raises.
        """
        if self.sample is None:
            super().run(stream)
            return
        self.check(stream)
        started = time.perf_counter()
        with summarizing(stream, self) as summarize:
            with Rejects(stream) as rejects, writing(stream.output) as write:
                drawn = self._drawn(self.sample, stream, rejects)
                for record in drawn:
                    write(encode(record) + b"\n")
            seconds = time.perf_counter() - started
            summarize(counts_of(seconds, rejects.count, records=len(drawn)))
        print_end(stream, [f"{len(drawn):,} records drawn"], rejects.count, seconds)

    def _drawn(self, count: int, stream: StreamOptions, rejects: Rejects) -> list[Record]:
        """Return the records with the lowest draws, in their order: the same whatever that is."""

        def rank(numbered: tuple[int, Record]) -> int:
            return draw(self.audit.seed, id_of(numbered[1]), _PURPOSE)

        drawn = heapq.nsmallest(count, enumerate(self._marked(stream, rejects)), key=rank)
        return [record for _, record in sorted(drawn, key=lambda numbered: numbered[0])]

    def _marked(self, stream: StreamOptions, rejects: Rejects) -> Iterator[Record]:
        from privtool.audit.kept_records import MARKED, with_marks

        fields = parse_unit(self.audit.unit)

        def marked(record: Record) -> Record:
            text, entities = text_of(record), (record.entities or ())
            check_spans(entities, len(text), "entities")
            extra = {name: field_of(record, name) for name in fields}
            extra[MARKED] = with_marks(text, entities)
            return Record(id=id_of(record), text=text, extra=extra)

        read, keep_going = read_entities(self.offsets), stream.rejects is not None
        line_format = Format(unknown_fields=True, require_ids=True, entities=read)
        counts: Counts = Counter()
        for block in watched_blocks(stream, LINES_PER_BLOCK):
            parsed, bad = parse_lines(block, line_format, marked, keep_going, counts)
            yield from (record for _, record in parsed)
            rejects.add(bad)
        refuse_cut(counts)
        for warning in cut_summary(counts):
            say(stream, warning)

    @property
    def named_fields(self) -> NamedFields | None:
        fields = self.fields.named(None)
        return None if fields is None else replace(fields, audited=True)

    def inputs(self, stream: StreamOptions) -> StreamOptions:
        return self.fields.as_table(stream, self.fields.named(None), reads_all=True)

    def fetch(self, stream: StreamOptions) -> Audit:
        from privtool.audit.kept_records import Gold
        from privtool.stages.audit_text import AuditTextStage

        gold = Gold(parse_unit(self.audit.unit))
        read, fields = read_entities(self.offsets), self.named_fields
        add_records(self.gold, self.inputs(stream), gold.add, entities=read, fields=fields)
        others = by_id(self.compare, self.inputs(stream), encode, fields) if self.compare else None
        policy = chosen_policy(self.policy)
        ids: set[Id] = set()
        return Audit(
            "survival" if policy is None else f"survival+{policy.reference}",
            partial(AuditTextStage, gold, others, policy),
            ids.update,
            partial(_findings, gold, ids),
        )


def _findings(gold: Gold, ids: set[Id], totals: Totals) -> Findings:
    """Say which gold records have no output or several, and how much of gold a tagger made."""
    notes: list[str] = []
    if repeated := totals.counts[_RECORDS] - len(ids):
        notes.append(f"{repeated:,} records have the id of another one: figures count both")
    if missing := gold.missing(ids):
        notes.append(f"{missing:,} of {len(gold):,} gold records have no output")
    if retyped := gold.retyped(ids):
        notes.append(f"{retyped:,} ids are texts in one input and numbers in the other")
    if gold.by_tagger:
        notes.append(
            f"gold: {gold.by_tagger:,} of {gold.marks:,} entities by a tagger; its own misses "
            "cannot appear here"
        )
    marks = {"entities": gold.marks, "by_tagger": gold.by_tagger}
    return Findings(notes=notes, extra={"gold": marks})
